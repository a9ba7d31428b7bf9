// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay } from 'msw'
import { HttpResponse } from 'msw/http'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openImportStore } from '#src/importer/indexeddb-import-store.ts'
import type { NextResponse } from '#src/mocks/controls.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'
import { saveImport } from '#tests/support/save-import.ts'

const petstore = usePetstoreServer()

const posts = () => petstore.received.filter(({ method }) => method === 'POST')

const nameField = () => screen.getByRole('textbox', { name: 'Name' })

async function fill(user: UserEvent, name: string, category: string) {
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  if (name !== '') await user.type(nameField(), name)
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), category)
}

const categoryField = () => screen.getByRole('textbox', { name: 'Category ID' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const selected = () => screen.queryByRole('option', { selected: true })?.textContent
const note = () => screen.queryByRole('note', { name: 'Similar pets' })

/** Chooses a category from the list of the field, whatever is in the field. */
async function choose(user: UserEvent, label: string) {
  const field = screen.getByRole('textbox', { name: 'Category ID' })
  await user.clear(field)
  await user.click(field)
  await user.click(screen.getByRole('option', { name: new RegExp(`^${label}`) }))
}

/** A button of the open dialog. */
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const add = (user: UserEvent) => press(user, 'Add pet')
const visit = (user: UserEvent, name: string) => user.click(screen.getByRole('link', { name }))

/** The message about an added pet. */
const added = () => screen.findByText(/^added\b/)

const UNKNOWN = /Rex may have been added, but Staging did not confirm it/

/** Opens the app and adds a pet. */
async function addPet(name = 'Rex', category = '1') {
  const app = renderApp('/staging/pets/new')
  await fill(app.user, name, category)
  await add(app.user)
  return app
}

/** Opens the app and adds Rex, but the response is lost. */
async function loseRex(nextResponse: NextResponse = 'lost-after') {
  petstore.controls.set({ nextResponse })
  const app = await addPet()
  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  return app
}

test('adds a pet with all digits of its category ID and resets the form', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '9223372036854775807')
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await add(user)

  expect(await added()).toHaveTextContent(/^Rex added \(ID \d+\)$/)
  expect(posts().map(({ body }) => body)).toEqual([
    '{"name":"Rex","categoryId":9223372036854775807,"status":"pending"}',
  ])
  const entry = within(screen.getByRole('list', { name: 'Just added' })).getByRole('link', { name: 'Rex' })
  expect(entry).toHaveAttribute('href', `/staging/pets/${petstore.db.all()[0]?.id}`)
  expect(nameField()).toHaveValue('')
  expect(nameField()).toHaveFocus()
  expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
})

test('accepts a category label, and omits a status that is not set', async () => {
  await addPet('Tom', 'cats')

  await added()
  expect(posts().map(({ body }) => body)).toEqual(['{"name":"Tom","categoryId":2}'])
})

test.each([
  ['', '1', 'Name', 'Enter a name'],
  ['  ', '1', 'Name', 'Enter a name'],
  ['Rex', ' ', 'Category ID', 'Enter a category ID'],
  ['Rex', '1.5', 'Category ID', 'Choose a category or enter a whole number, such as 12'],
  ['Rex', '9223372036854775808', 'Category ID', 'between -9223372036854775808 and 9223372036854775807'],
])(
  'name "%s" with category "%s" is invalid at the field %s, and nothing is sent',
  async (name, category, field, message) => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, name, category)
    const input = screen.getByRole('textbox', { name: field })
    expect(input).toBeValid()
    await add(user)

    await waitFor(() => expect(input).toHaveFocus())
    expect(screen.getAllByRole('textbox').filter((one) => one.matches('[aria-invalid]'))).toEqual([input])
    expect(input).toBeInvalid()
    expect(input).toBeRequired()
    expect(input).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(screen.getByRole('textbox', { name: 'Category ID' })).toHaveValue(category)
    expect(posts()).toEqual([])
  },
)

test('with two invalid fields both have a message, and the first one gets the focus', async () => {
  const { user } = renderApp('/staging/pets/new')
  await add(user)

  await waitFor(() => expect(nameField()).toHaveFocus())
  expect(nameField()).toHaveAccessibleDescription(/Enter a name/)
  expect(screen.getByRole('textbox', { name: 'Category ID' })).toBeInvalid()
  expect(screen.getByText('Enter a category ID')).toBeVisible()
})

test('also after a pet was added, the first invalid field gets the focus', async () => {
  const { user } = await addPet()
  await added()
  await add(user)
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Category ID' })).toBeInvalid())
  expect(nameField()).toHaveFocus()
})

test('choosing a label clears the error of the category field, also one from the service, and no other error', async () => {
  petstore.onCreate(() => errorResponse(400, 'categoryId 5 does not exist', 'unknown_category'))
  const { user } = renderApp('/staging/pets/new')
  await fill(user, '', 'five')
  await add(user)
  await waitFor(() => expect(categoryField()).toBeInvalid())
  await choose(user, 'Cats')
  expect(categoryField()).toBeValid()
  expect(nameField()).toBeInvalid()

  await user.clear(categoryField())
  await fill(user, 'Rex', '5')
  await add(user)
  await waitFor(() => expect(categoryField()).toHaveAccessibleDescription(/does not exist/))
  await choose(user, 'Cats')
  expect(categoryField()).toBeValid()
  petstore.restore()
  await add(user)
  await added()
  expect(posts().at(-1)?.body).toBe('{"name":"Rex","categoryId":2}')
})

