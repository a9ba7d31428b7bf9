// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw/http'
import { expect, test } from 'vitest'
import { fakeTime } from '#tests/support/add-page.ts'
import { errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const names = async () => {
  const table = await screen.findByRole('table', { name: 'Pets' })
  return within(table)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

const column = (name: string) => screen.getByRole('columnheader', { name })

const cells = (row: HTMLElement | undefined) =>
  row === undefined
    ? []
    : within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)

test('shows each pet with its ID, name, category and status', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'available' })
  petstore.db.create({ name: 'Mog', categoryId: int64('77'), status: undefined })
  renderApp('/staging/pets')

  const table = await screen.findByRole('table', { name: 'Pets' })
  const [header, rex, mog] = within(table).getAllByRole('row')
  expect(
    within(header ?? table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['ID', 'Name', 'Category', 'Status'])
  expect(cells(rex).slice(1)).toEqual(['Rex', 'Dogs', 'Available'])
  expect(cells(mog).slice(1)).toEqual(['Mog', '77', 'Not set'])
  const status = screen.getByRole('group', { name: 'Status' })
  expect(
    within(status)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value')),
  ).toEqual(['all', 'available', 'pending', 'sold'])
  expect(within(status).getByRole('radio', { name: 'All' })).toBeChecked()
  expect(screen.getByText('All 2 pets')).toBeVisible()
  expect(document.title).toBe('Pets · Staging · Petstore Admin')
})

test.each([
  ['on Enter', '{Enter}'],
  ['when the field loses the focus', '{Tab}'],
  ['after a short pause in typing', ''],
])('requests a page size %s, not for each digit', async (_when, key) => {
  const { user, address } = renderApp('/staging/pets')
  const field = await screen.findByRole('spinbutton', { name: 'Page size' })

  await user.clear(field)
  await user.type(field, '45')
  expect(address()).toBe('/staging/pets')
  if (key !== '') await user.keyboard(key)

  await waitFor(() => expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=45']))
  await user.type(field, '{Enter}')
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(petstore.requestLines().slice(2)).toEqual(['GET /pets?limit=45']))
  expect(address()).toBe('/staging/pets?limit=45')
})

test.each([
  ['by a click that blurs the field', (user: UserEvent, radio: HTMLElement) => user.click(radio)],
  ['while the field keeps the focus', (_user: UserEvent, radio: HTMLElement) => fireEvent.click(radio)],
])('a new status and a pending page size are both applied: %s', async (_what, choose) => {
  const { user, address } = renderApp('/staging/pets')
  const field = await screen.findByRole('spinbutton', { name: 'Page size' })
  await user.clear(field)
  await user.type(field, '30')
  await choose(user, screen.getByRole('radio', { name: 'Sold' }))

  await waitFor(() => expect(address()).toBe('/staging/pets?status=sold&limit=30'))
  expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter and Escape during IME composition neither apply a page size nor clear the search: %j',
  async (composing) => {
    const { user, address } = renderApp('/staging/pets?q=rex')
    const field = await screen.findByRole('spinbutton', { name: 'Page size' })
    await user.clear(field)
    fireEvent.keyDown(field, { key: 'Enter', ...composing })
    expect(field).toBeValid()
    const search = screen.getByRole('searchbox')
    fireEvent.keyDown(search, { key: 'Escape', ...composing })
    expect(search).toHaveValue('rex')
    fireEvent.keyDown(document.body, { key: 'n', ...composing })
    expect(address()).toBe('/staging/pets?q=rex')
  },
)

test.each(['0', '101', '2.5', 'many', ''])(
  'the invalid page size "%s" is reported, and nothing is requested until it is valid',
  async (typed) => {
    const { user, address } = renderApp('/staging/pets')
    const field = await screen.findByRole('spinbutton', { name: 'Page size' })

    await user.clear(field)
    if (typed !== '') await user.type(field, typed)
    await user.keyboard('{Enter}')
    expect(field).toBeInvalid()
    await user.tab()

    expect(screen.getByText('Enter 1 to 100')).toBeVisible()
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/Enter 1 to 100/)
    expect(field).toHaveValue(typed)
    expect(address()).toBe('/staging/pets')
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
    await user.clear(field)
    await user.type(field, '1{Enter}')
    await waitFor(() => expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=1']))
    expect(field).toBeValid()
  },
)

test('an address in which a mail program wrote &amp; keeps its status, and is corrected', async () => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  const { address } = renderApp('/staging/pets?limit=5&amp;status=sold&amp;q=re')
  expect(await names()).toEqual(['Rex'])
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=5&status=sold'])
  expect(address()).toBe('/staging/pets?status=sold&limit=5&q=re')
})

test.each([
  ['full-width digits', '４５'],
  ['Arabic digits', '٤٥'],
  ['characters around them that cannot be seen', '\u200B45\u200E'],
])('a page size in %s is requested', async (_what, typed) => {
  const { user, address } = renderApp('/staging/pets')
  const field = await screen.findByRole('spinbutton', { name: 'Page size' })
  await user.clear(field)
  await user.type(field, `${typed}{Enter}`)
  await waitFor(() => expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=45']))
  expect(address()).toBe('/staging/pets?limit=45')
  expect(field).toHaveValue('45')
})

test('a search text without any visible character is no search', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('1 pet')
  await user.click(screen.getByRole('searchbox'))
  await user.paste('\u200B')
  expect(await names()).toEqual(['Rex'])
  expect(screen.getByText('1 pet')).toBeVisible()
})

