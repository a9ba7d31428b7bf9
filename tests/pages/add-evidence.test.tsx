// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import {
  addPet,
  enterPet,
  expectItems,
  fill,
  fakeTime,
  findItem,
  loseRex,
  nameField,
  press,
  pressIn,
  visit,
} from '#tests/support/add-page.ts'
import { saveImport } from '#tests/support/import-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

type PetOnWire = { id: number; name: string; categoryId: number; status?: string }

const added = (pet: PetOnWire) => HttpResponse.json(pet, { status: 201 })
const loginPage = () =>
  new HttpResponse('<!doctype html><title>Log in</title>', { headers: { 'Content-Type': 'text/html' } })

const main = () => screen.getByRole('main', { hidden: true })

test('a pet that was found stays on the screen, with "This is it", when a later list lacks it', async () => {
  const advance = fakeTime()
  petstore.onCreate(() => HttpResponse.error())
  petstore.onList(() => HttpResponse.json([{ id: 981, name: 'Rex', categoryId: 1 }]))
  await addPet()
  await findItem(/In Staging: Rex · ID 981/)
  petstore.onList(() => HttpResponse.json([]))
  await advance(61_000)
  const item = await findItem(/Rex.*Add it again/)
  expect(item).toHaveTextContent(/In Staging: Rex · ID 981/)
  expect(within(item).getByRole('button', { name: 'This is it, ID 981' })).toBeVisible()
  expect(main()).not.toHaveTextContent(/Not among the pets/)
})

test('a pet that gets the ID of one which a list has lacked meanwhile, because the service was restored, is not said to be missing', async () => {
  const advance = fakeTime()
  const shown = (...names: readonly string[]) =>
    petstore.onList(() =>
      HttpResponse.json(names.map((name, index) => ({ id: 980 + index, name, categoryId: 1 }))),
    )
  shown('Mia', 'Rex')
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  shown('Mia')
  await press(user, 'Refresh')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Rex' })).not.toBeInTheDocument())
  shown('Mia', 'Rex')
  petstore.onCreate(() => HttpResponse.error())
  await visit(user, 'Add pet')
  await enterPet(user, 'Rex')
  await findItem(/Unconfirmed/)
  await advance(61_000)
  await findItem(/Staging has a pet like it.*, which may be another one/)
  expect(main()).not.toHaveTextContent(/was not added/)
})

describe('a 2xx without a pet in it', () => {
  test.each([
    ['a login page', loginPage],
    ['an object that is no pet', () => HttpResponse.json({})],
    ['nothing', () => new HttpResponse(null, { status: 201 })],
  ])('that contains %s leaves the pet unconfirmed, also after a reload', async (_content, response) => {
    petstore.onCreate(response)
    const beforeReload = await addPet()
    const item = await findItem(/Rex.*Unconfirmed/)
    expect(within(item).getByRole('alert')).toHaveTextContent(
      /Rex.*May have been added.*the answer was not a pet\./s,
    )
    expect(main()).not.toHaveTextContent(/Added/)
    await findItem(/Still checking: not found yet, looking again at/)
    expect(petstore.requestLines()).toEqual([
      'POST /pets',
      'GET /pets?limit=100',
      'GET /pets?limit=100&status=available',
      'GET /pets?limit=100&status=pending',
      'GET /pets?limit=100&status=sold',
    ])

    beforeReload.unmount()
    const { user } = renderApp('/staging/pets/new')
    await findItem(/Rex.*Unconfirmed.*May have been added/s)
    await enterPet(user, 'Rex')
    await expectItems(/Rex.*May already be added/, /Rex.*Unconfirmed/)
    expect(petstore.posts()).toHaveLength(1)
  })

  test('pauses after three pets, and each press then sends one pet, until the service answers with pets again', async () => {
    petstore.onCreate(loginPage)
    const { user } = renderApp('/staging/pets/new')
    for (const name of ['Rex', 'Mia', 'Tom', 'Kim', 'Max', 'Bo']) {
      await enterPet(user, name)
      await findItem(new RegExp(`${name}.*(Unconfirmed|Waiting|Added)`))
    }
    const firstThree = [/Tom.*Unconfirmed/, /Mia.*Unconfirmed/, /Rex.*Unconfirmed/]
    await expectItems(/Bo.*Waiting/, /Max.*Waiting/, /Kim.*Waiting/, ...firstThree)
    expect(main()).toHaveTextContent('Three pets in a row were not confirmed.')
    expect(petstore.posts()).toHaveLength(3)

    await press(user, 'Add 3 waiting')
    expect(await screen.findByRole('button', { name: 'Add 2 waiting' })).toBeVisible()
    await expectItems(/Bo.*Waiting/, /Max.*Waiting/, /Kim.*Unconfirmed/, ...firstThree)
    expect(main()).toHaveTextContent('Three pets in a row were not confirmed.')

    await enterPet(user, 'Zoe')
    expect(await screen.findByRole('button', { name: 'Add 3 waiting' })).toBeVisible()
    expect(petstore.posts()).toHaveLength(4)

    petstore.restore()
    await press(user, 'Add 3 waiting')
    await expectItems(/Zoe.*Added/, /Bo.*Added/, /Max.*Added/, /Kim.*Unconfirmed/, ...firstThree)
    expect(petstore.posts()).toHaveLength(7)
  })
})