test('a category that nobody knows is said while it is typed; "Just added" has the category', async () => {
  const { user } = await addPet('Rex', 'cats')
  await added()
  expect(screen.getByRole('list', { name: 'Just added' })).toHaveTextContent(/ID \d+ · Cats · /)
  await fill(user, 'Max', 'lizard')
  expect(categoryField()).toHaveAccessibleDescription('No category “lizard”. Choose one or enter its ID')
  await user.clear(categoryField())
  await user.type(categoryField(), '12')
  expect(categoryField()).toHaveAccessibleDescription('Choose a category or enter its ID')
  await add(user)
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Just added' })).toHaveTextContent('Category 12 ·'),
  )
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
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Birds (ID 5)'])
})

test('pressing the button several times, also after leaving the page, sends one POST', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add pet' })
  for (let time = 0; time < 2; time++) {
    button.click()
    button.form?.requestSubmit()
  }
  await user.keyboard('{Enter}')
  await user.dblClick(button)
  await visit(user, 'Pets')
  await visit(user, 'Add pet')
  await user.type(await screen.findByRole('textbox', { name: 'Category ID' }), '{Enter}')
  expect(screen.getByRole('button', { name: 'Adding…' })).toHaveAttribute('aria-disabled', 'true')
  response.resolve(HttpResponse.json({ id: 7, name: 'Rex', categoryId: 1 }, { status: 201 }))

  await added()
  expect(posts()).toHaveLength(1)
})

test('shows a rejection at the field that it names, and keeps the values until the pet is added', async () => {
  petstore.onCreate(() => errorResponse(400, 'categoryId 5 does not exist', 'unknown_category'))
  const { user } = await addPet('Rex', '5')

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'categoryId 5 does not exist (unknown_category · HTTP 400)',
  )
  const field = screen.getByRole('textbox', { name: 'Category ID' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(/does not exist.*unknown_category.*400/)
  await waitFor(() => expect(field).toHaveFocus())
  expect(nameField()).toHaveValue('Rex')
  petstore.restore()
  await user.type(field, '1')
  await add(user)
  await added()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Category ID' })).toBeValid()
  expect(posts()).toHaveLength(2)
})

test.each([
  ['HTTP 400', () => errorResponse(400, 'Not on a Sunday', 'closed'), /Not on a Sunday.*closed · HTTP 400/],
  ['HTTP 403', () => errorResponse(403, 'This key only reads'), /This key only reads.*HTTP 403/],
  ['413 and HTML', () => new HttpResponse('<html>', { status: 413 }), /Staging rejected this request.*413/],
  ['429 and no body', () => new HttpResponse(null, { status: 429 }), /Staging is busy.*429/],
])(
  'shows a rejection that names no field above the form, and keeps the values: %s',
  async (_case, response, text) => {
    petstore.onCreate(response)
    const { user } = await addPet()

    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text)
    expect(alert).not.toHaveTextContent('<html')
    expect(nameField()).toHaveValue('Rex')
    expect(screen.getByRole('textbox', { name: 'Category ID' })).toHaveValue('1')
    expect(posts()).toHaveLength(1)
    petstore.restore()
    await add(user)
    await added()
  },
)

test.each([
  ['a broken connection', () => HttpResponse.error(), /Staging/],
  ['HTTP 408', () => errorResponse(408), /The message.*some_code · HTTP 408/],
  ['HTTP 500', () => errorResponse(500), /The message.*some_code · HTTP 500/],
  ['HTTP 503', () => errorResponse(503), /The message.*some_code · HTTP 503/],
  ['HTTP 502 without an Error body', () => new HttpResponse('<html></html>', { status: 502 }), /Staging/],
])(
  'after %s the outcome is unknown, the form keeps its values and nothing is retried',
  async (_case, response, text) => {
    petstore.onCreate(response)
    await addPet()

    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(UNKNOWN)
    expect(alert).toHaveTextContent('Check before you add it again')
    expect(alert).toHaveTextContent(text)
    expect(screen.getByRole('main')).not.toHaveTextContent(/fail|not added/i)
    expect(nameField()).toHaveValue('Rex')
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

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  window.dispatchEvent(new Event('online'))
  await press(user, 'Check for it')
  await screen.findByText(/Not found in the full list/)
  expect(posts()).toHaveLength(1)
})

/** Shows the list, with an older pet of the same name that must not be mistaken for the one that is added now. */
async function loseRexBesideAnother(nextResponse: NextResponse) {
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('1 pet')
  await visit(user, 'Add pet')
  petstore.controls.set({ nextResponse })
  await fill(user, 'Rex', '1')
  await add(user)
  await press(user, 'Check for it')
  return user
}

test('finds a pet whose response was lost, and confirms it on request', async () => {
  const user = await loseRexBesideAnother('lost-after')
  await press(user, 'Yes, this is it')

  expect(await added()).toHaveTextContent('Rex added (ID 1002)')
  const entries = within(screen.getByRole('list', { name: 'Just added' })).getAllByRole('link')
  expect(entries.map((entry) => entry.textContent)).toEqual(['Rex'])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('')
  expect(petstore.db.all()).toHaveLength(2)
  expect(posts()).toHaveLength(1)
})

test('sends a pet again when the complete list does not contain it', async () => {
  const user = await loseRexBesideAnother('lost-before')
  expect(await screen.findByText(/Not found in the full list/)).toBeVisible()
  expect(posts()).toHaveLength(1)
  await press(user, 'Add it again')
  await user.dblClick(inDialog('Add it again'))

  expect(await added()).toBeVisible()
  const [first, second, ...others] = posts()
  expect(second?.body).toBe(first?.body)
  expect(others).toEqual([])
  expect(petstore.db.all()).toHaveLength(2)
})

