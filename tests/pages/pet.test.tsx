// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay } from 'msw'
import { HttpResponse } from 'msw/http'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const textsOf = (role: 'term' | 'definition') =>
  screen.getAllByRole(role).map(({ textContent }) => textContent)

describe('a pet with long IDs', () => {
  beforeEach(async () => {
    petstore.db.create({
      id: int64('9007199254740993'),
      name: 'Rex',
      categoryId: int64('9223372036854775807'),
      status: 'pending',
    })
    renderApp('/staging/pets/9007199254740993')
    await screen.findByRole('heading', { level: 1, name: 'Rex' })
  })

  test('is shown with all of their digits', () => {
    expect(textsOf('term')).toEqual(['ID', 'Name', 'Category', 'Status'])
    expect(textsOf('definition')).toEqual(['9007199254740993', 'Rex', '9223372036854775807', 'Pending'])
  })

  test('has its status beside the heading, which screen readers read only among the facts', () => {
    const statuses = within(screen.getByRole('article')).getAllByText('Pending')
    const read = statuses.filter((status) => status.closest('[aria-hidden="true"], [role="img"]') === null)
    expect(read).toHaveLength(1)
  })

  test('has a label that is shown as it will print, with its code', () => {
    const label = screen.getByRole('img', { name: 'The label as it will print' })
    expect(label).toHaveTextContent('StagingRexCategory 9223372036854775807PendingID 9007199254740993')
    expect(within(label).getByRole('img', { name: 'QR code for ID 9007199254740993' })).toBeVisible()
  })

  test('has a note that says when the operation ends, and leads to the list of its status', () => {
    const note = screen.getByRole('note', { name: 'Deprecated operation' })
    expect(note).toHaveTextContent('5 December 2030')
    expect(within(note).getByRole('link')).toHaveAttribute('href', '/staging/pets?status=pending')
  })

  test('gives its name to the tab', () => {
    expect(document.title).toBe('Rex · Staging · Petstore Admin')
  })

  test('is requested once, by its exact ID', () => {
    expect(petstore.requestLines()).toEqual(['GET /pets/9007199254740993'])
  })
})

