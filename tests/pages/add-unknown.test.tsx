// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import {
  add,
  addPet,
  enterPet,
  expectItems,
  fakeTime,
  fill,
  findItem,
  loseRex,
  nameField,
  press,
  pressIn,
  visit,
} from '#tests/support/add-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'
import { pasteRows, saveImport } from '#tests/support/import-page.ts'

const petstore = usePetstoreServer()

const thisIsIt = () =>
  screen.queryAllByRole('button', { name: /^This is it/ }).map((button) => button.getAttribute('aria-label'))

test.each([
  ['a broken connection', () => HttpResponse.error(), /Staging/, 'Staging'],
  ['HTTP 503', () => errorResponse(503), /Staging said: The message$/, 'HTTP 503, some_code'],
  [
    'HTTP 502 without an Error body',
    () => new HttpResponse('<html></html>', { status: 502 }),
    /HTTP 502/,
    'HTTP 502',
  ],
])(
  'after %s a pet may have been added, so it is looked for, and never sent by itself',
  async (_case, response, text, details) => {
    petstore.onCreate(response)
    await addPet()
    const alert = within(await findItem(/Rex.*May have been added/s)).getByRole('alert')
    expect(alert).toHaveTextContent(text)
    const item = await findItem(/Still checking: not found yet, looking again at/)
    // The alert is said once, and not taken back while the outcome is written down.
    expect(within(item).getByRole('alert')).toBe(alert)
    expect(item).toHaveTextContent(details)
    expect(screen.getByRole('main')).not.toHaveTextContent(/fail|not added/i)
    expect(screen.queryByRole('button', { name: 'Add it again' })).not.toBeInTheDocument()
    expect(petstore.posts()).toHaveLength(1)
  },
)

test('a failed check can be repeated, and only a new pet is found, which counts as added when the person says so', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('1 pet')
  await visit(user, 'Add pet')
  petstore.controls.set({ nextResponse: 'lost-after' })
  petstore.onList(() => errorResponse(403, 'Not now.'))
  await fill(user, 'Rex', '1')
  await add(user)
  await findItem(/The check failed. Your key for Staging does not have permission/)
  expect(screen.queryByRole('button', { name: 'Add it again' })).not.toBeInTheDocument()
  petstore.restore()
  await press(user, 'Check again')
  const item = await findItem(/In Staging: Rex · ID 1002/)
  expect(thisIsIt()).toEqual(['This is it, ID 1002'])
  await user.type(nameField(), 'Next')
  await pressIn(user, item, 'This is it, ID 1002')
  await expectItems(/Rex.*Added \(ID 1002\)/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('Next')
  expect(petstore.posts()).toHaveLength(1)
})