test('each check for an unknown pet requests the lists again', async () => {
  const { user } = await loseRex('lost-before')
  await press(user, 'Check for it')
  await screen.findByText(/Not found in the full list/)

  // The POST arrives late.
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  await press(user, 'Check again')

  expect(await screen.findByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test.each(['lost-before', 'lost-after'] as const)(
  'says that it cannot tell when the list is truncated and does not contain the pet: %s',
  async (nextResponse) => {
    const others = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Mochi', categoryId: 2 }))
    petstore.onList(() => HttpResponse.json(others))
    const { user } = await loseRex(nextResponse)
    await press(user, 'Check for it')

    expect(await screen.findByText(/at most 100 pets per list/)).toHaveTextContent(/could create a duplicate/)
    expect(screen.getByRole('button', { name: 'Add it again' })).toBeVisible()
    expect(posts()).toHaveLength(1)
  },
)

test.each([
  ['an empty body', () => new HttpResponse(null, { status: 201 })],
  ['a truncated body', () => new HttpResponse('{"id":1001,"na', { status: 201 })],
  ['a page of HTML', () => new HttpResponse('<html></html>', { status: 200 })],
  ['another shape', () => HttpResponse.json({ ok: true }, { status: 201 })],
  ['a pet without an ID', () => HttpResponse.json({ name: 'Rex', categoryId: 1 }, { status: 201 })],
])('a successful response with %s counts as added', async (_case, response) => {
  petstore.onCreate(response)
  await addPet()

  expect(await added()).toHaveTextContent('Rex added. Staging did not return an ID.')
  const entry = within(screen.getByRole('list', { name: 'Just added' })).getByRole('listitem')
  expect(entry).toHaveTextContent('Rex')
  expect(within(entry).queryByRole('link', { name: 'Rex' })).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('')
  expect(nameField()).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(posts()).toHaveLength(1)
})

test('a POST that was pending during a reload has an unknown outcome', async () => {
  petstore.onCreate(() => delay('infinite') as Promise<never>)
  const first = await addPet()
  onTestFinished(() => first.services.forEnvironment('staging')?.session.signOut())
  await screen.findByRole('button', { name: 'Adding…' })
  first.unmount()

  renderApp('/staging/pets/new')

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  expect(posts()).toHaveLength(1)
})

test('reloads the lists after a pet was added', async () => {
  const { user } = renderApp('/staging/pets')
  await screen.findByText('No pets in Staging yet')
  await visit(user, 'Add pet')
  await fill(user, 'Rex', '1')
  await add(user)
  await added()
  await visit(user, 'Pets')

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
})

test('an unknown pet is not forgotten after adding a second one, nor after a reload', async () => {
  const first = await loseRex()
  await first.user.clear(screen.getByRole('textbox', { name: 'Category ID' }))
  await fill(first.user, 'Mog', '2')
  await add(first.user)
  await added()
  expect(screen.getByRole('alert')).toHaveTextContent(UNKNOWN)
  first.unmount()

  const { user } = renderApp('/staging/pets/new')
  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  await user.type(nameField(), 'Next')
  await press(user, 'Check for it')
  await press(user, 'Yes, this is it')

  expect(await added()).toHaveTextContent(/Rex added \(ID/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('Next')
  expect(petstore.db.all()).toHaveLength(2)
})

test('sending an unknown pet again asks first, and says that it was not checked', async () => {
  const { user } = await loseRex()
  await add(user)

  const dialog = await screen.findByRole('dialog', { name: 'Add this pet again?' })
  expect(dialog).toHaveTextContent(/Rex may have been added.*It has not been checked yet/)
  await user.click(inDialog('Cancel'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toBeVisible()
  expect(posts()).toHaveLength(1)
})

test.each([
  [400, 'Not on a Sunday'],
  [429, 'Slow down'],
])('an unknown pet that is sent again and answered with HTTP %i stays unknown', async (status, message) => {
  const { user } = await loseRex()
  petstore.onCreate(() => errorResponse(status, message))
  await add(user)
  await user.click(inDialog('Add it again'))

  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  const [unknown, rejection] = screen.getAllByRole('alert')
  expect(unknown).toHaveTextContent(UNKNOWN)
  expect(rejection).toHaveTextContent(`Rex was not added this time. Staging said: ${message}`)
  petstore.restore()
  await add(user)
  expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
  expect(posts()).toHaveLength(2)
  expect(petstore.db.all()).toHaveLength(1)
})

test('"Leave it" removes the alert and is remembered; sending the pet again still asks', async () => {
  const first = await loseRex()
  await press(first.user, 'Leave it')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByText(/You left/)).toHaveTextContent('You left Rex unconfirmed. It may be in Staging.')
  expect(document.body).not.toHaveFocus()
  first.unmount()

  const { user } = renderApp('/staging/pets/new')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await add(user)
  expect(await screen.findByRole('dialog')).toHaveTextContent(/You left Rex unconfirmed/)
  expect(posts()).toHaveLength(1)
})

test('an outcome that arrives while another page is open is not lost', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const { user } = await addPet()
  await visit(user, 'Pets')
  await screen.findByRole('heading', { name: 'Pets' })
  response.resolve(errorResponse(500))
  await visit(user, 'Add pet')

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
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
  await visit(user, 'Pets')
  await screen.findByRole('heading', { name: 'Pets' })
  expect(asksBeforeUnload()).toBe(true)
  response.resolve(errorResponse(400))
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
})

test('signing out clears the added pets but keeps unknown ones', async () => {
  const { user, services } = await addPet('Mog', '2')
  await screen.findByRole('list', { name: 'Just added' })
  petstore.controls.set({ nextResponse: 'lost-after' })
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))
  await screen.findByRole('heading', { name: 'Sign in' })
  act(() => services.forEnvironment('staging')?.session.signIn(KEY, false))

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  expect(screen.queryByRole('list', { name: 'Just added' })).not.toBeInTheDocument()
})

test('an unknown pet of one environment does not show up in another', async () => {
  const first = await loseRex()
  act(() => first.services.forEnvironment('production')?.session.signIn(KEY, false))
  first.unmount()
  renderApp('/production/pets/new')

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('the list of categories is used by keys: what is typed finds one, Enter and Tab take it, and nothing is sent', async () => {
  const { user } = renderApp('/staging/pets/new', {
    categories: new Map([
      ['1', 'Dogs'],
      ['31', 'Hamsters'],
      ['4', 'Champion hams'],
      ['120', '31'],
    ]),
  })
  await fill(user, 'Rex', 'ham')
  expect(options()).toEqual(['Hamsters (ID 31)', 'Champion hams (ID 4)'])
  expect(selected()).toBe('Hamsters (ID 31)')
  expect(categoryField()).toHaveAttribute(
    'aria-activedescendant',
    screen.getByRole('option', { selected: true }).id,
  )
  await user.keyboard('{ArrowDown}')
  expect(selected()).toBe('Champion hams (ID 4)')
  await user.keyboard('{Enter}')
  expect(categoryField()).toHaveValue('Champion hams')
  expect(categoryField()).toHaveFocus()
  expect(categoryField()).toHaveAccessibleDescription('Champion hams (ID 4)')
  expect(options()).toEqual([])

  // All of them again, from the chosen one.
  await user.keyboard('{ArrowDown}')
  expect(selected()).toBe('Champion hams (ID 4)')
  expect(options()).toHaveLength(4)
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])

  await user.clear(categoryField())
  await user.type(categoryField(), 'Ham')
  await user.tab()
  expect(categoryField()).toHaveValue('Hamsters')
  expect(screen.getByRole('radio', { name: 'Not set' })).toHaveFocus()

  // A number is what it is, also one that the ID or the name of a category starts with.
  await user.clear(categoryField())
  await user.type(categoryField(), '3')
  expect(options()).toEqual([])
  await user.keyboard('{ArrowDown}{Escape}')
  await user.tab()
  expect(categoryField()).toHaveValue('3')

  // This label would be taken for the ID of hamsters.
  await user.clear(categoryField())
  await user.click(categoryField())
  await user.click(screen.getByRole('option', { name: '31 (ID 120)' }))
  expect(categoryField()).toHaveValue('120')
  expect(posts()).toEqual([])
})

test('with "Keep category and status", ten pets take ten names and ten presses of Enter', async () => {
  const { user } = renderApp('/staging/pets/new')
  const keep = await screen.findByRole('checkbox', { name: 'Keep category and status' })
  expect(keep).not.toBeChecked()
  await user.click(keep)
  await fill(user, '', 'Cats')
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await user.click(nameField())
  const names = Array.from({ length: 10 }, (_, index) => `Kitten ${index + 1}`)
  for (const name of names) {
    await user.keyboard(`${name}{Enter}`)
    await screen.findByRole('link', { name })
    await waitFor(() => expect(nameField()).toHaveValue(''))
    expect(nameField()).toHaveFocus()
  }
  expect(posts().map(({ body }) => body)).toEqual(
    names.map((name) => `{"name":"${name}","categoryId":2,"status":"pending"}`),
  )

  await user.click(keep)
  await user.type(nameField(), 'Last{Enter}')
  await screen.findByRole('link', { name: 'Last' })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Category ID' })).toHaveValue(''))
  expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
})

test('"Keep category and status" is remembered for the tab', async () => {
  const { user, unmount } = renderApp('/staging/pets/new')
  await user.click(await screen.findByRole('checkbox', { name: 'Keep category and status' }))
  unmount()
  renderApp('/staging/pets/new')
  expect(await screen.findByRole('checkbox', { name: 'Keep category and status' })).toBeChecked()
})

const SCANNED_KEY_MS = 2

/** As fast as a scanner of bar codes: all at once, and the end of the line is CR and LF. */
async function scan(user: UserEvent, code: string) {
  const start = performance.now()
  let keys = 0
  // However long the test takes for them.
  const pin = (event: Event) => {
    Object.defineProperty(event, 'timeStamp', { value: start + keys++ * SCANNED_KEY_MS })
  }
  window.addEventListener('keydown', pin, true)
  await user.keyboard(`${code}{Enter}{Enter}`)
  window.removeEventListener('keydown', pin, true)
}

const CODE = '978020137962401234567890123456'

test('a scanned code fills Name and leads to the category; with a category, it is sent once', async () => {
  const { user } = renderApp('/staging/pets/new')
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await scan(user, CODE)
  expect(nameField()).toHaveValue(CODE)
  expect(categoryField()).toHaveFocus()
  expect(categoryField()).toBeValid()
  expect(posts()).toEqual([])

  await user.clear(nameField())
  await user.type(categoryField(), '1')
  await user.click(nameField())
  await scan(user, CODE)
  await added()
  expect(posts().map(({ body }) => body)).toEqual([`{"name":"${CODE}","categoryId":1}`])
  expect(nameField()).toBeValid()
})

/** The form with a category that stays, and the focus in Name. */
async function openKept() {
  const app = renderApp('/staging/pets/new')
  await app.user.click(await screen.findByRole('checkbox', { name: 'Keep category and status' }))
  await app.user.type(categoryField(), '2')
  await app.user.click(nameField())
  return app
}

/** The next POST gets its response when the test says so. */
function holdPost() {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  return (body: Response) => {
    petstore.restore()
    response.resolve(body)
  }
}

const names = () => posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

const NOT_TAKEN = /Some of what you typed was not taken/

test('the next name is typed while a pet is sent, and its Enter sends it once that one was added', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await scan(user, 'AAA')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(
    screen.getByText((_text, element) => element?.textContent === 'Adding AAA…', { selector: 'p' }),
  ).toBeVisible()
  await user.keyboard('BBC{Backspace}B')
  expect(nameField()).toHaveValue('BBB')
  await scan(user, '')
  // One may wait. What follows is taken whole or not at all.
  await user.keyboard('CC')
  expect(await screen.findByText(NOT_TAKEN)).toBeVisible()
  expect(names()).toEqual(['AAA'])
  respond(Response.json({ id: 7, name: 'AAA', categoryId: 2 }, { status: 201 }))
  await screen.findByRole('link', { name: 'BBB' })
  await user.keyboard('C{Enter}')
  expect(nameField()).toHaveValue('')
  await waitFor(() => expect(nameField()).not.toHaveAttribute('readonly'), { timeout: 3000 })
  await scan(user, 'CCC')
  await screen.findByRole('link', { name: 'CCC' })
  expect(screen.queryByText(NOT_TAKEN)).not.toBeInTheDocument()
  expect(names()).toEqual(['AAA', 'BBB', 'CCC'])
})

test.each([
  ['rejected', () => errorResponse(429, 'not now', 'busy')],
  ['unknown', () => new HttpResponse(null, { status: 503 })],
])('a next name that was entered is not sent when the first pet is %s', async (_outcome, response) => {
  const { user } = await openKept()
  const respond = holdPost()
  await scan(user, 'AAA')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('BBB{Enter}')
  respond(response())
  expect(await screen.findByRole('alert')).toHaveTextContent('AAA')
  expect(nameField()).toHaveValue('BBB')
  expect(names()).toEqual(['AAA'])
  await waitFor(() => expect(nameField()).not.toHaveAttribute('readonly'))
  await user.keyboard('{Shift}{Enter}')
  await screen.findByRole('link', { name: 'BBB' })
  expect(names()).toEqual(['AAA', 'BBB'])
})

test('two animals of one name are two pets, also when the second is typed while the first is sent', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('Goldfish{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('Goldfish{Enter}')
  respond(Response.json({ id: 7, name: 'Goldfish', categoryId: 2 }, { status: 201 }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Goldfish' }).length).toBeGreaterThan(1))
  expect(names()).toEqual(['Goldfish', 'Goldfish'])
})

test('the status of the next pet can be chosen while a pet is sent', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('AAA{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
  respond(Response.json({ id: 7, name: 'AAA', categoryId: 2 }, { status: 201 }))
  await screen.findByRole('link', { name: 'AAA' })
  await user.type(nameField(), 'BBB{Enter}')
  await screen.findByRole('link', { name: 'BBB' })
  expect(posts().map(({ body }) => body)).toEqual([
    '{"name":"AAA","categoryId":2}',
    '{"name":"BBB","categoryId":2,"status":"sold"}',
  ])
})

test('the name of a pet that was rejected comes back, also when the page was left meanwhile', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('AAA{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await visit(user, 'Pets')
  respond(errorResponse(400, 'name is taken', 'taken'))
  await visit(user, 'Add pet')
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(/taken/))
  expect(nameField()).toHaveValue('AAA')
})

test('a rejection is not about the next pet, whose name is in the form', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('AAA{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('BB')
  respond(errorResponse(400, 'name is taken', 'taken'))
  expect(await screen.findByRole('alert')).toHaveTextContent('AAA was not added. Staging said: name is taken')
  await user.keyboard('B')
  expect(nameField()).toHaveValue('BBB')
  expect(nameField()).toBeValid()
})

test('sent by Enter in the category field, a pet leaves the focus in Name', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '2')
  await user.keyboard('{Enter}')
  await added()
  expect(nameField()).toHaveFocus()
})

test('what is typed in a dialog while a pet is sent is not missed by the form', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '2')
  const respond = holdPost()
  await add(user)
  await waitFor(() => expect(posts()).toHaveLength(1))
  await press(user, 'Find a pet')
  await user.type(await screen.findByRole('combobox', { name: 'Name, category or ID' }), 'bella')
  await user.keyboard('{Escape}')
  respond(Response.json({ id: 7, name: 'Rex', categoryId: 2 }, { status: 201 }))
  await added()
  expect(screen.queryByText(NOT_TAKEN)).not.toBeInTheDocument()
  expect(nameField()).not.toHaveAttribute('readonly')
})