describe('lists that lack a known pet do not prove that Rex was not added', () => {
  const mia = { id: 7, name: 'Mia', categoryId: 1, status: 'available' }
  const bo = { id: 8, name: 'Bo', categoryId: 1, status: 'sold' }

  test.each<[situation: string, lists: Record<string, PetOnWire[]>]>([
    ['no list has Mia, who was just added', {}],
    ['only the list of available pets has Mia', { available: [mia] }],
    ['only the list of sold pets has Bo', { unfiltered: [mia], available: [mia], sold: [bo] }],
  ])('%s', async (_situation, lists) => {
    const advance = fakeTime()
    petstore.onList((url) => HttpResponse.json(lists[url.searchParams.get('status') ?? 'unfiltered'] ?? []))
    petstore.onCreate(() => added(mia))
    const { user } = await addPet('Mia')
    await findItem(/Mia.*Added \(ID 7\)/)
    petstore.onCreate(() => HttpResponse.error())
    await enterPet(user, 'Rex')
    await findItem(/Rex.*not found yet/)
    await advance(61_000)
    await findItem(/Rex.*(was not added|Not among the pets)/)
    expect(main()).not.toHaveTextContent(/was not added/i)
    await findItem(/Not among the pets Staging shows\. Adding it again could create a duplicate/)
  })

  test('a pet that the same key had added before the service refused it, and took it again', async () => {
    const advance = fakeTime()
    petstore.onCreate(() => added({ id: 7, name: 'Mia', categoryId: 1 }))
    const { user, services } = await addPet('Mia')
    await findItem(/Mia.*Added/)
    const session = services.forEnvironment('staging')?.session
    act(() => session?.rejectKey(KEY))
    act(() => session?.signIn(KEY, false))
    petstore.onList(() => Response.json([]))
    petstore.onCreate(() => HttpResponse.error())
    await enterPet(user, 'Rex')
    await findItem(/Rex.*Unconfirmed/)
    await advance(61_000)
    await findItem(/Rex.*(was not added|Not among the pets)/)
    expect(main()).not.toHaveTextContent(/was not added/i)
  })
})

test('Mia, who was answered with the body of Rex, says what was saved, and then her ID is found for Rex', async () => {
  const rex = { id: 7, name: 'Rex', categoryId: 1 }
  petstore.onList(() => HttpResponse.json([rex]))
  petstore.onCreate(() => added(rex))
  const { user } = await addPet('Mia')
  await findItem(/Mia.*Added \(ID 7\).*Saved as “Rex”/)
  petstore.onCreate(() => HttpResponse.error())
  await enterPet(user, 'Rex')
  const item = await findItem(/In Staging: Rex · ID 7/)
  await pressIn(user, item, 'This is it, ID 7')
  await expectItems(/Rex.*Added \(ID 7\)/, /Mia.*Added \(ID 7\)/)
  expect(petstore.posts()).toHaveLength(2)
})