test('searches the loaded pets without a request', async () => {
  for (const name of ['Rex', 'Zoë', 'Mog']) petstore.db.create({ name })
  const { user, address } = renderApp('/staging/pets')
  await screen.findByText('All 3 pets')

  await user.type(screen.getByRole('searchbox', { name: 'Search these pets' }), 'zoe{Enter}')

  expect(await names()).toEqual(['Zoë'])
  expect(screen.getByText('1 match in 3 loaded pets')).toHaveAttribute('role', 'status')
  await waitFor(() => expect(address()).toBe('/staging/pets?q=zoe'))
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
})

test('offers to clear a search without matches', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets?q=unicorn')

  expect(await screen.findByText(/No matches for/)).toHaveTextContent('unicorn')
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Search more pets' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))

  expect(await names()).toEqual(['Rex'])
  await user.keyboard('nemo')
  expect(screen.getByRole('searchbox')).toHaveValue('nemo')
})

test('a refresh that changed nothing says so, until the next request', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await names()
  const refresh = screen.getByRole('button', { name: 'Refresh' })
  await user.click(refresh)
  expect(await screen.findByText('No changes')).toBeVisible()

  petstore.onList(() => errorResponse(400))
  await user.click(refresh)
  await screen.findByRole('alert')
  expect(screen.queryByText('No changes')).not.toBeInTheDocument()

  petstore.restore()
  petstore.db.create({ name: 'Mog' })
  await user.click(refresh)
  await screen.findByText('All 2 pets')
  expect(screen.queryByText('No changes')).not.toBeInTheDocument()
})

test('column headers and "Sort by" sort without a request: ascending, descending, unsorted', async () => {
  for (const id of ['9', '-3', '12']) petstore.db.create({ id: int64(id), name: id })
  const { user, address } = renderApp('/staging/pets')
  const sort = await screen.findByRole('button', { name: 'ID' })
  const select = screen.getByRole('combobox', { name: 'Sort by' })
  await user.click(sort)
  expect(await names()).toEqual(['-3', '9', '12'])
  expect(await screen.findByText('Sorted by ID, smallest first')).toBeInTheDocument()
  expect(column('ID')).toHaveAttribute('aria-sort', 'ascending')
  expect(select).toHaveDisplayValue('ID, smallest first')
  expect(address()).toBe('/staging/pets?sort=id')
  await user.click(sort)
  expect(await names()).toEqual(['12', '9', '-3'])
  expect(column('ID')).toHaveAttribute('aria-sort', 'descending')
  await user.click(sort)
  expect(await names()).toEqual(['9', '-3', '12'])
  expect(column('ID')).not.toHaveAttribute('aria-sort')
  expect(within(select).getAllByRole('option')).toHaveLength(9)
  await user.selectOptions(select, 'Name, Z to A')
  expect(address()).toBe('/staging/pets?sort=-name')
  expect(column('Name')).toHaveAttribute('aria-sort', 'descending')
  expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1)
  await user.selectOptions(select, 'Default order')
  expect(address()).toBe('/staging/pets')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
})

test('says when the list may be truncated, and offers the largest page size', async () => {
  for (let index = 0; index < 30; index++) petstore.db.create({ name: `Pet ${index}` })
  const { user } = renderApp('/staging/pets')

  expect(await screen.findByText('First 20 pets. There may be more.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show up to 100' }))

  expect(await screen.findByText('All 30 pets')).toBeVisible()
})