test('letters typed after the button was pressed are the next name, or none of it', async () => {
  const { user } = await openKept()
  await user.keyboard('Rex')
  const respond = holdPost()
  await add(user)
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('Be')
  respond(Response.json({ id: 7, name: 'Rex', categoryId: 2 }, { status: 201 }))
  await added()
  await user.keyboard('lla')
  expect(nameField()).toHaveValue('Bella')
})

test('without "Keep category and status", nothing typed while a pet is sent is taken, also its end is not', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '2')
  const respond = holdPost()
  await add(user)
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('Be')
  respond(Response.json({ id: 7, name: 'Rex', categoryId: 2 }, { status: 201 }))
  await added()
  expect(nameField()).toHaveFocus()
  await user.keyboard('lla')
  expect(nameField()).toHaveValue('')
  expect(screen.getByText(NOT_TAKEN)).toBeVisible()
})

test('a scan with the focus on a status sends nothing', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '2')
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await scan(user, 'xyz')
  expect(posts()).toEqual([])
})

test('a status that was changed to "Not set" stays so after a pet was rejected', async () => {
  petstore.onCreate(() => errorResponse(429, 'not now', 'busy'))
  const { user } = renderApp('/staging/pets/new?categoryId=2&status=sold')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rex')
  await user.click(screen.getByRole('radio', { name: 'Not set' }))
  await add(user)
  await screen.findByRole('alert')
  petstore.restore()
  await add(user)
  await added()
  expect(posts().map(({ body }) => body)).toEqual(Array(2).fill('{"name":"Rex","categoryId":2}'))
})