test.each([
  ['another pet', 'Bo'],
  ['a pet with the same name and category', 'Rex'],
])('an ID which the list showed before the pet was sent, for %s, is pointed out', async (_which, listed) => {
  petstore.db.create({ id: int64('5'), name: listed, categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('1 pet')
  await visit(user, 'Add pet')
  petstore.onCreate(() => added({ id: 5, name: 'Rex', categoryId: 1 }))
  await enterPet(user, 'Rex')
  await findItem(/Rex.*Added \(ID 5\).*ID 5 had been seen before this pet was sent/)

  petstore.onCreate(() => added({ id: 6, name: 'Mia', categoryId: 1 }))
  await enterPet(user, 'Mia')
  const mia = await findItem(/Mia.*Added \(ID 6\)/)
  expect(mia).not.toHaveTextContent('had been seen before')
})

/**
 * Adds Rex after the person was on the page "Import" for so many minutes. The list shows Rex, ID
 * 1001.
 */
async function addRexAfter(minutes: number) {
  const advance = fakeTime()
  petstore.onList(() => HttpResponse.json([{ id: 1001, name: 'Rex', categoryId: 1 }]))
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  await user.click(screen.getAllByRole('link', { name: 'Import' })[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Add many pets' })
  await advance(minutes * 60_000)
  await visit(user, 'Add pet')
  await enterPet(user, 'Rex')
}

describe('a list that was looked at many minutes ago', () => {
  test.each([1, 6])('still counts after %i: an answer with an ID that it showed says so', async (minutes) => {
    petstore.onCreate(() => added({ id: 1001, name: 'Rex', categoryId: 1 }))
    await addRexAfter(minutes)
    const item = await findItem(/Rex.*Added \(ID 1001\)/)
    expect(item).toHaveTextContent('ID 1001 had been seen before this pet was sent')
  })

  test.each([1, 6])(
    'still counts after %i: a pet that it showed is not offered as the new one',
    async (minutes) => {
      petstore.controls.set({ nextResponse: 'lost-before' })
      await addRexAfter(minutes)
      const item = await findItem(/not found yet|In Staging: Rex/)
      expect(item).not.toHaveTextContent('In Staging: Rex')
    },
  )
})

test('Rex, whose request the browser sent twice, shows the second pet once the list has been opened', async () => {
  petstore.onCreate(() => {
    for (const id of ['7', '8']) petstore.db.create({ id: int64(id), name: 'Rex', categoryId: int64('1') })
    return added({ id: 7, name: 'Rex', categoryId: 1 })
  })
  const { user } = await addPet()
  await findItem(/Rex.*Added \(ID 7\)/)
  await visit(user, 'Pets')
  await screen.findByText('All 2 pets')
  await visit(user, 'Add pet')
  const item = await findItem(/Rex.*Added \(ID 7\).*Possible duplicate: ID 8/)
  const alert = within(item).getByRole('alert')
  expect(alert).toHaveTextContent('Possible duplicate: ID 8')
  expect(within(alert).getByRole('link', { name: 'ID 8' })).toHaveAttribute('href', '/staging/pets/8')
})

test('a pet that is answered with HTTP 409 is unconfirmed, because an earlier copy of its request may have added it', async () => {
  petstore.onCreate(() => errorResponse(409, 'This pet exists already.', 'conflict'))
  await addPet()
  const item = await findItem(/Rex.*(Unconfirmed|Not added)/)
  expect(item).toHaveTextContent(/Unconfirmed.*May have been added/s)
  expect(main()).not.toHaveTextContent('Not added')
})

test('Rex is found in a list that gives the same ID to several pets', async () => {
  const advance = fakeTime()
  const pets = ['Bo', 'Rex', 'Kim'].map((name) => ({ id: 7, name, categoryId: 1 }))
  petstore.onList((url) => HttpResponse.json(url.searchParams.has('status') ? [] : pets))
  await loseRex(petstore)
  await findItem(/In Staging: Rex · ID 7|not found yet/)
  await advance(61_000)
  await findItem(/Rex.*(In Staging: Rex · ID 7|was not added)/)
  expect(main()).not.toHaveTextContent(/was not added/i)
  expect(screen.getByRole('button', { name: 'This is it, ID 7' })).toBeVisible()
})

test('a pet can be discarded while the service asks to be left alone, and is not sent then', async () => {
  const advance = fakeTime()
  petstore.onCreate(() => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '300' } }))
  const { user } = await addPet('Rexx')
  await enterPet(user, 'Mia')
  await pressIn(user, await findItem(/Rexx.*Waiting until/s), 'Discard')
  await expectItems(/Mia.*Waiting/)
  petstore.restore()
  await advance(301_000)
  await expectItems(/Mia.*Added/)
  expect(petstore.db.all().map(({ name }) => name)).toEqual(['Mia'])
})

test('a service that answers 429 with "Retry-After: 0" gets at most one POST a second', async () => {
  const arrivals: number[] = []
  petstore.onCreate(() => {
    arrivals.push(performance.now())
    return HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '0' } })
  })
  await addPet()
  // This second is a real one, because a clock that the test moves on would hide a POST which comes
  // too early.
  await waitFor(() => expect(arrivals.length).toBeGreaterThanOrEqual(2))
  const [first = 0, second = 0] = arrivals
  expect(second - first).toBeGreaterThanOrEqual(1000)
  petstore.restore()
  await findItem(/Rex.*Added/)
})