test('a pet that the full list lacks a minute later was not added, and two presses on "Add it again" add one', async () => {
  const advance = fakeTime()
  const { user } = await loseRex(petstore, 'lost-before')
  await findItem(/not found yet/)
  await advance(50_000)
  await expectItems(/not found yet/)
  await advance(11_000)
  const item = await findItem(/Rex was not added \(Staging checked at/)
  expect(petstore.posts()).toHaveLength(1)
  await user.dblClick(within(item).getByRole('button', { name: 'Add it again' }))
  await expectItems(/Rex.*Added/)
  const [first, second, ...others] = petstore.posts()
  expect(second?.body).toBe(first?.body)
  expect(others).toEqual([])
})

test('when the list is cut, nobody can tell, and a pet that appears after adding again is a possible duplicate', async () => {
  const advance = fakeTime()
  const others = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Mochi', categoryId: 2 }))
  petstore.onList(() => HttpResponse.json(others))
  const { user } = await loseRex(petstore)
  await findItem(/not found yet/)
  await advance(61_000)
  const item = await findItem(/Not among the pets Staging shows. Adding it again could create a duplicate/)
  expect(screen.getByRole('main')).not.toHaveTextContent(/not added/i)
  // The list that is read at the press is cut, too, but the one after it is not.
  petstore.onCreate(() => {
    petstore.restore()
    return Response.json({ id: 2000, name: 'Rex', categoryId: 1 }, { status: 201 })
  })
  await pressIn(user, item, 'Add it again')
  await findItem(/Added \(ID 2000\).*Possible duplicate: ID 1001/)
  expect(screen.getByRole('link', { name: 'ID 1001' })).toHaveAttribute('href', '/staging/pets/1001')
  expect(petstore.posts()).toHaveLength(2)
})

test('after a 2xx without a pet, the pet is unconfirmed, and gets its ID from "This is it"', async () => {
  petstore.controls.set({ nextResponse: 'not-json' })
  const { user } = await addPet()
  const item = await findItem(/Unconfirmed.*May have been added: the answer was not a pet\./s)
  expect(within(item).getByRole('alert')).toBeInTheDocument()
  await press(user, 'This is it, ID 1001')
  await expectItems(/Added \(ID 1001\)/)
  expect(petstore.posts()).toHaveLength(1)
})

test('a pet that waits for an earlier address of the environment was not sent, and can be discarded', async () => {
  await saveImport([{ kind: 'waiting' }], { baseUrl: 'https://old.test/v1', isByHand: true })
  const { user } = renderApp('/staging/pets/new')
  const item = await findItem(/Waiting.*Entered for https:\/\/old.test\/v1. Staging has another address now/)
  expect(within(item).getAllByRole('button')).toHaveLength(1)
  await pressIn(user, item, 'Discard')
  await expectItems()
  expect(petstore.requestLines()).toEqual([])
})

describe('an unconfirmed pet', () => {
  test('can only be discarded if it was sent to an earlier address of the environment', async () => {
    await saveImport([{ kind: 'unknown', message: 'Lost.', endedAt: 0 }], {
      baseUrl: 'https://old.test/v1',
      isByHand: true,
    })
    const { user } = renderApp('/staging/pets/new')
    const item = await findItem(/Sent to https:\/\/old.test\/v1. Staging has another address now/)
    expect(within(item).getAllByRole('button')).toHaveLength(1)
    await pressIn(user, item, 'Discard')
    await expectItems()
    expect(petstore.requestLines()).toEqual([])
  })

  test.each([
    ['the same key', KEY],
    ['another key', 'another-key'],
  ])('is looked for again with %s after the key has ended', async (_which, key) => {
    petstore.onList(() => errorResponse(401))
    const { user, services } = await loseRex(petstore)
    const session = services.forEnvironment('staging')?.session
    await press(user, 'Not now')
    await findItem(/Not checked: your key no longer works/)
    await press(user, 'Check again')
    await screen.findByRole('dialog', { name: 'Sign in again' })
    petstore.onList(() => Response.json([{ id: 1001, name: 'Rex', categoryId: 1 }]))
    act(() => session?.signIn(key, false))
    await findItem(/In Staging: Rex · ID 1001/)
    // Pets that were found with a key that has ended are not for whoever sits here now.
    act(() => session?.rejectKey(key))
    act(() => session?.dismissPrompt())
    await expectItems(/Rex.*May have been added.*Not checked/s)
    expect(thisIsIt()).toEqual([])
  })
})

test('a pet that seems to be that of a marked row can be taken by hand', async () => {
  const advance = fakeTime()
  petstore.controls.set({ nextResponse: 'lost-after' })
  petstore.onList(() => errorResponse(403))
  const { user } = await pasteRows('name,categoryId\nRex,1')
  await press(user, 'Add 1 pet')
  await press(user, /^Mark as added\s*row 2$/)
  await screen.findByRole('heading', { name: '1 added' })
  await visit(user, 'Add pet')
  petstore.controls.set({ nextResponse: 'lost-before' })
  await enterPet(user, 'Rex')
  await findItem(/Rex.*The check failed/)
  petstore.restore()
  await advance(61_000)
  const item = await findItem(/Staging has a pet like it \(ID 1001\), which may be another one/)
  await pressIn(user, item, 'This is it, ID 1001')
  await expectItems(/Rex.*Added \(ID 1001\)/)
  expect(petstore.posts()).toHaveLength(2)
})

test('a pet that was found is hidden once the key has ended, and "Check again" asks for another key', async () => {
  const { user, services } = await loseRex(petstore)
  await findItem(/In Staging: Rex · ID 1001/)
  act(() => services.forEnvironment('staging')?.session.rejectKey(KEY))
  await press(user, 'Not now')
  const requests = petstore.requestLines()
  await press(user, 'Check again')
  await screen.findByRole('dialog', { name: 'Sign in again' })
  await press(user, 'Not now')
  await findItem(/Rex.*Not checked: your key no longer works/)
  expect(thisIsIt()).toEqual([])
  expect(petstore.requestLines()).toEqual(requests)
})

test('a pet that was found says that the lists could not be read since, and can be checked again', async () => {
  const advance = fakeTime()
  const { user } = await loseRex(petstore)
  await findItem(/In Staging: Rex · ID 1001/)
  petstore.onList(() => errorResponse(501))
  await advance(61_000)
  const item = await findItem(/In Staging: Rex · ID 1001.*The check failed/s)
  expect(within(item).queryByRole('button', { name: 'Add it again' })).toBeNull()
  petstore.restore()
  await pressIn(user, item, 'Check again')
  expect(within(item).getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
  await pressIn(user, await findItem(/In Staging: Rex · ID 1001.*Add it again/s), 'Add it again')
  await expectItems(/Rex.*Added/)
  expect(screen.queryByText(/The check failed/)).toBeNull()
})

test('a pet like an unconfirmed row of an import is not sent, and names that row', async () => {
  await saveImport([{ kind: 'unknown', message: '', endedAt: 0 }])
  const text = /pet 1.*May already be added.*row 2 of delivery.csv, sent at .*, not confirmed/
  const { user } = await addPet('pet 1 ', '1')
  const item = await findItem(text)
  // Somebody who types on is not disturbed.
  expect(nameField()).toHaveFocus()
  await fill(user, 'Mia', '1')
  await add(user)
  await expectItems(/Mia.*Added/, text)
  expect(petstore.posts()).toHaveLength(1)
  await pressIn(user, item, 'Add it anyway')
  await expectItems(/Mia.*Added/, /Added/)
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"Mia","categoryId":1}',
    '{"name":"pet 1 ","categoryId":1}',
  ])
})

test('a pet that another tab is adding says so, and shows its outcome, and "Discard" sends nothing', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const other = await addPet()
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  other.unmount()
  const { user } = await addPet('REX', '1')
  await findItem(/REX.*May already be added.*sent at .*, no answer yet/)
  response.resolve(Response.json({ id: 7, name: 'Rex', categoryId: 1 }, { status: 201 }))
  const item = await findItem(/REX.*May already be added.*added at .* \(ID 7\)/)
  await pressIn(user, item, 'Discard')
  await expectItems(/Rex.*Added \(ID 7\)/)
  expect(petstore.posts()).toHaveLength(1)
})