test.each(['981', '4006381'])('a second scan, "%s", is not the category', async (code) => {
  const { user } = renderApp('/staging/pets/new')
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await scan(user, '9780201')
  await scan(user, code)
  expect(categoryField()).toHaveAccessibleDescription(/Check this category ID/)
  expect(posts()).toEqual([])
})

test('after a pet is rejected, what is scanned next takes the place of its name', async () => {
  const { user } = await openKept()
  petstore.onCreate(() => errorResponse(429, 'not now', 'busy'))
  await scan(user, '4006381333931')
  await screen.findByRole('alert')
  petstore.restore()
  await scan(user, '5000112637922')
  await added()
  expect(names()).toEqual(['4006381333931', '5000112637922'])
})

test('after a pet is unknown, the same code scanned once more is asked about', async () => {
  const { user } = await openKept()
  petstore.onCreate(() => new HttpResponse(null, { status: 503 }))
  await scan(user, '4006381333931')
  await screen.findByRole('alert')
  petstore.restore()
  await scan(user, '4006381333931')
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(names()).toEqual(['4006381333931'])
})

test('a second scan is not the category: fast keys are not sent before they are looked at', async () => {
  const { user } = renderApp('/staging/pets/new')
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await scan(user, '9780201379624')
  await scan(user, '4006381333931')
  expect(categoryField()).toHaveAccessibleDescription(/Check this category ID, then press Enter again/)
  expect(posts()).toEqual([])
  await add(user)
  await added()
  expect(posts()).toHaveLength(1)
})

