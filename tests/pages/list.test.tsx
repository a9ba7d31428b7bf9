// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
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

/** Opens the list, in which the service has put 9 first, then -3 and 12. */
async function openThreePets(address = '/staging/pets') {
  for (const id of ['9', '-3', '12']) petstore.db.create({ id: int64(id), name: id })
  const app = renderApp(address)
  await names()
  return app
}

const sortSelect = () => screen.getByRole('combobox', { name: 'Sort by' })

const idButton = () => screen.getByRole('button', { name: 'ID' })

describe('sorting', () => {
  test('by a press of a column header is ascending, and both the header and "Sort by" say so', async () => {
    const { user, address } = await openThreePets()
    await user.click(idButton())
    expect(await names()).toEqual(['-3', '9', '12'])
    expect(await screen.findByText('Sorted by ID, smallest first')).toBeInTheDocument()
    expect(column('ID')).toHaveAttribute('aria-sort', 'ascending')
    expect(sortSelect()).toHaveDisplayValue('ID, smallest first')
    expect(address()).toBe('/staging/pets?sort=id')
  })

  test('by a second press is descending', async () => {
    const { user } = await openThreePets('/staging/pets?sort=id')
    await user.click(idButton())
    expect(await names()).toEqual(['12', '9', '-3'])
    expect(column('ID')).toHaveAttribute('aria-sort', 'descending')
  })

  test('ends with a third press, in the order of the service', async () => {
    const { user, address } = await openThreePets('/staging/pets?sort=-id')
    await user.click(idButton())
    expect(await names()).toEqual(['9', '-3', '12'])
    expect(column('ID')).not.toHaveAttribute('aria-sort')
    expect(address()).toBe('/staging/pets')
  })

  test('by "Sort by" says so in that column alone', async () => {
    const { user, address } = await openThreePets('/staging/pets?sort=id')
    expect(within(sortSelect()).getAllByRole('option')).toHaveLength(9)
    await user.selectOptions(sortSelect(), 'Name, Z to A')
    expect(address()).toBe('/staging/pets?sort=-name')
    expect(column('Name')).toHaveAttribute('aria-sort', 'descending')
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1)
  })

  test('ends with "Default order"', async () => {
    const { user, address } = await openThreePets('/staging/pets?sort=-name')
    await user.selectOptions(sortSelect(), 'Default order')
    expect(address()).toBe('/staging/pets')
    expect(await names()).toEqual(['9', '-3', '12'])
  })

  test('sends no request', async () => {
    const { user } = await openThreePets()
    await user.click(idButton())
    await user.selectOptions(sortSelect(), 'Name, Z to A')
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
  })
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

/** Holds the response to each list back until the test lets it arrive. */
function holdLists() {
  for (const status of ['available', 'pending', 'sold'] as const) petstore.db.create({ name: status, status })
  const held = new Map<string, () => void>()
  petstore.onList(({ searchParams }) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    held.set(searchParams.get('status') ?? 'all', () => resolve(undefined))
    return promise
  })
  return {
    letArrive: async (list: 'all' | 'available' | 'sold') => {
      await waitFor(() => expect([...held.keys()]).toContain(list))
      held.get(list)?.()
      held.delete(list)
    },
  }
}

const show = (user: UserEvent, name: string) => user.click(screen.getByRole('radio', { name }))

/** Opens the list, which has all three pets. */
async function openAll() {
  const { letArrive } = holdLists()
  const app = renderApp('/staging/pets')
  await letArrive('all')
  expect(await names()).toHaveLength(3)
  return { ...app, letArrive }
}

/** Opens the list of sold pets with the focus on a button, and returns to a list that loads. */
async function returnToLoadingListFromButton() {
  const { user, back, letArrive } = await openAll()
  await show(user, 'Available')
  await show(user, 'Sold')
  await letArrive('available')
  await letArrive('sold')
  await waitFor(async () => expect(await names()).toEqual(['sold']))
  const download = screen.getByRole('button', { name: 'Download CSV' })
  download.focus()
  back()
  return { download, letArrive }
}

const petList = () => screen.getByRole('region', { name: 'List' })

