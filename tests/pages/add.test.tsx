// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  add,
  addPet,
  breakDisk,
  breakWriting,
  categoryField,
  enterPet,
  expectItems,
  fakeTime,
  fill,
  findItem,
  nameField,
  note,
  press,
  pressIn,
  visit,
} from '#tests/support/add-page.ts'
import { saveImport } from '#tests/support/import-page.ts'
import { BASE_URL, errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const keep = () => screen.findByRole('checkbox', { name: 'Keep category and status' })
const rejectCategory = () =>
  petstore.onCreate(() => errorResponse(400, 'categoryId 5 does not exist', 'unknown_category'))
const bodies = () => petstore.posts().map(({ body }) => body)
const names = () => bodies().map((body) => (JSON.parse(body) as { name: string }).name)

/** Enters Rex, which is pending and has the largest category ID. */
async function enterRex() {
  const { user } = renderApp('/staging/pets/new')
  await waitFor(() => expect(nameField()).toHaveFocus())
  await fill(user, 'Rex', '9223372036854775807')
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await add(user)
  return user
}

describe('entering a pet', () => {
  test('empties the form at once, before the service has responded', async () => {
    petstore.use(http.post(`${BASE_URL}/pets`, () => new Promise<undefined>(() => undefined)))
    await enterRex()
    await expectItems(/Rex.*Adding…/)
    expect(nameField()).toHaveValue('')
    expect(categoryField()).toHaveValue('')
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
    expect(nameField()).toHaveFocus()
  })

  test('shows and announces the pet with its ID, and links to its page', async () => {
    await enterRex()
    const item = await findItem(/Added \(ID 1001\).*Category 9223372036854775807 · Pending · /)
    expect(within(item).getByRole('link', { name: 'Rex' })).toHaveAttribute('href', '/staging/pets/1001')
    expect(await screen.findByText(/^Rex added \(ID 1001\)/)).toBeInTheDocument()
  })

  test('puts it above the earlier ones', async () => {
    const user = await enterRex()
    await enterPet(user, 'Mia', '2')
    await expectItems(/Mia.*Added/, /Rex.*Added/)
    expect(names()).toEqual(['Rex', 'Mia'])
  })

  test('sends all digits of the category, and the status only if it is set', async () => {
    const user = await enterRex()
    await enterPet(user, 'Mia', '2')
    await waitFor(() =>
      expect(bodies()).toEqual([
        '{"name":"Rex","categoryId":9223372036854775807,"status":"pending"}',
        '{"name":"Mia","categoryId":2}',
      ]),
    )
  })
})

test('a rejection is an alert that is inserted, because screen readers ignore an element that becomes one', async () => {
  rejectCategory()
  const response = Promise.withResolvers<undefined>()
  petstore.use(http.post(`${BASE_URL}/pets`, () => response.promise))
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '5')
  await add(user)
  const adding = (await findItem(/Rex.*Adding…/)).firstElementChild
  response.resolve(undefined)
  const rejected = await findItem(/Rex.*Not added/)
  expect(within(rejected).getByRole('alert')).not.toBe(adding)
})