test.each([
  ['of a scan, one of which comes late', [0, 5, 10, 70, 75, 80, 85], false],
  ['of a person', [0, 90, 150, 230, 300, 390, 450], true],
  ['of a person who presses Enter after a while', [0, 20, 40, 60, 80, 100, 300], true],
])('Enter after the keys %s: %j, sends them as a category: %s', async (_whose, times, isSent) => {
  const { user } = renderApp('/staging/pets/new')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rex')
  fireEvent.change(categoryField(), { target: { value: '981203' } })
  const keyDown = (key: string, at: number | undefined) => {
    const event = createEvent.keyDown(categoryField(), { key })
    Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + (at ?? NaN) })
    return fireEvent(categoryField(), event)
  }
  for (const [index, key] of '981203'.split('').entries()) keyDown(key, times[index])
  expect(keyDown('Enter', times.at(-1))).toBe(isSent)
})

test('part of a label and two ends of a line choose the category, and send nothing', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', 'ca')
  await scan(user, '')
  expect(categoryField()).toHaveValue('Cats')
  expect(posts()).toEqual([])
})

test('a held Enter, one that ends a composition and one on the check box send nothing', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '2')
  fireEvent.keyDown(categoryField(), { key: 'Enter', repeat: true })
  await user.click(screen.getByRole('checkbox', { name: 'Keep category and status' }))
  await user.keyboard('{Enter}')
  await user.clear(categoryField())
  await user.type(categoryField(), 'ca')
  fireEvent.keyDown(categoryField(), { key: 'Enter', isComposing: true })
  expect(categoryField()).toHaveValue('ca')
  await user.click(nameField())
  fireEvent.keyDown(nameField(), { key: 'Enter', isComposing: true })
  expect(nameField()).toHaveFocus()
  expect(posts()).toEqual([])
})

test('Enter leads to the empty field, and says what is missing only when both are empty', async () => {
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Category ID' })
  await user.type(categoryField(), '5{Enter}')
  expect(nameField()).toHaveFocus()
  expect(nameField()).toBeValid()
  await user.clear(categoryField())
  await user.type(nameField(), 'R{Backspace}{Enter}')
  await waitFor(() => expect(nameField()).toBeInvalid())
  expect(categoryField()).toBeInvalid()
  expect(posts()).toEqual([])
})

test('similar pets of the loaded lists and of this visit are named; nothing is requested or blocked', async () => {
  const rex = petstore.db.create({ name: 'Rex', categoryId: int64('2'), status: 'sold' })
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await user.click((await screen.findAllByRole('link', { name: 'Add pet' }))[0] ?? document.body)
  await screen.findByRole('textbox', { name: 'Name' })
  const requests = petstore.requestLines().length
  await fill(user, ' rEX ', 'cat')
  expect(note()).not.toBeInTheDocument()
  await user.keyboard('{Tab}')
  expect(note()).toHaveTextContent(`Staging already has:RexID ${rex.id}Sold`)
  expect(within(note() ?? document.body).getByRole('link')).toHaveAttribute('href', `/staging/pets/${rex.id}`)
  expect(petstore.requestLines()).toHaveLength(requests)
  await add(user)
  await added()
  expect(posts()).toHaveLength(1)
  expect(note()).not.toBeInTheDocument()

  await fill(user, 'Rex', '2')
  expect(within(note() ?? document.body).getAllByRole('link')).toHaveLength(2)
})

