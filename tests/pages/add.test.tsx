// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw/http'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  add,
  added,
  addPet,
  categoryField,
  fill,
  nameField,
  note,
  press,
  UNKNOWN,
  visit,
} from '#tests/support/add-page.ts'
import { errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const selected = () => screen.queryByRole('option', { selected: true })?.textContent

/** Chooses a category from the list of the field, whatever is in the field. */
async function choose(user: UserEvent, label: string) {
  await user.clear(categoryField())
  await user.click(categoryField())
  await user.click(screen.getByRole('option', { name: new RegExp(`^${label}`) }))
}

test('adds a pet with all digits of its category ID and resets the form', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '9223372036854775807')
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await add(user)

  expect(await added()).toHaveTextContent(/^Rex added \(ID \d+\)$/)
  expect(petstore.posts().map(({ body }) => body)).toEqual([
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
  expect(petstore.posts().map(({ body }) => body)).toEqual(['{"name":"Tom","categoryId":2}'])
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
    expect(petstore.posts()).toEqual([])
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
  expect(petstore.posts().at(-1)?.body).toBe('{"name":"Rex","categoryId":2}')
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
  expect(petstore.posts()).toHaveLength(1)
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
  expect(petstore.posts()).toHaveLength(2)
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
    expect(petstore.posts()).toHaveLength(1)
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
    expect(petstore.posts()).toHaveLength(1)
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
  expect(petstore.posts()).toHaveLength(1)
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
  expect(petstore.posts()).toEqual([])
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
  expect(petstore.posts()).toHaveLength(1)
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
  expect(petstore.posts()).toEqual([])
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