describe('while it loads', () => {
  test('the list is busy until its pets are there', async () => {
    const { letArrive } = holdLists()
    renderApp('/staging/pets')
    await waitFor(() => expect(petList()).toHaveAttribute('aria-busy', 'true'))
    await letArrive('all')
    await names()
    expect(petList()).not.toHaveAttribute('aria-busy')
  })

  test('the rows of the list before stay', async () => {
    const { user } = await openAll()
    await show(user, 'Sold')
    expect(petList()).toHaveAttribute('aria-busy', 'true')
    expect(await names()).toHaveLength(3)
  })

  test('nothing can be done with rows that are about to be replaced', async () => {
    const { user, letArrive } = await openAll()
    await show(user, 'Sold')
    expect(screen.getByText('Print labels').closest('[inert]')).toBeInTheDocument()
    await letArrive('sold')
    await waitFor(async () => expect(await names()).toEqual(['sold']))
    expect(screen.getByText('Print labels').closest('[inert]')).not.toBeInTheDocument()
  })

  test('the last filter wins, even if an earlier one is answered later', async () => {
    const { user, letArrive } = await openAll()
    await show(user, 'Available')
    await show(user, 'Sold')
    await letArrive('sold')
    await waitFor(async () => expect(await names()).toEqual(['sold']))
    await letArrive('available')
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await letArrive('sold')
    expect(await names()).toEqual(['sold'])
  })

  test('a button that does nothing meanwhile passes the focus on to the page', async () => {
    await returnToLoadingListFromButton()
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  test('a button does not take the focus back from somebody who has gone elsewhere', async () => {
    const { download, letArrive } = await returnToLoadingListFromButton()
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    const elsewhere = screen.getByRole('link', { name: 'Skip to main content' })
    elsewhere.focus()
    await letArrive('available')
    await waitFor(() => expect(download.closest('[inert]')).not.toBeInTheDocument())
    elsewhere.blur()
    // The app looks after the focus whenever the page changes.
    document.body.append(document.createElement('i'))
    await Promise.resolve()
    expect(document.body).toHaveFocus()
  })
})

/** Presses the radio button of a filter before the rows of the last filter were painted. */
function pressEarly(name: string): void {
  const radio = screen.getByRole('radio', { name })
  const click = createEvent.click(radio)
  Object.defineProperty(click, 'timeStamp', { value: 1 })
  fireEvent(radio, click)
  expect(radio).toBeChecked()
}

/** Opens the list of all pets, and presses "Available" and then, too early, "Pending". */
async function passThroughAvailable() {
  for (const status of ['available', 'pending', 'sold'] as const) petstore.db.create({ name: status, status })
  const advance = fakeTime()
  const app = renderApp('/staging/pets')
  expect(await names()).toHaveLength(3)
  await show(app.user, 'Available')
  await waitFor(async () => expect(await names()).toEqual(['available']))
  pressEarly('Pending')
  return { ...app, advance }
}

const requestedFilters = () =>
  petstore.requestLines().map((line) => new URLSearchParams(line.split('?')[1]).get('status'))

describe('filters that are chosen before the rows of the last one are painted', () => {
  test('are requested and shown once no more presses come, and only the last one', async () => {
    const { address } = await passThroughAvailable()
    pressEarly('Sold')
    expect(await names()).toEqual(['available'])
    await waitFor(async () => expect(await names()).toEqual(['sold']))
    expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
    expect(address()).toBe('/staging/pets?status=sold')
    expect(requestedFilters()).toEqual([null, 'available', 'sold'])
  })

  test('have a history entry each, to which "Back" leads', async () => {
    const { back, address, advance } = await passThroughAvailable()
    await waitFor(async () => expect(await names()).toEqual(['pending']))
    back()
    await waitFor(async () => expect(await names()).toEqual(['available']))
    expect(screen.getByRole('radio', { name: 'Available' })).toBeChecked()
    await advance(1000)
    expect(address()).toBe('/staging/pets?status=available')
  })

  test('can be undone with "Back" before the rows of the last one are shown', async () => {
    const { back, advance } = await passThroughAvailable()
    back()
    await advance(1000)
    expect(screen.getByRole('radio', { name: 'Available' })).toBeChecked()
    expect(await names()).toEqual(['available'])
    expect(requestedFilters()).not.toContain('pending')
  })

  test('do not delay one that is chosen later', async () => {
    const { user } = await passThroughAvailable()
    await waitFor(async () => expect(await names()).toEqual(['pending']))
    await show(user, 'All')
    expect(await names()).toHaveLength(3)
  })
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