test('"Add another like this" of another pet takes the place of what the first one filled in', async () => {
  const [dog, cat] = [
    petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'pending' }),
    petstore.db.create({ name: 'Tom', categoryId: int64('2'), status: undefined }),
  ]
  const { user } = renderApp(`/staging/pets/${dog.id}`)
  await user.click(await screen.findByRole('link', { name: 'Add another like this' }))
  expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue('Dogs')
  await visit(user, 'Pets')
  await user.click(await screen.findByRole('link', { name: cat.name }))
  await user.click(await screen.findByRole('link', { name: 'Add another like this' }))
  expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue('Cats')
  expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
})

test('the address fills what is empty; what was typed before stays', async () => {
  const { user, unmount } = renderApp('/staging/pets/new?categoryId=2&status=sold')
  await screen.findByRole('textbox', { name: 'Name' })
  expect(categoryField()).toHaveValue('Cats')
  expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
  expect(nameField()).toHaveValue('')
  await user.clear(categoryField())
  await user.type(categoryField(), '77')
  unmount()

  renderApp('/staging/pets/new?categoryId=1&status=pending')
  await screen.findByRole('textbox', { name: 'Name' })
  expect(categoryField()).toHaveValue('77')
  expect(posts()).toEqual([])
})

test.each([
  ['?categoryId=9223372036854775807', '9223372036854775807', 'Not set'],
  ['?categoryId=9223372036854775808&status=napping', '', 'Not set'],
  ['?categoryId=Cats&status=', '', 'Not set'],
])('the address %s fills in "%s", %s', async (search, value, status) => {
  renderApp(`/staging/pets/new${search}`)
  expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue(value)
  expect(screen.getByRole('radio', { name: status })).toBeChecked()
})

