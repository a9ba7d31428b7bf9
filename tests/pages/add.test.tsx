// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay } from 'msw'
import { HttpResponse } from 'msw/http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const posts = () => petstore.received.filter(({ method }) => method === 'POST')

async function fill(user: UserEvent, name: string, category: string) {
  const nameField = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(nameField)
  if (name !== '') await user.type(nameField, name)
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), category)
}

/** A button of the open dialog. */
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

const add = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Add pet' }))

test('adds a pet with all digits of its category ID and resets the form', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '9223372036854775807')
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await add(user)

  expect(await screen.findByText(/^added\b/)).toHaveTextContent(/^Rex added \(ID \d+\)$/)
  expect(posts().map(({ body }) => body)).toEqual([
    '{"name":"Rex","categoryId":9223372036854775807,"status":"pending"}',
  ])
  const entry = within(screen.getByRole('list', { name: 'Just added' })).getByRole('link', { name: 'Rex' })
  expect(entry).toHaveAttribute('href', `/staging/pets/${petstore.db.all()[0]?.id}`)
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
})

test('accepts a category label, and omits a status that is not set', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Tom', 'cats')
  await add(user)

  await screen.findByText(/^added\b/)
  expect(posts().map(({ body }) => body)).toEqual(['{"name":"Tom","categoryId":2}'])
})

test.each([
  ['', '1', 'Name', 'Enter a name'],
  ['  ', '1', 'Name', 'Enter a name'],
  ['Rex', ' ', 'Category ID', 'Enter a category ID'],
  ['Rex', '1.5', 'Category ID', 'Choose a category or enter a whole number, such as 12'],
  [
    'Rex',
    '9223372036854775808',
    'Category ID',
    'Category ID must be between -9223372036854775808 and 9223372036854775807',
  ],
])(
  'name "%s" with category "%s" is invalid at the field %s, and nothing is sent',
  async (name, category, field, message) => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, name, category)
    expect(screen.getByRole('textbox', { name: field })).toBeValid()
    await add(user)

    const input = screen.getByRole('textbox', { name: field })
    await waitFor(() => expect(input).toHaveFocus())
    expect(input).toBeInvalid()
    expect(input).toBeRequired()
    expect(input).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(posts()).toEqual([])
  },
)

test('with two invalid fields the first one gets the focus', async () => {
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await add(user)

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  expect(screen.getByText('Enter a category ID')).toBeVisible()
})

test('choosing a label clears the error of the category field, also one from the service, and no other error', async () => {
  petstore.onCreate(() => errorResponse(400, 'categoryId 5 does not exist', 'unknown_category'))
  const { user } = renderApp('/staging/pets/new')
  await fill(user, '', 'five')
  await add(user)
  const category = screen.getByRole('textbox', { name: 'Category ID' })
  await waitFor(() => expect(category).toBeInvalid())
  await user.click(screen.getByRole('button', { name: 'Cats' }))
  expect(category).toBeValid()
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid()

  await user.clear(category)
  await fill(user, 'Rex', '5')
  await add(user)
  await waitFor(() => expect(category).toHaveAccessibleDescription(/does not exist/))
  await user.click(screen.getByRole('button', { name: 'Cats' }))
  expect(category).toBeValid()
})

test('typing filters the labels independently of the locale (Turkish dotless i)', async () => {
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', '\u0131').toLowerCase()
  })
  const { user } = renderApp('/staging/pets/new', {
    categories: new Map([
      ['5', 'Birds'],
      ['2', 'Cats'],
    ]),
  })
  await fill(user, 'Tweety', 'BI')
  expect(screen.getByRole('button', { name: 'Birds' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cats' })).not.toBeInTheDocument()
})

test('pressing the button several times sends one POST', async () => {
  petstore.onCreate(async () => {
    await delay(50)
    return HttpResponse.json({ id: 7, name: 'Rex', categoryId: 1 }, { status: 201 })
  })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  const button = screen.getByRole('button', { name: 'Add pet' })
  button.click()
  button.click()
  await user.keyboard('{Enter}')
  await user.dblClick(button)

  await screen.findByText(/^added\b/)
  expect(posts()).toHaveLength(1)
})

test('shows a rejection at the field that it names, and keeps the values', async () => {
  petstore.onCreate(() => errorResponse(400, 'categoryId 5 does not exist', 'unknown_category'))
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '5')
  await add(user)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'categoryId 5 does not exist (unknown_category · HTTP 400)',
  )
  const field = screen.getByRole('textbox', { name: 'Category ID' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(/does not exist/)
  await waitFor(() => expect(field).toHaveFocus())
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
})

test('shows a rejection that names no field above the form', async () => {
  petstore.onCreate(() => errorResponse(400, 'Not on a Sunday', 'closed'))
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '5')
  await add(user)

  expect(await screen.findByRole('alert')).toHaveTextContent(/Not on a Sunday.*closed · HTTP 400/)
})

