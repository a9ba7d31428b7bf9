// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw/http'
import { expect, test } from 'vitest'
import { add, added, categoryField, fill, nameField, press, visit } from '#tests/support/add-page.ts'
import { errorResponse, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

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
  expect(petstore.posts().map(({ body }) => body)).toEqual(
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
  expect(petstore.posts()).toEqual([])

  await user.clear(nameField())
  await user.type(categoryField(), '1')
  await user.click(nameField())
  await scan(user, CODE)
  await added()
  expect(petstore.posts().map(({ body }) => body)).toEqual([`{"name":"${CODE}","categoryId":1}`])
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

const names = () => petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

const NOT_TAKEN = /Some of what you typed was not taken/

test('the next name is typed while a pet is sent, and its Enter sends it once that one was added', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await scan(user, 'AAA')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
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
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
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
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  await user.keyboard('Goldfish{Enter}')
  respond(Response.json({ id: 7, name: 'Goldfish', categoryId: 2 }, { status: 201 }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Goldfish' }).length).toBeGreaterThan(1))
  expect(names()).toEqual(['Goldfish', 'Goldfish'])
})

test('the status of the next pet can be chosen while a pet is sent', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('AAA{Enter}')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
  respond(Response.json({ id: 7, name: 'AAA', categoryId: 2 }, { status: 201 }))
  await screen.findByRole('link', { name: 'AAA' })
  await user.type(nameField(), 'BBB{Enter}')
  await screen.findByRole('link', { name: 'BBB' })
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"AAA","categoryId":2}',
    '{"name":"BBB","categoryId":2,"status":"sold"}',
  ])
})

test('the name of a pet that was rejected comes back, also when the page was left meanwhile', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('AAA{Enter}')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  await visit(user, 'Pets')
  respond(errorResponse(400, 'name is taken', 'taken'))
  await visit(user, 'Add pet')
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(/taken/))
  expect(nameField()).toHaveValue('AAA')
})

test('a pet that the key was not good for is named where its name cannot come back', async () => {
  const { user, services } = await openKept()
  const respond = holdPost()
  await user.type(nameField(), 'Rex{Enter}')
  await user.clear(categoryField())
  await user.type(categoryField(), '1')
  respond(errorResponse(401))
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Rex was not added because your key/)
  expect(screen.getByRole('alert')).not.toHaveTextContent('Nothing you typed is lost')
  act(() => services.forEnvironment('staging')?.session.signIn(KEY, false))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You are signed in. Rex was not added. Enter it again if you still want to add it.',
  )
  expect(nameField()).toHaveValue('')
})

test('a rejection is not about the next pet, whose name is in the form', async () => {
  const { user } = await openKept()
  const respond = holdPost()
  await user.keyboard('AAA{Enter}')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
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
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
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
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
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
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
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
  expect(petstore.posts()).toEqual([])
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
  expect(petstore.posts().map(({ body }) => body)).toEqual(Array(2).fill('{"name":"Rex","categoryId":2}'))
})

test.each(['981', '4006381'])('a second scan, "%s", is not the category', async (code) => {
  const { user } = renderApp('/staging/pets/new')
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await scan(user, '9780201')
  await scan(user, code)
  expect(categoryField()).toHaveAccessibleDescription(/Check this category ID/)
  expect(petstore.posts()).toEqual([])
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
  expect(petstore.posts()).toEqual([])
  await add(user)
  await added()
  expect(petstore.posts()).toHaveLength(1)
})

function keyDown(key: string, at: number | undefined) {
  const event = createEvent.keyDown(categoryField(), { key })
  Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + (at ?? NaN) })
  return fireEvent(categoryField(), event)
}

test.each([
  ['of a scan, one of which comes late', [0, 5, 10, 70, 75, 80, 85], false],
  ['of a person', [0, 90, 150, 230, 300, 390, 450], true],
  ['of a person who presses Enter after a while', [0, 20, 40, 60, 80, 100, 300], true],
])('Enter after the keys %s: %j, sends them as a category: %s', async (_whose, times, isSent) => {
  const { user } = renderApp('/staging/pets/new')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rex')
  fireEvent.change(categoryField(), { target: { value: '981203' } })
  for (const [index, key] of '981203'.split('').entries()) keyDown(key, times[index])
  expect(keyDown('Enter', times.at(-1))).toBe(isSent)
})

test('part of a label and two ends of a line choose the category, and send nothing', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', 'ca')
  await scan(user, '')
  expect(categoryField()).toHaveValue('Cats')
  expect(petstore.posts()).toEqual([])
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
  expect(petstore.posts()).toEqual([])
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
  expect(petstore.posts()).toEqual([])
})