test('distinguishes an empty petstore from a status without pets', async () => {
  const { user } = renderApp('/staging/pets')
  expect(await screen.findByText('No pets in Staging yet')).toBeVisible()
  const list = screen.getByRole('region', { name: 'List' })
  expect(within(list).getByRole('link', { name: 'Add the first pet' })).toHaveAttribute(
    'href',
    '/staging/pets/new',
  )
  expect(within(list).getByRole('link', { name: 'Import a spreadsheet' })).toHaveAttribute(
    'href',
    '/staging/pets/import',
  )
  expect(screen.queryByRole('table')).not.toBeInTheDocument()

  await user.click(screen.getByRole('radio', { name: 'Pending' }))

  expect(await screen.findByText('No pending pets in Staging')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all pets' }))
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
})

test('shows the valid pets, also two with one ID, and says how many are invalid', async () => {
  const rex = { id: 1, name: 'Rex', categoryId: 1 }
  petstore.onList(() => HttpResponse.json([rex, null, { ...rex, id: '2' }, { ...rex, name: 'Mog' }]))
  renderApp('/staging/pets')

  expect(await names()).toEqual(['Rex', 'Mog'])
  expect(screen.getByText('Showing 2 of 4 pets, 2 unreadable')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(/2 of 4 pets are not shown.*items 2, 3/)
})

test('shows a hundred pets of 5,000 that nobody asked for', async () => {
  const pets = Array.from({ length: 5000 }, (_, index) => ({ id: index, name: 'Rex', categoryId: 1 }))
  petstore.onList(() => HttpResponse.json(pets))
  renderApp('/staging/pets')
  expect(await screen.findByText(/Showing 100 of 5,000 pets/)).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(101))
})

test('is busy while it loads, keeps the rows until the new ones are there, and the last filter wins', async () => {
  for (const status of ['available', 'pending', 'sold'] as const) petstore.db.create({ name: status, status })
  const answers = new Map<string, PromiseWithResolvers<undefined>>()
  petstore.onList(({ searchParams }) => {
    const answer = Promise.withResolvers<undefined>()
    answers.set(searchParams.get('status') ?? 'all', answer)
    return answer.promise
  })
  const answer = async (which: string) => {
    await waitFor(() => expect(answers.has(which)).toBe(true))
    answers.get(which)?.resolve(undefined)
  }
  const { user, back } = renderApp('/staging/pets')
  const list = await screen.findByRole('region', { name: 'List' })
  await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'true'))
  await answer('all')
  expect(await names()).toHaveLength(3)
  expect(list).not.toHaveAttribute('aria-busy')
  for (const name of ['Available', 'Sold']) await user.click(screen.getByRole('radio', { name }))
  expect(list).toHaveAttribute('aria-busy', 'true')
  expect(await names()).toHaveLength(3)
  // These actions are about rows that are about to be replaced.
  expect(screen.getByText('Print labels').closest('[inert]')).not.toBeNull()
  await answer('sold')
  await waitFor(async () => expect(await names()).toEqual(['sold']))
  await answer('available')
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await answer('sold')
  expect(await names()).toEqual(['sold'])
  // A button that does nothing meanwhile passes the focus on, and does not take it back from
  // somebody who has gone elsewhere.
  const download = screen.getByRole('button', { name: 'Download CSV' })
  download.focus()
  answers.clear()
  back()
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  screen.getByRole('link', { name: 'Skip to main content' }).focus()
  await answer('available')
  await waitFor(() => expect(download.closest('[inert]')).toBeNull())
  ;(document.activeElement as HTMLElement).blur()
  document.body.append(document.createElement('i'))
  await Promise.resolve()
  expect(document.body).toHaveFocus()
})

/** Makes the connection fail and come back, several times. */
function blink(): void {
  for (let turn = 0; turn < 20; turn += 1)
    for (const type of ['offline', 'online']) fireEvent(window, new Event(type))
}

test('a connection that blinks requests nothing, and moves neither focus nor rows', async () => {
  const advance = fakeTime()
  petstore.db.create({ name: 'Rex' })
  renderApp('/staging/pets')
  await names()
  screen.getByRole('searchbox').focus()
  await advance(5000)
  petstore.db.create({ name: 'Mia' })
  blink()
  await advance(1000)
  expect(petstore.requestLines()).toHaveLength(1)
  expect(await names()).toEqual(['Rex'])
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

test('a "Refresh" that failed is repeated when the connection comes back', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await names()
  petstore.onList(() => errorResponse(400))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText(/^Could not refresh/)
  petstore.restore()
  petstore.db.create({ name: 'Mia' })
  blink()
  await waitFor(async () => expect(await names()).toEqual(['Rex', 'Mia']))
})

test('a list that could not be loaded is requested when the connection comes back', async () => {
  petstore.onList(() => errorResponse(400))
  renderApp('/staging/pets')
  await screen.findByRole('alert')
  petstore.restore()
  petstore.db.create({ name: 'Rex' })
  blink()
  expect(await names()).toEqual(['Rex'])
  expect(petstore.requestLines()).toHaveLength(2)
})

test("shows the service's error message, and retries on request", async () => {
  petstore.onList(() => errorResponse(400, 'limit is odd', 'odd_limit'))
  const { user } = renderApp('/staging/pets')

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    /^Pets could not be loaded\.Staging said: limit is odd \(HTTP 400, odd_limit\)/,
  )
  expect(screen.queryByRole('table')).not.toBeInTheDocument()

  petstore.restore()
  petstore.db.create({ name: 'Rex' })
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await names()).toEqual(['Rex'])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('keeps the pets when a refresh fails, and says so', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await names()

  petstore.onList(() => new HttpResponse('<html></html>', { headers: { 'Content-Type': 'text/html' } }))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    /Could not refresh\. These are from .*Something between you and Staging may have answered/,
  )
  expect(await names()).toEqual(['Rex'])
  petstore.restore()
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  expect(await names()).toEqual(['Rex'])
})

test('a request that is cancelled after a change of filter is not called "No changes"', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(() => Promise.withResolvers<undefined>().promise)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.body).toHaveTextContent('cancelled'))
  // The button is gone, so the main part has the focus.
  expect(screen.getByRole('main')).toHaveFocus()
  const said = screen.getByRole('main').textContent
  expect(said).not.toMatch(/No changes|Loading/)
})