test.each([
  {
    when: 'the pointer has left it',
    leave: (user: UserEvent) => user.unhover(document.activeElement ?? document.body),
  },
  { when: 'the focus has left it', leave: (user: UserEvent) => user.tab() },
])('"Copy link" no longer says that it has copied once $when', async ({ leave }) => {
  const { user } = renderApp(`/staging/pets/${petstore.db.create().id}`)
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  await screen.findByRole('button', { name: 'Copied link' })
  await leave(user)
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('the time at which a pet was loaded has the date as its title', async () => {
  const { id } = petstore.db.create()
  renderApp(`/staging/pets/${id}`)
  await screen.findByRole('button', { name: 'Refresh' })
  const time = await waitFor(() => {
    const element = screen.getByText(/^Updated/).parentElement?.querySelector('time[datetime]')
    expect(element).toBeInTheDocument()
    return element as HTMLTimeElement
  })
  const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
  expect(time).toHaveAttribute('title', inFull.format(Date.parse(time.dateTime)))
})

test('"Copy link" copies the address', async () => {
  const pet = petstore.db.create()
  const { user } = renderApp(`/staging/pets/${pet.id}`)
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied link' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/staging/pets/${pet.id}`)
})

test.each([
  [undefined, 'Not set'],
  ['napping', 'napping'],
])('the link of the note has no filter for a pet with the status %s', async (status, text) => {
  const pet = petstore.db.create({ status })
  renderApp(`/staging/pets/${pet.id}`)

  expect((await screen.findAllByRole('definition')).at(-1)).toHaveTextContent(text)
  const note = screen.getByRole('note', { name: 'Deprecated operation' })
  expect(within(note).getByRole('link')).toHaveAttribute('href', '/staging/pets')
})

test('"Refresh" requests the pet again, and says when nothing changed', async () => {
  const pet = petstore.db.create({ name: 'Rex', status: 'available' })
  const { user } = renderApp(`/staging/pets/${pet.id}`)
  const refresh = await screen.findByRole('button', { name: 'Refresh' })
  await user.click(refresh)
  expect(await screen.findByText('No changes')).toBeVisible()

  petstore.onGet(() => HttpResponse.json({ id: 1001, name: 'Max', categoryId: 2, status: 'sold' }))
  await user.click(refresh)
  expect(await screen.findByRole('heading', { level: 1, name: 'Max' })).toBeVisible()
  expect(screen.queryByText('No changes')).not.toBeInTheDocument()
  expect(petstore.requestLines()).toHaveLength(3)
})

test.each([
  ['/staging/pets', 'Pets', 'Pets'],
  ['/staging/pets/-981', 'Pets', 'Pet -981'],
  ['/staging/pets/new', 'Add pet', 'Add a pet'],
  ['/staging/pets/import', 'Import', 'Import'],
])(
  'at %s, the navigation marks "%s" as the current page, and the title is "%s"',
  async (address, name, title) => {
    petstore.onGet(() => delay('infinite') as Promise<never>)
    renderApp(address)
    await waitFor(() => expect(document.title).toBe(`${title} · Staging · Petstore Admin`))

    const nav = await screen.findByRole('navigation', { name: 'Main' })
    const current = within(nav)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual([name])
  },
)

test('shows data from the list immediately, and links back to the list as it was', async () => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  const { user, address } = renderApp('/staging/pets?status=sold&limit=5')
  const link = await screen.findByRole('link', { name: 'Rex' })
  petstore.onGet(() => delay('infinite') as Promise<never>)
  await user.click(link)

  expect(await screen.findByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  expect(screen.getByRole('article')).toHaveAttribute('aria-busy', 'true')
  expect(screen.getAllByRole('definition').at(-1)).toHaveTextContent('Sold')
  await user.click(screen.getByRole('link', { name: 'Back to pets' }))
  expect(address()).toBe('/staging/pets?status=sold&limit=5')
})

test('shows the pet as the service has it now, and no longer as the list had it', async () => {
  const { id } = petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  const link = await screen.findByRole('link', { name: 'Rex' })
  petstore.db.clear()
  petstore.db.create({ id, name: 'Max' })
  await user.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Max' })).toBeVisible()
})

test('a pet opened by URL has a heading and a way back while it loads', async () => {
  petstore.onGet(() => delay('infinite') as Promise<never>)
  renderApp('/staging/pets/981')

  expect(await screen.findByRole('heading', { level: 1, name: 'Pet 981' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Back to pets' })).toBeVisible()
  expect(screen.getByRole('article')).toHaveAttribute('aria-busy', 'true')
})

test('a pet that does not exist is reported after one request', async () => {
  renderApp('/staging/pets/981')

  expect(await screen.findByText('No pet with the ID 981 in Staging.')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to pets' })).toHaveAttribute('href', '/staging/pets')
  expect(petstore.requestLines()).toEqual(['GET /pets/981'])
  const main = within(screen.getByRole('main'))
  fireEvent.click(main.getByRole('button', { name: 'Find a pet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Find a pet' })
  expect(await within(dialog).findByRole('combobox')).toHaveValue('981')
})

test('the page says that a pet which no list has may still exist', async () => {
  for (let index = 0; index < 100; index++) petstore.db.create({ status: 'sold' })
  petstore.onGet(() => errorResponse(410))
  const { user } = renderApp('/staging/pets/5')

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('ID 5 is not among the pets Staging shows. It may still exist.')
  // Nothing is known to have failed.
  expect(alert).toHaveAttribute('data-tone', 'attention')
  expect(alert).toHaveTextContent('Staging no longer provides single pets, so its lists were searched.')
  expect(document.body).not.toHaveTextContent(/no pet with ID|does not exist/)
  expect(petstore.requestLines().slice(1)).toEqual([
    'GET /pets?limit=100',
    'GET /pets?limit=100&status=available',
    'GET /pets?limit=100&status=pending',
    'GET /pets?limit=100&status=sold',
  ])
  petstore.db.clear()
  petstore.db.create({ id: int64('5'), name: 'Rex' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  expect(screen.getByRole('note', { name: 'Deprecated operation' })).toHaveTextContent(
    'Staging no longer looks up single pets. This one was found in its lists.',
  )
})

test('keeps data from the list when the lookup fails, and says so', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  const link = await screen.findByRole('link', { name: 'Rex' })
  petstore.onGet(() => errorResponse(403, 'Not for this key'))
  await user.click(link)

  expect(await screen.findByRole('alert')).toHaveTextContent(/could not be refreshed.*Not for this key/)
  expect(screen.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  petstore.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})

test.each([
  '/staging/pets/007',
  '/staging/pets/abc',
  '/staging/pets/9223372036854775808',
  '/staging/pets/7/edit',
  '/staging/PETS',
  '/staging/nowhere',
  '/nowhere/pets',
  '/staging',
  '/staging//pets',
  '//pets',
  '//staging/pets',
  '///staging/pets/7',
])('%s shows "Page not found", and nothing is requested', async (address) => {
  renderApp(address)

  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(address)
  const environment = address.startsWith('/staging') ? 'Staging' : ''
  expect(document.title.split(' · ')).toEqual(
    ['Page not found', environment, 'Petstore Admin'].filter(Boolean),
  )
  // Outside of an environment, there is no banner.
  expect(screen.queryByRole('banner')?.textContent ?? '').toContain(environment)
  const list = environment === '' ? '/pets' : '/staging/pets'
  expect(screen.getByRole('link', { name: 'Go to pets' })).toHaveAttribute('href', list)
  expect(petstore.requestLines()).toEqual([])
})