describe('an import that is not finished', () => {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory()
  })

  const unfinished = [
    { kind: 'added', id: int64('9') },
    { kind: 'unknown', message: '' },
    { kind: 'waiting' },
    { kind: 'rejected', message: 'no' },
  ] as const

  test.each([
    ['pet 2 ', 'May already have been added by an import. Check there first:delivery.csvrow 3'],
    ['Pet 3', 'Still to be added by an import:delivery.csvrow 4'],
  ])('is named while %j is typed', async (name, text) => {
    await saveImport(unfinished)
    const { user, address } = renderApp('/staging/pets/new')
    await fill(user, name, '1')
    await waitFor(() => expect(note()).toHaveTextContent(text))
    await user.click(within(note() ?? document.body).getByRole('link', { name: 'delivery.csv' }))
    expect(address()).toBe('/staging/pets/import#import-x1')
    const item = (await screen.findByRole('button', { name: 'Resume' })).closest('li')
    // Not a button: what is typed next may end with Enter.
    await waitFor(() => expect(item).toHaveFocus())
    expect(posts()).toEqual([])
  })

  test.each([
    ['a row that was added', 'Pet 1', '1', {}],
    ['a rejected row', 'Pet 4', '1', {}],
    ['a row with another category', 'Pet 2', '2', {}],
    ['an import to another address', 'Pet 2', '1', { baseUrl: 'https://elsewhere.test/v1' }],
    ['an import of another environment', 'Pet 2', '1', { environmentId: 'production' }],
  ])('is not named for %s', async (_what, name, category, where) => {
    await saveImport(unfinished, where)
    // Seen in the lists, so that there is a note to wait for.
    petstore.db.create({ name, categoryId: int64(category) })
    const { user } = renderApp('/staging/pets')
    await user.click(await screen.findByRole('link', { name: 'Add a pet' }))
    await fill(user, name, category)
    await waitFor(() => expect(note()).toHaveTextContent('Staging already has:'))
    expect(note()).not.toHaveTextContent('import')
  })

  test('is asked about before a pet is sent that it may have added', async () => {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Pet 2', '1')
    await waitFor(() => expect(note()).toHaveTextContent('row 3'))
    await press(user, 'Add pet')
    const dialog = await screen.findByRole('dialog', { name: 'Add this pet anyway?' })
    expect(dialog).toHaveTextContent(
      'Pet 2May already have been added by an import. Check there first:delivery.csvrow 3',
    )
    // Neither a link nor a button: the second end of a line that a scanner sends does nothing.
    expect(within(dialog).getByRole('heading')).toHaveFocus()
    expect(within(dialog).queryByRole('button', { name: /Check/ })).not.toBeInTheDocument()
    await press(user, 'Cancel')
    expect(dialog).not.toBeInTheDocument()
    expect(posts()).toEqual([])

    await press(user, 'Add pet')
    await press(user, 'Add it anyway')
    expect(await added()).toHaveTextContent(/^Pet 2 added/)
    expect(posts()).toHaveLength(1)
  })

  test('is asked about before a pet is sent that it is still to add, with what is in the store', async () => {
    await saveImport(unfinished)
    petstore.db.create({ name: 'Pet 3', categoryId: int64('1') })
    const { user } = renderApp('/staging/pets')
    await user.click(await screen.findByRole('link', { name: 'Add a pet' }))
    await fill(user, 'Pet 3', '1')
    await press(user, 'Add pet')
    const dialog = await screen.findByRole('dialog', { name: 'Add this pet anyway?' })
    expect(dialog).toHaveTextContent(
      /Staging already has:Pet 3ID \d+AvailableStill to be added by an import:delivery.csvrow 4/,
    )
    expect(posts()).toEqual([])
  })

  test('is asked about once more where another row may have added it since', async () => {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Pet 3', '1')
    await press(user, 'Add pet')
    await screen.findByRole('dialog')
    const journal = await (await openImportStore()).open('x1')
    await journal?.append([{ position: 2, outcome: { kind: 'sending', at: 0 } }])
    await press(user, 'Add it anyway')
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('May already have been added'))
    // A held Enter does not answer what nobody has read.
    expect(within(screen.getByRole('dialog')).getByRole('heading')).toHaveFocus()
    expect(posts()).toEqual([])
  })

  test('is read when "Add pet" is pressed: another window may have lost a row since', async () => {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Pet 1', '1')
    const journal = await (await openImportStore()).open('x1')
    await journal?.append([{ position: 0, outcome: { kind: 'unknown', message: 'lost' } }])
    await press(user, 'Add pet')
    expect(await screen.findByRole('dialog')).toHaveTextContent('row 2')
    expect(posts()).toEqual([])
  })

  test('is asked about without the pets that a key has loaded which has ended since', async () => {
    await saveImport(unfinished)
    petstore.db.create({ name: 'Pet 2', categoryId: int64('1') })
    const { user, services } = renderApp('/staging/pets')
    await user.click(await screen.findByRole('link', { name: 'Add a pet' }))
    await fill(user, 'Pet 2', '1')
    await waitFor(() => expect(note()).toHaveTextContent('Staging already has:'))
    const session = services.forEnvironment('staging')?.session
    act(() => {
      session?.rejectKey(KEY)
      session?.dismissPrompt()
    })
    await press(user, 'Add pet')
    const dialog = await screen.findByRole('dialog', { name: 'Add this pet anyway?' })
    expect(dialog).toHaveTextContent('row 3')
    expect(dialog).not.toHaveTextContent('already has')
  })

  test('is asked about as it was read last where it cannot be read any more', async () => {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Pet 2', '1')
    await waitFor(() => expect(note()).toHaveTextContent('row 3'))
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError')
    })
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    await press(user, 'Add pet')
    expect(await screen.findByRole('dialog')).toHaveTextContent('row 3')
  })

  test('is no longer asked about once another tab has settled it', async () => {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Pet 2', '1')
    await waitFor(() => expect(note()).toHaveTextContent('row 3'))
    await press(user, 'Add pet')
    const dialog = await screen.findByRole('dialog')
    await (await openImportStore()).discard('x1')
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(posts()).toEqual([])
  })

  /** Pastes `rows` into the import page, goes to Add pet, and follows the link to the saved import. */
  async function followLinkWith(rows: string) {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/import')
    await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
    await user.paste(rows)
    return {
      user,
      follow: async () => {
        await user.click(screen.getByRole('link', { name: 'Add pet' }))
        await fill(user, 'Pet 2', '1')
        await user.click(await screen.findByRole('link', { name: 'delivery.csv' }))
      },
    }
  }

  test.each([
    ['rows are being reviewed', 'name,categoryId\nZoe,1', /^Add 1 pet/],
    ['columns are being mapped', 'a,b\nZoe,1', 'Continue'],
  ])('is shown by its link while %s', async (_what, rows, button) => {
    const { follow } = await followLinkWith(rows)
    await screen.findByRole('button', { name: button })
    await follow()
    const item = (await screen.findByRole('button', { name: 'Resume' })).closest('li')
    await waitFor(() => expect(item).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
  })

  test('is shown by its link, and has the focus, once the import that is open was closed', async () => {
    const { user, follow } = await followLinkWith('name,categoryId\nZoe,1')
    await user.click(await screen.findByRole('button', { name: /^Add 1 pet/ }))
    await screen.findByRole('heading', { name: '1 added' })
    await follow()
    expect(await screen.findByText('Close this import to see', { exact: false })).toHaveTextContent(
      'Close this import to see delivery.csv.',
    )
    await press(user, 'Import another file')
    const item = (await screen.findByRole('button', { name: 'Resume' })).closest('li')
    await waitFor(() => expect(item).toHaveFocus())

    // It has been shown: another import is not about it.
    await user.click(screen.getByRole('textbox', { name: 'Or paste rows' }))
    await user.paste('name,categoryId\nAda,1')
    await press(user, 'Add 1 pet')
    await screen.findByRole('heading', { name: '1 added' })
    expect(screen.queryByText('Close this import to see', { exact: false })).not.toBeInTheDocument()
  })

  test('shows, once it is asked to compare, that the store has a pet whose response was lost', async () => {
    const { user } = await loseRex()
    await user.click(screen.getByRole('link', { name: 'Import' }))
    await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
    await user.paste('name,categoryId\nRex,1\nAda,1')
    // Lists that were read before do not answer it.
    await user.click(screen.getByRole('link', { name: 'Overview' }))
    await screen.findByText('Counted the only pet in Staging.')
    petstore.db.create({ name: 'Ada', categoryId: int64('1') })
    await user.click(screen.getByRole('link', { name: 'Import' }))
    await press(user, 'Compare with existing pets')
    expect(await screen.findByText('Compared with all 2 pets in Staging.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Compare again' })).toHaveFocus()
    const hints = await screen.findByRole('list', { name: 'Worth a look' })
    expect(hints).toHaveTextContent('Have the names and categories of listed pets')
    expect(posts()).toHaveLength(1)
  })

  test('is opened without sending what is waiting', async () => {
    await saveImport(unfinished)
    const { user } = renderApp('/staging/pets/import')
    await press(user, 'Open')
    expect(await screen.findByText(/^Checked at/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
    expect(posts()).toEqual([])
  })

  test('is looked at anew when one comes back to the page', async () => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Pet 2', '1')
    expect(note()).not.toBeInTheDocument()
    await saveImport(unfinished)
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(note()).toHaveTextContent('row 3'))
  })
})