test('behind the dialog that asks for another key, nothing of what the lists showed can be read', async () => {
  const { services } = await loseRex(petstore)
  await findItem(/In Staging: Rex · ID 1001/)
  act(() => services.forEnvironment('staging')?.session.rejectKey(KEY))
  expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await waitFor(() => expect(main()).not.toHaveTextContent(/Found|This is it/))
  expect(main()).toHaveTextContent(/Rex Unconfirmed .*May have been added/)
})

/** Returns the entries that a browser copies into a tab that is duplicated. */
const sessionStorageEntries = () =>
  Array.from({ length: window.sessionStorage.length }, (_, index) => {
    const name = window.sessionStorage.key(index) ?? ''
    return [name, window.sessionStorage.getItem(name) ?? ''] as const
  })

test('a rejected pet that is corrected in two tabs is held in the second, which names what the first one has added', async () => {
  petstore.onCreate(() => errorResponse(400, 'categoryId 5 does not exist', 'unknown_category'))
  const firstTab = await addPet('Rex', '5')
  await pressIn(firstTab.user, await findItem(/Rex.*Not added/), 'Fix')
  const duplicatedStorage = sessionStorageEntries()
  petstore.restore()
  await firstTab.user.type(nameField(), ' the first')
  await press(firstTab.user, 'Add pet')
  await expectItems(/Rex the first.*Added/)
  firstTab.unmount()

  for (const [name, value] of duplicatedStorage) window.sessionStorage.setItem(name, value)
  const { user } = renderApp('/staging/pets/new')
  await waitFor(() => expect(nameField()).toHaveValue('Rex'))
  await user.type(nameField(), ' the second')
  await press(user, 'Add pet')
  await findItem(
    /Rex the second.*May already be added.*May already have been added: as “Rex the first”, added at .+ \(ID \d+\)/,
  )
  expect(petstore.posts()).toHaveLength(2)
})

test('a pet that is in the form again after a crash, although it was added, is asked about before it is sent', async () => {
  const { user, unmount } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  const storedBeforeThePress = sessionStorageEntries()
  await press(user, 'Add pet')
  await expectItems(/Rex.*Added/)
  unmount()

  for (const [name, value] of storedBeforeThePress) window.sessionStorage.setItem(name, value)
  const restored = renderApp('/staging/pets/new')
  await waitFor(() => expect(nameField()).toHaveValue('Rex'))
  await press(restored.user, 'Add pet')
  const item = await findItem(/Rex.*May already be added.*added at .+ \(ID \d+\)/)
  expect(within(item).getByRole('alert')).toHaveTextContent('May already be added')
  expect(petstore.posts()).toHaveLength(1)
  await pressIn(restored.user, item, 'Add it anyway')
  await waitFor(() => expect(petstore.posts()).toHaveLength(2))
})

test('two pets that are alike, typed one after the other, are both added without a question', async () => {
  const { user } = await addPet('Rex', '1')
  await findItem(/Rex.*Added/)
  await fill(user, 'Rex', '1')
  await press(user, 'Add pet')
  await expectItems(/Rex.*Added/, /Rex.*Added/)
  expect(petstore.posts()).toHaveLength(2)
})

test('without Web Locks, an open tab says by itself after a minute that the pet of a closed tab is unconfirmed', async () => {
  const advance = fakeTime()
  await saveImport([{ kind: 'sending', claim: 'x', at: Date.now() }], { isByHand: true })
  renderApp('/staging/pets/new')
  await expectItems(/Pet 1.*Adding…/)
  await advance(61_000)
  await expectItems(/Pet 1.*Unconfirmed.*May have been added/s)
  expect(petstore.posts()).toEqual([])
})

