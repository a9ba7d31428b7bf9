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

/** A button of the question that is asked. */
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

const add = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Add pet' }))

test('adds a pet with all digits of its category, and is ready for the next', async () => {
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

test('takes a label of the configuration for a category, and leaves a status out that is not set', async () => {
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
  'name "%s" with category "%s" is answered at %s, and nothing is sent',
  async (name, category, field, words) => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, name, category)
    expect(screen.getByRole('textbox', { name: field })).toBeValid()
    await add(user)

    const input = screen.getByRole('textbox', { name: field })
    await waitFor(() => expect(input).toHaveFocus())
    expect(input).toBeInvalid()
    expect(input).toBeRequired()
    expect(input).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(posts()).toEqual([])
  },
)

test('with two fields wrong the first one gets the focus', async () => {
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await add(user)

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  expect(screen.getByText('Enter a category ID')).toBeVisible()
})

test("choosing a label clears the error of the category, the service's too, and no other", async () => {
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

test('typing narrows the labels whatever the language of the browser: Turkish has a dotless i', async () => {
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

test('however often the button is pressed, one POST is sent', async () => {
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

test('shows a refusal at the field that it names, with what was typed', async () => {
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

test('shows a refusal that names no field above the form', async () => {
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
  'after %s it says that it does not know, keeps the form and sends nothing by itself',
  async (_case, answer) => {
    petstore.onCreate(answer)
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

test('a pet is sent at once or never, whatever the browser says of its connection', async () => {
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

test('finds a pet whose answer was lost, and takes it over on request', async () => {
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

test('sends a pet again when the whole list does not have it', async () => {
  // A pet of the same name from before is not mistaken for it.
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

test('asks the service each time that a lost pet is looked for', async () => {
  petstore.controls.set({ nextResponse: 'lost-before' })
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)
  await user.click(await screen.findByRole('button', { name: 'Check for it' }))
  await screen.findByText(/Not found in the full list/)

  // It took its time to come through.
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  await user.click(screen.getByRole('button', { name: 'Check again' }))

  expect(await screen.findByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test('says that it cannot tell when the list is cut', async () => {
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
])('calls a pet added when the answer is a success with %s', async (_case, answer) => {
  petstore.onCreate(answer)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)

  expect(await screen.findByText(/^added\b/)).toHaveTextContent('Rex added. Staging did not return an ID.')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('keeps what was typed on the way to another page and back, and forgets it after adding', async () => {
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

test('a POST that was under way when the page was reloaded is unknown', async () => {
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

test('lists of pets are asked for again after adding', async () => {
  const { user } = renderApp('/staging/pets')
  await screen.findByText('No pets in Staging yet')
  await user.click(screen.getByRole('link', { name: 'Add pet' }))
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByText(/^added\b/)
  await user.click(screen.getByRole('link', { name: 'Pets' }))

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
})

test('a second pet does not make the first unknown one forgotten, and neither is lost in a reload', async () => {
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

test('sending a pet in doubt from the form asks first, and says that it was not checked', async () => {
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

test('the question offers the check, says what it found, and takes the pet over', async () => {
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
    'a refusal',
    () => errorResponse(400, 'Not on a Sunday', 'closed'),
    /Rex was not added this time.*Not on a Sunday/,
  ],
  [
    'too many requests',
    () => errorResponse(429, 'Slow down', 'busy'),
    /Rex was not added this time.*Slow down/,
  ],
])(
  'a pet in doubt that is sent again and answered with %s is still in doubt',
  async (_what, answer, words) => {
    petstore.controls.set({ nextResponse: 'lost-after' })
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    await add(user)
    await screen.findByRole('alert')
    petstore.onCreate(answer)
    await add(user)
    await user.click(inDialog('Add it again'))

    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    const [doubt, refusal] = screen.getAllByRole('alert')
    expect(doubt).toHaveTextContent(/Rex may have been added/)
    expect(refusal).toHaveTextContent(words)
    petstore.asUsual()
    await add(user)
    expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
    expect(posts()).toHaveLength(2)
    expect(petstore.db.all()).toHaveLength(1)
  },
)

test('a pet in doubt can be left: that is said and kept, and it is asked about when it is sent again', async () => {
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

test('an outcome that comes on another page is not lost', async () => {
  const answer = Promise.withResolvers<Response>()
  petstore.onCreate(() => answer.promise)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await add(user)
  await user.click(screen.getByRole('link', { name: 'Pets' }))
  await screen.findByRole('heading', { name: 'Pets' })
  answer.resolve(errorResponse(500))
  await user.click(screen.getByRole('link', { name: 'Add pet' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/Rex may have been added/)
  await add(user)
  expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
})

/** Whether the browser would ask the person before the page goes. */
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('leaving the app is asked about while the POST is on its way, on any page, and only then', async () => {
  const answer = Promise.withResolvers<Response>()
  petstore.onCreate(() => answer.promise)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  expect(isAsked()).toBe(false)
  await add(user)
  await screen.findByRole('button', { name: 'Adding…' })
  await user.click(screen.getByRole('link', { name: 'Pets' }))
  await screen.findByRole('heading', { name: 'Pets' })
  expect(isAsked()).toBe(true)
  answer.resolve(errorResponse(400))
  await waitFor(() => expect(isAsked()).toBe(false))
})

test('signing out forgets what was added, and what is in doubt stays so', async () => {
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

test('what is in doubt in one environment is not asked about in another', async () => {
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