describe('the form', () => {
  test.each([
    { name: '', category: '1', field: 'Name', message: 'Enter a name' },
    { name: 'Rex', category: ' ', field: 'Category ID', message: 'Enter a category ID' },
    {
      name: 'Rex',
      category: '9223372036854775808',
      field: 'Category ID',
      message: 'between -9223372036854775808 and 9223372036854775807',
    },
  ])(
    'with name "$name" and category "$category" is not sent: $field has an error',
    async ({ name, category, field, message }) => {
      const { user } = renderApp('/staging/pets/new')
      await fill(user, name, category)
      const input = screen.getByRole('textbox', { name: field })
      expect(input).toBeValid()
      await add(user)
      await waitFor(() => expect(input).toHaveFocus())
      expect(screen.getAllByRole('textbox').filter((one) => one.matches('[aria-invalid]'))).toEqual([input])
      expect(input).toBeRequired()
      expect(input).toHaveAccessibleDescription(expect.stringContaining(message))
      expect(categoryField()).toHaveValue(category)
      await user.type(input, '1')
      expect(input).toBeValid()
      expect(petstore.posts()).toEqual([])
    },
  )

  test('leads from a filled field to the empty one on Enter, without an error', async () => {
    const { user } = renderApp('/staging/pets/new')
    await user.type(await screen.findByRole('textbox', { name: 'Category ID' }), '5{Enter}')
    expect(nameField()).toHaveFocus()
    await user.clear(categoryField())
    await user.type(nameField(), 'Rex{Enter}')
    expect(categoryField()).toHaveFocus()
    expect(categoryField()).toBeValid()
    expect(petstore.posts()).toEqual([])
  })

  test('says at each field what is missing on Enter, when both are empty', async () => {
    const { user } = renderApp('/staging/pets/new')
    await user.type(await screen.findByRole('textbox', { name: 'Category ID' }), '{Enter}')
    await waitFor(() => expect(nameField()).toHaveFocus())
    expect(nameField()).toHaveAccessibleDescription(/Enter a name/)
    expect(categoryField()).toHaveAccessibleDescription(/Enter a category ID/)
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    expect(petstore.posts()).toEqual([])
  })

  test('stays empty without a message after a pet was entered, until something is typed', async () => {
    const { user } = await addPet()
    await add(user)
    await user.keyboard('{Enter}')
    expect(nameField()).toBeValid()
    await user.type(categoryField(), '2')
    await add(user)
    await waitFor(() => expect(nameField()).toBeInvalid())
    expect(nameField()).toHaveFocus()
    await expectItems(/Added/)
    expect(petstore.posts()).toHaveLength(1)
  })

  test('says nothing new when "Keep category and status" is ticked', async () => {
    const { user } = await addPet()
    await user.click(await keep())
    await add(user)
    expect(nameField()).toBeValid()
    await user.type(categoryField(), '2')
    await add(user)
    await waitFor(() => expect(nameField()).toBeInvalid())
    await user.click(await keep())
    expect(nameField()).toBeInvalid()
  })

  test('gives the focus to "Name" in the task of the press, so that no key goes to another field', async () => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Add pet' }).form
    // Later tasks wait, while the promises of this one go on.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    form?.requestSubmit()
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    const focused = document.activeElement
    vi.useRealTimers()
    expect(focused).toBe(nameField())
    await expectItems(/Rex.*Added/)
  })

  test('sends one POST for several presses within one task', async () => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add pet' })
    button.click()
    button.form?.requestSubmit()
    await expectItems(/Rex.*Added/)
    expect(petstore.posts()).toHaveLength(1)
  })

  test('sends nothing on a held Enter, nor on one that ends a composition', async () => {
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '2')
    expect(fireEvent.keyDown(categoryField(), { key: 'Enter', repeat: true })).toBe(false)
    await user.clear(categoryField())
    await user.type(categoryField(), 'ca')
    fireEvent.keyDown(categoryField(), { key: 'Enter', isComposing: true })
    expect(categoryField()).toHaveValue('ca')
    await user.clear(categoryField())
    await user.click(nameField())
    fireEvent.keyDown(nameField(), { key: 'Enter', isComposing: true })
    expect(nameField()).toHaveFocus()
    expect(petstore.posts()).toEqual([])
  })

  test('remembers "Keep category and status" for the tab, until it is switched off', async () => {
    const first = renderApp('/staging/pets/new')
    expect(await keep()).not.toBeChecked()
    await first.user.click(await keep())
    first.unmount()
    const { user } = renderApp('/staging/pets/new')
    expect(await keep()).toBeChecked()
    await fill(user, 'Rex', 'Cats')
    await user.click(screen.getByRole('radio', { name: 'Sold' }))
    await add(user)
    expect(categoryField()).toHaveValue('Cats')
    expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
    await user.click(await keep())
    await user.type(nameField(), 'Mia{Enter}')
    expect(categoryField()).toHaveValue('')
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
    await expectItems(/Mia.*Added/, /Rex.*Added/)
  })

  test('is filled in by the address where it is empty, and keeps what was typed before', async () => {
    const { user, unmount } = renderApp('/staging/pets/new?categoryId=2&status=sold')
    expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue('Cats')
    expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
    expect(nameField()).toHaveValue('')
    await user.clear(categoryField())
    await user.type(categoryField(), '77')
    unmount()
    renderApp('/staging/pets/new?categoryId=1&status=pending')
    expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue('77')
    expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
    expect(petstore.posts()).toEqual([])
  })

  test('is filled in anew by "Add another like this" of another pet', async () => {
    const dog = petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'pending' })
    const cat = petstore.db.create({ name: 'Tom', categoryId: int64('2'), status: undefined })
    const { user } = renderApp(`/staging/pets/${dog.id}`)
    await user.click(await screen.findByRole('link', { name: 'Add another like this' }))
    expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue('Dogs')
    expect(screen.getByRole('radio', { name: 'Pending' })).toBeChecked()
    await visit(user, 'Pets')
    await user.click(await screen.findByRole('link', { name: cat.name }))
    await user.click(await screen.findByRole('link', { name: 'Add another like this' }))
    expect(await screen.findByRole('textbox', { name: 'Category ID' })).toHaveValue('Cats')
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
  })

  test('is filled in by "Add another like this" in place of the category that is kept', async () => {
    const dog = petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
    const { user } = renderApp('/staging/pets/new')
    await user.click(await keep())
    await enterPet(user, 'Tom', '2')
    await expectItems(/Tom.*Added/)
    await visit(user, 'Pets')
    await user.click(await screen.findByRole('link', { name: dog.name }))
    await user.click(await screen.findByRole('link', { name: 'Add another like this' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Luna{Enter}')
    await waitFor(() => expect(bodies()).toContain('{"name":"Luna","categoryId":1,"status":"sold"}'))
  })

  test('is filled in once by an address, so that a status that was set back to "Not set" stays so', async () => {
    const address = '/staging/pets/new?categoryId=1&status=sold'
    const { user, back, unmount } = renderApp(address)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rexa')
    await user.click(screen.getByRole('radio', { name: 'Not set' }))
    await visit(user, 'Pets')
    await screen.findByRole('heading', { name: 'Pets', level: 1 })
    back()
    await screen.findByRole('textbox', { name: 'Name' })
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
    unmount()
    const reloaded = renderApp(address)
    await screen.findByRole('textbox', { name: 'Name' })
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
    await add(reloaded.user)
    await expectItems(/Rexa.*Added/)
    expect(bodies()).toEqual(['{"name":"Rexa","categoryId":1}'])
  })

  test('is not filled in again while the next pet is typed at the same address', async () => {
    const address = '/staging/pets/new?categoryId=1&status=sold'
    const { user, unmount } = renderApp(address)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rexa{Enter}Luna')
    await expectItems(/Rexa.*Added/)
    unmount()
    renderApp(address)
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Luna')
    expect(categoryField()).toHaveValue('')
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
  })
})

/** Opens the list, which has Rex as a cat and as a dog, and goes to the form. */
async function openFormFromList(count = 2) {
  const cat = petstore.db.create({ name: 'Rex', categoryId: int64('2'), status: 'sold' })
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await screen.findByText(`All ${count} pets`)
  await visit(user, 'Add pet')
  await screen.findByRole('textbox', { name: 'Name' })
  return { user, cat }
}

describe('similar pets', () => {
  test('of the loaded lists are named once name and category are complete, without a request', async () => {
    const { user, cat } = await openFormFromList()
    const requests = petstore.requestLines().length
    await fill(user, ' rEX ', 'cat')
    expect(note()).not.toBeInTheDocument()
    await user.keyboard('{Tab}')
    expect(note()).toHaveTextContent(`Staging already hasRex, ID ${cat.id} Sold`)
    expect(screen.getByRole('link', { name: /^Rex/ })).toHaveAttribute('href', `/staging/pets/${cat.id}`)
    expect(petstore.requestLines()).toHaveLength(requests)
  })

  test('are three at most, and a number says how many more there are', async () => {
    for (let number = 1; number <= 4; number += 1) petstore.db.create({ name: 'Rex', categoryId: int64('2') })
    const { user } = await openFormFromList(6)
    await fill(user, 'Rex', '2')
    expect(within(note() ?? document.body).getAllByRole('link')).toHaveLength(3)
    expect(note()).toHaveTextContent(/and 2 more$/)
  })

  test('do not stop anybody from adding the pet', async () => {
    const { user } = await openFormFromList()
    await fill(user, 'Rex', '2')
    expect(note()).toBeInTheDocument()
    await add(user)
    await expectItems(/Added/)
    expect(note()).not.toBeInTheDocument()
  })

  test('are also those that were added in this visit', async () => {
    const { user } = await openFormFromList()
    await enterPet(user, 'Rex', '2')
    await expectItems(/Added/)
    await fill(user, 'Rex', '2')
    expect(within(note() ?? document.body).getAllByRole('link')).toHaveLength(2)
  })
})

const expectReasonAtCategory = () =>
  waitFor(() =>
    expect(categoryField()).toHaveAccessibleDescription(/Staging said: .*categoryId 5 does not exist/),
  )

/** Adds Rex, which the service rejects because of its category. */
async function addRejectedRex() {
  rejectCategory()
  const app = renderApp('/staging/pets/new?categoryId=5&status=sold')
  await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rex')
  await app.user.click(screen.getByRole('radio', { name: 'Not set' }))
  await add(app.user)
  return { ...app, item: await findItem(/Rex.*Not added/) }
}

describe('a rejection', () => {
  test('is an alert at its pet, whose buttons belong to it', async () => {
    const { item, user } = await addRejectedRex()
    const alert = within(item).getByRole('alert')
    expect(alert).toHaveTextContent('categoryId 5 does not exist')
    expect(alert).not.toHaveTextContent('HTTP')
    await user.click(within(item).getByText('Details'))
    expect(within(item).getByText(/HTTP 400, .*unknown_category/)).toBeVisible()
    expect(within(item).getByRole('group', { name: 'Rex' })).toContainElement(
      within(item).getByRole('button', { name: 'Fix' }),
    )
    expect(nameField()).toHaveValue('')
  })

  test('leads by "Fix" to the field that it names, with the pet in the form', async () => {
    const { user, item } = await addRejectedRex()
    await pressIn(user, item, 'Fix')
    await expectReasonAtCategory()
    expect(categoryField()).toHaveFocus()
    expect(categoryField()).toHaveProperty('selectionStart', 0)
    expect(nameField()).toHaveValue('Rex')
    expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
    expect(item).toHaveTextContent('You are editing this pet in the form.')
  })

  test('is still in the form after a reload, with its reason', async () => {
    const { user, item, unmount } = await addRejectedRex()
    await pressIn(user, item, 'Fix')
    unmount()
    renderApp('/staging/pets/new')
    expect(await findItem(/Not added/)).toHaveTextContent('You are editing this pet in the form.')
    await expectReasonAtCategory()
    expect(nameField()).toHaveValue('Rex')
  })

  test('gives its place to the corrected pet, also after a reload', async () => {
    const { user: userBefore, item, unmount } = await addRejectedRex()
    await pressIn(userBefore, item, 'Fix')
    unmount()
    petstore.restore()
    const { user } = renderApp('/staging/pets/new')
    await expectReasonAtCategory()
    await user.type(nameField(), ' 2')
    await user.clear(categoryField())
    await user.click(categoryField())
    await user.click(screen.getByRole('option', { name: /^Cats/ }))
    await add(user)
    await expectItems(/Rex 2.*Added/)
    expect(bodies()).toEqual(['{"name":"Rex","categoryId":5}', '{"name":"Rex 2","categoryId":2}'])
  })

  test('is no longer corrected once somebody has emptied the form, so the next pet is another one', async () => {
    rejectCategory()
    const { user } = await addPet('Rex', '5')
    await pressIn(user, await findItem(/Rex.*Not added/), 'Fix')
    await user.clear(nameField())
    await user.clear(categoryField())
    petstore.restore()
    await fill(user, 'Mia', '1')
    await add(user)
    await expectItems(/Mia.*Added/, /Rex.*Not added/)
    expect(names()).toEqual(['Rex', 'Mia'])
  })

  test('that is discarded while it is corrected leaves its pet in the form, as another one', async () => {
    rejectCategory()
    const { user } = await addPet('Rex', '5')
    const item = await findItem(/Rex.*Not added/)
    await pressIn(user, item, 'Fix')
    await pressIn(user, item, 'Discard')
    await expectItems()
    expect(nameField()).toHaveValue('Rex')
    petstore.restore()
    await add(user)
    await expectItems(/Rex.*Added/)
  })

  test('does not overwrite the next pet by "Fix", and "Discard" takes the rejected pet off the screen', async () => {
    rejectCategory()
    const { user } = await addPet('Rex', '5')
    const item = await findItem(/Not added/)
    await fill(user, '', '1')
    await pressIn(user, item, 'Fix')
    expect(within(item).getByText('Add or clear what is in the form first.')).toHaveAttribute('role', 'alert')
    expect(categoryField()).toBeValid()
    await user.type(nameField(), 'x')
    expect(item).not.toHaveTextContent('Add or clear')
    await pressIn(user, item, 'Fix')
    expect(nameField()).toHaveValue('x')
    await pressIn(user, item, 'Discard')
    await expectItems()
    // The keyboard goes on from here.
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Just added/))
  })

  test.each([
    ['HTTP 400', () => errorResponse(400, 'Not on a Sunday', 'closed'), /Staging said: .*Not on a Sunday/],
    ['HTTP 403', () => errorResponse(403, 'This key only reads'), /This key only reads/],
    [
      '413 and HTML',
      () => new HttpResponse('<html>', { status: 413 }),
      /Something between you and Staging may/,
    ],
  ])('is shown above the form if it names no field: %s', async (_case, response, text) => {
    petstore.onCreate(response)
    const { user } = await addPet()
    const item = await findItem(text)
    expect(item).not.toHaveTextContent('<html')
    await pressIn(user, item, 'Fix')
    const [above] = screen.getAllByRole('alert')
    expect(above).toHaveTextContent(text)
    expect(item).not.toContainElement(above ?? null)
    expect(nameField()).toHaveFocus()
    petstore.restore()
    await add(user)
    await expectItems(/Added/)
  })
})