test.each([
  ['a broken connection', () => HttpResponse.error()],
  ['HTTP 500', () => errorResponse(500)],
  ['HTTP 502 without an Error body', () => new HttpResponse('<html></html>', { status: 502 })],
])(
  'after %s the outcome is unknown, the form keeps its values and nothing is retried',
  async (_case, response) => {
    petstore.onCreate(response)
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    await add(user)

    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      /Rex may have been added, but Staging did not confirm it.*Check before you add it again/,
    )
    expect(alert).not.toHaveTextContent(/fail/i)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
    expect(posts()).toHaveLength(1)
  },
)

test('a pet is sent immediately or never, whatever navigator.onLine says', async () => {
  petstore.onCreate(() => HttpResponse.error())
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  onTestFinished(() => void window.dispatchEvent(new Event('online')))
  await add(user)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /may have been added, but Staging did not confirm it/,
  )
  window.dispatchEvent(new Event('online'))
  await user.click(screen.getByRole('button', { name: 'Check for it' }))
  await screen.findByText(/Not found in the full list/)
  expect(posts()).toHaveLength(1)
})

test('finds a pet whose response was lost, and confirms it on request', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)

  await user.click(await screen.findByRole('button', { name: 'Check for it' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, this is it' }))

  const id = petstore.db.all()[0]?.id
  expect(await screen.findByText(/^added\b/)).toHaveTextContent(`Rex added (ID ${id})`)
  expect(petstore.db.all()).toHaveLength(1)
  expect(posts()).toHaveLength(1)
})

test('sends a pet again when the complete list does not contain it', async () => {
  // An older pet of the same name is not mistaken for it.
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('1 pet')
  await user.click(screen.getByRole('link', { name: 'Add pet' }))
  petstore.controls.set({ nextResponse: 'lost-before' })
  await fill(user, 'Rex', '1')
  await add(user)

  await user.click(await screen.findByRole('button', { name: 'Check for it' }))
  expect(await screen.findByText(/Not found in the full list/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add it again' }))
  await user.click(inDialog('Add it again'))

  expect(await screen.findByText(/^added\b/)).toBeVisible()
  expect(posts()).toHaveLength(2)
})

test('each check for an unknown pet requests the lists again', async () => {
  petstore.controls.set({ nextResponse: 'lost-before' })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)
  await user.click(await screen.findByRole('button', { name: 'Check for it' }))
  await screen.findByText(/Not found in the full list/)

  // The POST arrives late.
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  await user.click(screen.getByRole('button', { name: 'Check again' }))

  expect(await screen.findByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test('says that it cannot tell when the list is truncated', async () => {
  for (let index = 0; index < 100; index++) petstore.db.create({ name: `Pet ${index}` })
  petstore.controls.set({ nextResponse: 'lost-before' })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)

  await user.click(await screen.findByRole('button', { name: 'Check for it' }))

  expect(await screen.findByText(/at most 100 pets per list/)).toBeVisible()
})

test.each([
  ['an empty body', () => new HttpResponse(null, { status: 201 })],
  ['a page of HTML', () => new HttpResponse('<html></html>', { status: 200 })],
  ['another shape', () => HttpResponse.json({ ok: true }, { status: 201 })],
])('a successful response with %s counts as added', async (_case, response) => {
  petstore.onCreate(response)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)

  expect(await screen.findByText(/^added\b/)).toHaveTextContent('Rex added. Staging did not return an ID.')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('keeps the draft while visiting another page, and deletes it after adding', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await user.click(screen.getByRole('link', { name: 'Pets' }))
  await screen.findByRole('heading', { name: 'Pets' })
  await user.click(screen.getByRole('link', { name: 'Add pet' }))

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
  await add(user)
  await screen.findByText(/^added\b/)
  expect(window.sessionStorage.getItem('petstore-admin.draft.staging')).toBeNull()
})

test('a POST that was pending during a reload has an unknown outcome', async () => {
  petstore.onCreate(() => delay('infinite') as Promise<never>)
  const first = renderApp('/staging/pets/new')
  onTestFinished(() => first.services.forEnvironment('staging')?.session.signOut())
  await fill(first.user, 'Rex', '1')
  await add(first.user)
  await screen.findByRole('button', { name: 'Adding…' })
  first.unmount()

  renderApp('/staging/pets/new')

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Rex may have been added, but Staging did not confirm it/,
  )
  expect(posts()).toHaveLength(1)
})

test('reloads the lists after a pet was added', async () => {
  const { user } = renderApp('/staging/pets')
  await screen.findByText('No pets in Staging yet')
  await user.click(screen.getByRole('link', { name: 'Add pet' }))
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByText(/^added\b/)
  await user.click(screen.getByRole('link', { name: 'Pets' }))

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
})

test('an unknown pet is not forgotten after adding a second one, nor after a reload', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const first = renderApp('/staging/pets/new')
  await fill(first.user, 'Rex', '1')
  await add(first.user)
  await screen.findByRole('alert')
  await first.user.clear(screen.getByRole('textbox', { name: 'Category ID' }))
  await fill(first.user, 'Mog', '2')
  await add(first.user)
  await screen.findByText(/^added\b/)
  expect(screen.getByRole('alert')).toHaveTextContent(
    /Rex may have been added, but Staging did not confirm it/,
  )
  first.unmount()

  const again = renderApp('/staging/pets/new')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Rex may have been added, but Staging did not confirm it/,
  )
  await again.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Next')
  await again.user.click(screen.getByRole('button', { name: 'Check for it' }))
  await again.user.click(await screen.findByRole('button', { name: 'Yes, this is it' }))

  expect(await screen.findByText(/^added\b/)).toHaveTextContent(/Rex added \(ID/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Next')
  expect(petstore.db.all()).toHaveLength(2)
})

test('sending an unknown pet again asks first, and says that it was not checked', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByRole('alert')
  await add(user)

  const dialog = await screen.findByRole('dialog', { name: 'Add this pet again?' })
  expect(dialog).toHaveTextContent(/Rex may have been added.*It has not been checked yet/)
  await user.click(inDialog('Cancel'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toBeVisible()
  expect(posts()).toHaveLength(1)
})

test('the dialog offers the check, shows its result and confirms the pet', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByRole('alert')
  await add(user)
  await user.click(inDialog('Check for it'))
  const dialog = screen.getByRole('dialog')
  await waitFor(() => expect(dialog).toHaveTextContent(/Found a new matching pet:.*Rex, ID 1001/))
  await user.click(inDialog('Yes, this is it'))

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(await screen.findByText(/^added\b/)).toHaveTextContent('Rex added (ID 1001)')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(posts()).toHaveLength(1)
})

test.each([
  [
    'HTTP 400',
    () => errorResponse(400, 'Not on a Sunday', 'closed'),
    /Rex was not added this time.*Not on a Sunday/,
  ],
  ['HTTP 429', () => errorResponse(429, 'Slow down', 'busy'), /Rex was not added this time.*Slow down/],
])(
  'an unknown pet that is sent again and answered with %s stays unknown',
  async (_what, response, message) => {
    petstore.controls.set({ nextResponse: 'lost-after' })
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    await add(user)
    await screen.findByRole('alert')
    petstore.onCreate(response)
    await add(user)
    await user.click(inDialog('Add it again'))

    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    const [unknown, rejection] = screen.getAllByRole('alert')
    expect(unknown).toHaveTextContent(/Rex may have been added/)
    expect(rejection).toHaveTextContent(message)
    petstore.restore()
    await add(user)
    expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
    expect(posts()).toHaveLength(2)
    expect(petstore.db.all()).toHaveLength(1)
  },
)

test('"Leave it" removes the alert and is remembered; sending the pet again still asks', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const first = renderApp('/staging/pets/new')
  await fill(first.user, 'Rex', '1')
  await add(first.user)
  await first.user.click(await screen.findByRole('button', { name: 'Leave it' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByText(/You left/)).toHaveTextContent('You left Rex unconfirmed. It may be in Staging.')
  expect(document.body).not.toHaveFocus()
  first.unmount()

  const again = renderApp('/staging/pets/new')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await add(again.user)
  expect(await screen.findByRole('dialog')).toHaveTextContent(/You left Rex unconfirmed/)
  expect(posts()).toHaveLength(1)
})

test('an outcome that arrives while another page is open is not lost', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)
  await user.click(screen.getByRole('link', { name: 'Pets' }))
  await screen.findByRole('heading', { name: 'Pets' })
  response.resolve(errorResponse(500))
  await user.click(screen.getByRole('link', { name: 'Add pet' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/Rex may have been added/)
  await add(user)
  expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
})

/** Whether the browser would ask before unloading the page. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before unloading only while the POST is pending, on any page', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  expect(asksBeforeUnload()).toBe(false)
  await add(user)
  await screen.findByRole('button', { name: 'Adding…' })
  await user.click(screen.getByRole('link', { name: 'Pets' }))
  await screen.findByRole('heading', { name: 'Pets' })
  expect(asksBeforeUnload()).toBe(true)
  response.resolve(errorResponse(400))
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
})

test('signing out clears the added pets but keeps unknown ones', async () => {
  const { user, services } = renderApp('/staging/pets/new')
  await fill(user, 'Mog', '2')
  await add(user)
  await screen.findByRole('list', { name: 'Just added' })
  petstore.controls.set({ nextResponse: 'lost-after' })
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))
  await screen.findByRole('heading', { name: 'Sign in' })
  act(() => services.forEnvironment('staging')?.session.signIn(KEY, false))

  expect(await screen.findByRole('alert')).toHaveTextContent(/Rex may have been added/)
  expect(screen.queryByRole('list', { name: 'Just added' })).not.toBeInTheDocument()
})

test('an unknown pet of one environment does not show up in another', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const first = renderApp('/staging/pets/new')
  await fill(first.user, 'Rex', '1')
  await add(first.user)
  await screen.findByRole('alert')
  act(() => first.services.forEnvironment('production')?.session.signIn(KEY, false))
  first.unmount()
  renderApp('/production/pets/new')

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