describe('a pet that this device had seen before in a list', () => {
  const HAMSTER = { name: 'Hamster', categoryId: int64('1'), status: 'sold' } as const

  /** Looks at the list, which has so many older hamsters, and then opens the app anew. */
  async function seeHamsters(count: number): Promise<void> {
    for (let created = 0; created < count; created += 1) petstore.db.create(HAMSTER)
    const before = renderApp('/staging/pets')
    expect(await screen.findAllByRole('link', { name: 'Hamster' })).toHaveLength(count)
    before.unmount()
  }

  test('is no possible duplicate of one that is added later', async () => {
    await seeHamsters(2)
    const { user } = await addPet('Hamster')
    await findItem(/Hamster.*Added \(ID 1003\)/)
    await visit(user, 'Pets')
    await screen.findByText('All 3 pets')
    await visit(user, 'Add pet')
    const item = await findItem(/Hamster.*Added \(ID 1003\)/)
    expect(within(item).queryByRole('alert')).not.toBeInTheDocument()
  })

  test('is said to have been seen before, also by "This is it", where a pet like it is unconfirmed', async () => {
    const advance = fakeTime()
    await seeHamsters(1)
    petstore.controls.set({ nextResponse: 'lost-before' })
    const { user } = await addPet('Hamster')
    await findItem(/not found yet/)
    await advance(61_000)
    const item = await findItem(/Staging has a pet like it \(ID 1001\), whose ID had been seen before/)
    expect(within(item).getByRole('button', { name: 'Add it again' })).toBeVisible()
    await pressIn(user, item, 'This is it, ID 1001')
    await findItem(/Added \(ID 1001\).*ID 1001 had been seen before this pet was sent/)
  })
})

test('a pet whose ID had been seen before is named, and can be taken, where the service was emptied since', async () => {
  const advance = fakeTime()
  for (const name of ['Ada', 'Bea', 'Cid']) petstore.db.create({ name, categoryId: int64('2') })
  const before = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Cid' })
  before.unmount()
  const created: PetOnWire[] = []
  petstore.onList(() => HttpResponse.json(created))
  petstore.onCreate(() => {
    created.push({ id: 1002, name: 'Rex', categoryId: 1 })
    return HttpResponse.error()
  })
  // The sign-in is the same as before.
  const { user } = renderApp('/staging/pets/new', { key: null })
  await enterPet(user, 'Rex')
  await findItem(/Rex.*Unconfirmed/)
  await advance(61_000)
  const item = await findItem(/a pet like it \(ID 1002\), whose ID had been seen before/)
  expect(within(item).getByRole('button', { name: 'This is it, ID 1002' })).toBeVisible()
})

test('older pets that this device had not seen are named together, and said to be perhaps older', async () => {
  for (let created = 0; created < 5; created += 1)
    petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  const { user } = await addPet()
  await findItem(/Rex.*Added \(ID 1006\)/)
  await visit(user, 'Pets')
  await screen.findByText('All 6 pets')
  await visit(user, 'Add pet')
  const item = await findItem(/Rex.*Added \(ID 1006\).*Possible duplicates/)
  expect(within(item).getByRole('alert')).toHaveTextContent(
    'Possible duplicates: ID 1001, ID 1002, ID 1003 and 2 more (they may be older pets)',
  )
})

test('behind the dialog that asks for another key, a possible duplicate that a list has shown cannot be read', async () => {
  petstore.onCreate(() => {
    for (const id of ['7', '8']) petstore.db.create({ id: int64(id), name: 'Rex', categoryId: int64('1') })
    return added({ id: 7, name: 'Rex', categoryId: 1 })
  })
  const { user, services } = await addPet()
  await findItem(/Rex.*Added \(ID 7\)/)
  await visit(user, 'Pets')
  await screen.findByText('All 2 pets')
  await visit(user, 'Add pet')
  await findItem(/Rex.*Added \(ID 7\).*Possible duplicate: ID 8/)
  act(() => services.forEnvironment('staging')?.session.rejectKey(KEY))
  expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await waitFor(() => expect(main()).not.toHaveTextContent(/ID 8/))
  expect(main()).toHaveTextContent(/Added \(ID 7\)/)
})