test('what was added is still shown after a phone has discarded the tab, and is not announced once more', async () => {
  const { unmount } = await addPet()
  await expectItems(/Rex.*Added/)
  unmount()
  const { user } = renderApp('/staging/pets/new', { key: null })
  await expectItems(/Rex.*Added/)
  expect(screen.queryByText(/^Rex added \(ID/)).not.toBeInTheDocument()
  await fill(user, 'Mia', '1')
  await add(user)
  await expectItems(/Mia.*Added/, /Rex.*Added/)
  expect(await screen.findByText(/^Mia added \(ID/)).toBeInTheDocument()
})

/**
 * Adds a pet that the service rejects, and presses "Fix". Category and status stay in the form, and
 * the service accepts everything from then on.
 */
async function fixWhileKeeping(name: string) {
  petstore.onCreate(() => errorResponse(400))
  const app = renderApp('/staging/pets/new')
  const { user } = app
  await user.click(await keep())
  await enterPet(user, name)
  const item = await findItem(new RegExp(`${name}.*Not added`))
  petstore.restore()
  await pressIn(user, item, 'Fix')
  return app
}

test('whoever empties the name of a pet that is being fixed begins another pet, also where the category stays', async () => {
  const { user } = await fixWhileKeeping('Rex')
  await waitFor(() => expect(nameField()).toHaveValue('Rex'))
  await user.clear(nameField())
  await user.type(nameField(), 'Bo')
  await add(user)
  await expectItems(/Bo.*Added/, /Rex.*Not added/)
})

test('a rejected pet that was typed anew in its form is not added once more by "Fix" without a question', async () => {
  const { user } = await fixWhileKeeping('Rexxx')
  await user.keyboard('{Backspace}Rex{Enter}')
  await expectItems(/Rex.*Added/, /Rexxx.*Not added/)
  await pressIn(user, await findItem(/Rexxx.*Not added/), 'Fix')
  await user.keyboard('Rex{Enter}')
  await findItem(/Rex.*May already have been added: added at .+ \(ID \d+\)/)
  expect(petstore.db.all().map(({ name }) => name)).toEqual(['Rex'])
})

test.each(['a look at another page', 'a press on "Add pet" in the navigation', 'a reload'])(
  'a form that was emptied after "Fix" is the same form after %s',
  async (interruption) => {
    const { user, unmount } = await fixWhileKeeping('Rexxx')
    await user.keyboard('{Backspace}')
    if (interruption === 'a look at another page') {
      await visit(user, 'Pets')
      await screen.findByRole('heading', { name: 'Pets', level: 1 })
    }
    if (interruption === 'a reload') {
      unmount()
      renderApp('/staging/pets/new')
    } else {
      await visit(user, 'Add pet')
    }
    await waitFor(() => expect(nameField()).toHaveFocus())
    await user.keyboard('Rex{Enter}')
    await findItem(/Rex.*Added/)
    await pressIn(user, await findItem(/Rexxx.*Not added/), 'Fix')
    await user.keyboard('Rex{Enter}')
    await findItem(/Rex.*May already have been added: added at .+ \(ID \d+\)/)
    expect(petstore.db.all().map(({ name }) => name)).toEqual(['Rex'])
  },
)

/** Returns what the tab keeps through a crash. */
const textsOfTab = () => Object.values<string>(JSON.parse(JSON.stringify(window.sessionStorage))).join()

test('a pet that has left the form is kept for the tab until the disk has it', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  const breaks = breakWriting()
  await add(user)
  await screen.findByRole('alert')
  expect(nameField()).toHaveValue('')
  expect(textsOfTab()).toContain('Rex')
  breaks()
  await press(user, 'Try again')
  await expectItems(/Rex.*Added/)
  expect(textsOfTab()).not.toContain('Rex')
})

describe('a pet that is not sent yet', () => {
  test('waits for a press when the connection breaks', async () => {
    const response = Promise.withResolvers<Response>()
    petstore.onCreate(() => response.promise)
    const { user } = await addPet()
    await fill(user, 'Mia', '1')
    await add(user)
    await waitFor(() => expect(petstore.posts()).toHaveLength(1))
    fireEvent(window, new Event('offline'))
    response.resolve(Response.json({ id: 7, name: 'Rex', categoryId: 1 }, { status: 201 }))
    await expectItems(/Mia.*Waiting/, /Rex.*Added/)
    expect(await screen.findByText('You went offline.')).toBeVisible()
    petstore.restore()
    fireEvent(window, new Event('online'))
    await press(user, 'Add 1 waiting')
    await expectItems(/Mia.*Added/, /Rex.*Added/)
    expect(names()).toEqual(['Rex', 'Mia'])
  })

  test('is sent at a press at once, whatever navigator.onLine says, and not twice', async () => {
    petstore.onCreate(() => HttpResponse.error())
    const { user } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    await add(user)
    await findItem(/Rex.*May have been added/s)
    petstore.restore()
    fireEvent(window, new Event('online'))
    await findItem(/not found yet/)
    expect(petstore.posts()).toHaveLength(1)
  })

  test('can be cancelled when it takes long, which does not undo it, so its outcome is unknown', async () => {
    const advance = fakeTime()
    petstore.onCreate(() => Promise.withResolvers<Response>().promise)
    const { user } = await addPet()
    await waitFor(() => expect(petstore.posts()).toHaveLength(1))
    await advance(3100)
    expect(await screen.findByText(/Cancelling does not undo it/)).toBeVisible()
    await press(user, 'Cancel')
    await findItem(/Rex.*May have been added/s)
    expect(petstore.posts()).toHaveLength(1)
  })
})

describe('when the browser cannot save', () => {
  test('pets that were saved before can only be added by another tab, which each pet says', async () => {
    await saveImport(
      [
        { kind: 'waiting' },
        { kind: 'held', by: ['x1 0'] },
        { kind: 'unknown', message: 'Lost.', endedAt: 0 },
        { kind: 'rejected', message: 'Too long.' },
      ],
      { isByHand: true },
    )
    breakWriting()
    const advance = fakeTime()
    const { user } = await addPet()
    await press(user, 'Add without saving')
    await expectItems(
      /Rex.*Added/,
      /Pet 4.*Not added.*so only another tab can correct it\./,
      /Pet 3.*Unconfirmed/,
      /Pet 2.*May already be added/,
      /Pet 1.*Waiting/,
    )
    await advance(61_000)
    await findItem(/Pet 3.*so only another tab can add it again\.Not among the pets Staging shows/)
    await findItem(
      /Pet 1.*This pet was saved before\. This tab cannot save, so only another tab can add it\./,
    )
    await findItem(/Pet 2.*so only another tab can add it\./)
    for (const name of ['Add 1 waiting', 'Add it anyway', 'Add it again', 'Fix'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Discard' })).toHaveLength(4)
  })

  test('a rejected pet is off the screen once it was corrected without saving', async () => {
    await saveImport([{ kind: 'rejected', message: 'Too long.' }], { isByHand: true })
    breakWriting()
    const { user } = renderApp('/staging/pets/new')
    await pressIn(user, await findItem(/Pet 1.*Not added/), 'Fix')
    await user.clear(nameField())
    await user.type(nameField(), 'Rex')
    await add(user)
    await press(user, 'Add without saving')
    await expectItems(/Rex.*Added/)
    expect(petstore.posts()).toHaveLength(1)
  })

  test('nothing is sent before the person was told', async () => {
    breakDisk()
    const { user } = await addPet()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your browser could not save this, so nothing more is added. Without saving, you cannot tell what was added once this page closes.',
    )
    // The browser cannot read here either.
    expect(await screen.findByText(/What was added before cannot be checked either/)).toBeVisible()
    await expectItems(/Rex.*Not saved/)
    await press(user, 'Try again')
    await expectItems(/Rex.*Not saved/)
    expect(petstore.posts()).toEqual([])
  })

  test('"Add without saving" sends what waits and what comes after it, and warns against a reload', async () => {
    breakDisk()
    const { user } = await addPet()
    await press(user, 'Add without saving')
    await expectItems(/Rex.*Added/)
    expect(
      screen.getByText('What you add is not saved in this browser. Do not reload this page.'),
    ).toBeVisible()
    await enterPet(user, 'Mia')
    await expectItems(/Mia.*Added/, /Rex.*Added/)
    expect(names()).toEqual(['Rex', 'Mia'])
  })

  test('because a newer version of the app has been used that was taken back since, the person may go on without saving', async () => {
    const opened = indexedDB.open('petstore-admin.outbox', 99)
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    opened.result.close()
    const { user } = await addPet()
    expect(
      await screen.findByText(/A newer version.*Reload to continue.*the same pet may be added again/),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expectItems(/Rex.*Waiting.*Not saved/)
    expect(nameField()).toHaveValue('')
    expect(petstore.posts()).toEqual([])
    await press(user, 'Add without saving')
    await expectItems(/Rex.*Added/)
  })
})
