// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  fill,
  addPet,
  breakWriting,
  enterPet,
  expectItems,
  fakeTime,
  findItem,
  nameField,
  press,
  visit,
} from '#tests/support/add-page.ts'
import { createIndexedDbLedger } from '#src/outbox/ledger/indexed-db.ts'
import { hangCommits } from '#tests/support/hang-commits.ts'
import { pasteRows, saveImport } from '#tests/support/import-page.ts'
import {
  BASE_URL,
  errorResponse,
  int64,
  KEY,
  renderApp,
  usePetstoreServer,
} from '#tests/support/render-app.tsx'

// These tests try to make the pages say what is not so, or lose what was typed, with slow and full
// disks, and by leaving the page.

const petstore = usePetstoreServer()
const main = () => screen.getByRole('main')
const button = (name: string) => screen.queryByRole('button', { name })

/** Says whether the browser would ask before the page is left. */
const leavingIsAskedAbout = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Holds requests back until the returned function is called. The petstore then answers them, unless
 * another answer is given.
 */
function holdPosts(answer?: Response): () => void {
  const gate = Promise.withResolvers<Response | undefined>()
  petstore.use(http.post(`${BASE_URL}/pets`, () => gate.promise))
  return () => gate.resolve(answer)
}

const expectPosts = (count: number) => waitFor(() => expect(petstore.posts()).toHaveLength(count))

/** Starts an import of these pets. */
async function start(...names: readonly string[]) {
  const app = await pasteRows(`name,categoryId\n${names.map((name) => `${name},1`).join('\n')}`)
  await press(app.user, `Add ${names.length} pets`)
  return app
}

const opened = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve) => {
    request.addEventListener('success', () => resolve(request.result))
  })

const createDatabase = () => createIndexedDbLedger().read(async () => undefined)

/**
 * Keeps a transaction open in another connection, so that the disk does not answer until the
 * returned function is called, or the test ends.
 */
async function hangDisk(): Promise<() => void> {
  const database = await opened(indexedDB.open('petstore-admin.outbox'))
  let isHanging = true
  const transaction = database.transaction(['entries', 'imports', 'about'], 'readwrite')
  const store = transaction.objectStore('about')
  const keepOpen = () => {
    if (isHanging) store.get('sequence').addEventListener('success', keepOpen)
  }
  keepOpen()
  const release = () => {
    isHanging = false
    database.close()
  }
  onTestFinished(release)
  return release
}

/** Adds Mia, and opens the page again as after a reload, while the disk is busy. */
async function reloadOnBusyDisk() {
  const { unmount } = await addPet('Mia')
  await expectItems(/Mia.*Added/)
  unmount()
  const release = await hangDisk()
  const advance = fakeTime()
  const { user } = renderApp('/staging/pets/new', { key: null })
  await screen.findByText('Pets you add appear here.')
  return { release, advance, user }
}

/** Opens the app and adds Mia, then Rex, whom the disk is too slow to take. */
async function addRexOnSlowDisk() {
  const release = holdPosts()
  const { user } = await addPet('Mia')
  await expectPosts(1)
  await hangDisk()
  const advance = fakeTime()
  await enterPet(user, 'Rex')
  release()
  return { user, advance }
}

/** Opens the app and adds Mia, then Rex, whom the disk takes and does not commit. */
async function addRexOnHangingDisk() {
  const { user } = await addPet('Mia')
  await expectItems(/Mia.*Added/)
  const release = hangCommits()
  const advance = fakeTime()
  await enterPet(user, 'Rex')
  return { user, release, advance }
}

// These tests come first, and each ends with nothing unsaved, because the outboxes of earlier tests
// would ask, too.
describe('leaving the page', () => {
  test('is asked about while an unconfirmed pet is in memory only, until it is discarded', async () => {
    const repair = breakWriting()
    petstore.controls.set({ nextResponse: 'lost-after' })
    const { user } = await addPet()
    await press(user, 'Add without saving')
    await expectItems(/Rex.*Unconfirmed/)
    repair()
    expect(leavingIsAskedAbout()).toBe(true)
    await press(user, 'Discard')
    await expectItems()
  })

  test('is asked about while rows that wait are in memory only, until they are sent', async () => {
    const repair = breakWriting()
    const release = holdPosts()
    const { user } = await start('Rex', 'Mia')
    await press(user, 'Add without saving')
    await press(user, 'Add 2 pets')
    await expectPosts(1)
    await press(user, 'Pause')
    release()
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    repair()
    expect(leavingIsAskedAbout()).toBe(true)
    await press(user, 'Resume')
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
  })

  test('is asked about after closing an import whose last outcome could not be saved, until "Try again" saves it', async () => {
    const release = holdPosts()
    const { user } = await start('Rex', 'Mia')
    await expectPosts(1)
    const repair = breakWriting()
    release()
    expect(await screen.findByText(/Your browser cannot save what you add/)).toBeVisible()
    await press(user, 'Save and close')
    await waitFor(() => expect(button('Save and close')).not.toBeInTheDocument())
    expect(button('Try again')).toBeVisible()
    expect(leavingIsAskedAbout()).toBe(true)
    repair()
    await press(user, 'Try again')
    await waitFor(() => expect(button('Try again')).not.toBeInTheDocument())
  })

  test('is asked about as soon as "Add pet" is pressed, while the disk is too busy to save the pet', async () => {
    const { user } = await addPet('Mia')
    await expectItems(/Mia.*Added/)
    await waitFor(() => expect(leavingIsAskedAbout()).toBe(false))
    const release = await hangDisk()
    await enterPet(user, 'Rex')
    expect(leavingIsAskedAbout()).toBe(true)
    release()
    await expectItems(/Rex.*Added/, /Mia.*Added/)
    await waitFor(() => expect(leavingIsAskedAbout()).toBe(false))
  })

  test('is asked about as soon as "Add N pets" is pressed, while the disk is too busy to save the rows', async () => {
    await createDatabase()
    const { user } = await pasteRows('name,categoryId\nRex,1\nMia,1')
    await screen.findByRole('button', { name: 'Add 2 pets' })
    const release = await hangDisk()
    await press(user, 'Add 2 pets')
    expect(await screen.findByRole('button', { name: 'Adding…' })).toBeVisible()
    expect(leavingIsAskedAbout()).toBe(true)
    release()
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
    await waitFor(() => expect(leavingIsAskedAbout()).toBe(false))
  })

  test('is asked about while the disk is too busy to save what was decided about a pet', async () => {
    petstore.controls.set({ nextResponse: 'lost-after' })
    const { user } = await addPet()
    await expectItems(/Rex.*Unconfirmed/)
    await waitFor(() => expect(leavingIsAskedAbout()).toBe(false))
    const release = await hangDisk()
    await press(user, 'Discard')
    expect(leavingIsAskedAbout()).toBe(true)
    release()
    await expectItems()
    await waitFor(() => expect(leavingIsAskedAbout()).toBe(false))
  })
})

describe('"Add pet"', () => {
  test('does not say that the key no longer works after the person has signed in again', async () => {
    const { user } = renderApp('/staging/pets/new', { key: 'ended' })
    await enterPet(user, 'Rex')
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
    await user.type(within(dialog).getByLabelText('API key'), `${KEY}{Enter}`)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await expectItems(/Rex.*Waiting/)
    expect(screen.queryByText('Your key no longer works.')).not.toBeInTheDocument()
  })

  test('of somebody who has signed in again sends nothing that waits since the key before has ended', async () => {
    const { user, services } = await addPet('Mia')
    await expectItems(/Mia.*Added/)
    petstore.controls.set({ nextResponse: '401' })
    await enterPet(user, 'Rex')
    await press(user, 'Not now')
    await expectItems(/Rex.*Waiting/, /Mia.*Added/)
    act(() => services.forEnvironment('staging')?.session.signIn(KEY, false))
    await expectItems(/Rex.*Waiting/, /Mia.*Added/)
    await enterPet(user, 'Bo')
    await expectItems(/Bo.*Added/, /Rex.*Waiting/, /Mia.*Added/)
    expect(petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual([
      'Mia',
      'Rex',
      'Bo',
    ])
    await press(user, 'Add 1 waiting')
    await expectItems(/Bo.*Added/, /Rex.*Added/, /Mia.*Added/)
  })

  test('says in the past tense that the connection was lost, and adds what waits once it is back', async () => {
    const release = holdPosts()
    const { user } = await addPet()
    await enterPet(user, 'Mia')
    await expectPosts(1)
    fireEvent(window, new Event('offline'))
    release()
    expect(await screen.findByText('You went offline.')).toBeVisible()
    expect(main()).not.toHaveTextContent('You are offline')
    fireEvent(window, new Event('online'))
    await press(user, 'Add 1 waiting')
    await expectItems(/Mia.*Added/, /Rex.*Added/)
    expect(screen.queryByText('You went offline.')).not.toBeInTheDocument()
  })

  test.each([
    ['was added', undefined, /Rex.*Added/],
    ['was rejected', () => errorResponse(400), /Rex.*Not added/],
    ['may have been added', () => HttpResponse.error(), /Rex.*Unconfirmed/],
  ])('offers no "Discard" at a pet that %s if that could not be saved', async (_outcome, answer, text) => {
    const release = holdPosts(answer?.())
    await addPet()
    await expectPosts(1)
    breakWriting()
    release()
    const item = await findItem(text)
    await waitFor(() => expect(item).toHaveTextContent('Not saved'))
    expect(within(item).queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
  })
})

describe('when the disk does not answer, "Add pet"', () => {
  test('leaves what somebody types in the form, and shows the pet that could not be saved below', async () => {
    const { user, advance } = await addRexOnSlowDisk()
    await user.type(nameField(), 'Bo')
    await advance(60_000)
    expect(await screen.findByText(/cannot save/)).toBeVisible()
    await findItem(/Rex.*Not saved/)
    expect(nameField()).toHaveValue('Bo')
  })

  test('shows the pet below after the page was left and opened again', async () => {
    const { user, advance } = await addRexOnSlowDisk()
    await advance(5000)
    await visit(user, 'Pets')
    await visit(user, 'Add pet')
    await screen.findByRole('textbox', { name: 'Name' })
    await advance(60_000)
    expect(await screen.findByText(/cannot save/)).toBeVisible()
    await findItem(/Rex.*Not saved/)
    expect(nameField()).toHaveValue('')
  })

  test('says that nothing more is sent, also where the disk hangs only while it commits, and "Try again" adds the pet once', async () => {
    const { user, release, advance } = await addRexOnHangingDisk()
    // The press tries to write the pet three times, for 5 s each.
    for (let second = 0; second < 20; second += 1) await advance(1000)
    expect(await screen.findByText(/cannot save/)).toBeVisible()
    await expectItems(/Rex.*Waiting.*Not saved/, /Mia.*Added/)
    release()
    await advance(60_000)
    expect(petstore.posts()).toHaveLength(1)
    await press(user, 'Try again')
    await expectItems(/Rex.*Added/, /Mia.*Added/)
    expect(petstore.posts()).toHaveLength(2)
  })

  test('shows each pet 2 s after it was entered, shows later ones at once, and adds each of them once', async () => {
    const { user } = await addPet('Mia')
    await expectItems(/Mia.*Added/)
    const release = await hangDisk()
    const advance = fakeTime()
    await enterPet(user, 'Rex')
    await enterPet(user, 'Bo')
    await advance(2000)
    await expectItems(/Bo.*Waiting.*Not saved/, /Rex.*Waiting.*Not saved/, /Mia.*Added/)
    await enterPet(user, 'Tom')
    await expectItems(/Tom.*Not saved/, /Bo.*Not saved/, /Rex.*Not saved/, /Mia.*Added/)
    release()
    await expectItems(/Tom.*Added/, /Bo.*Added/, /Rex.*Added/, /Mia.*Added/)
    expect(petstore.posts()).toHaveLength(4)
  })
})

test('while the disk is too busy to read what was added before a reload, the page says so, and asks about a pet that is entered again', async () => {
  const { release, advance, user } = await reloadOnBusyDisk()
  await advance(1000)
  expect(await screen.findByText('Reading what you added before…')).toBeVisible()
  await enterPet(user, 'Mia')
  release()
  await expectItems(/Mia.*May already be added.*added at .*ID 1001/, /Mia.*Added \(ID 1001\)/)
  await waitFor(() => expect(screen.queryByText('Reading what you added before…')).not.toBeInTheDocument())
  expect(petstore.posts()).toHaveLength(1)
})

test('a pet that is entered again right after a reload, while the disk is busy, is asked about, too', async () => {
  const { release, user } = await reloadOnBusyDisk()
  await enterPet(user, 'Mia')
  release()
  await expectItems(/Mia.*May already be added.*added at .*ID 1001/, /Mia.*Added \(ID 1001\)/)
  expect(petstore.posts()).toHaveLength(1)
})

test('where what was added before a reload cannot be read, the page says so, and shows it once it can be read', async () => {
  const { unmount } = await addPet('Mia')
  await expectItems(/Mia.*Added/)
  unmount()
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const advance = fakeTime()
  renderApp('/staging/pets/new', { key: null })
  const note = 'Your browser did not let the app read what you added before.'
  expect(await screen.findByText(note)).toBeVisible()
  open.mockRestore()
  await advance(2000)
  await expectItems(/Mia.*Added \(ID 1001\)/)
  expect(screen.queryByText(note)).not.toBeInTheDocument()
})

test.each<[what: string, breakDisk: () => Promise<void> | void]>([
  ['is full', () => void breakWriting()],
  [
    'belongs to a newer version of the app',
    async () => (await opened(indexedDB.open('petstore-admin.outbox', 99))).close(),
  ],
])('whoever types on while the disk %s loses no pet: each is below', async (_what, breakDisk) => {
  const { user } = await addPet('Mia')
  await findItem(/Mia.*Added/)
  await breakDisk()
  for (const name of ['Rex', 'Bo', 'Tom']) {
    await enterPet(user, name)
    await findItem(new RegExp(`${name}.*Not saved`))
    expect(nameField()).toHaveValue('')
    expect(nameField()).toHaveFocus()
  }
  await expectItems(
    /Tom.*Waiting.*Not saved/,
    /Bo.*Waiting.*Not saved/,
    /Rex.*Waiting.*Not saved/,
    /Mia.*Added/,
  )
  expect(petstore.posts()).toHaveLength(1)
})

/** Signs in to production, whose service has no pets and answers a POST with Mia. */
async function signInToProduction(user: UserEvent): Promise<void> {
  const pet = { id: 5, name: 'Mia', categoryId: 1 }
  petstore.use(
    http.get('https://petstore.test/v1/pets', () => HttpResponse.json([])),
    http.post('https://petstore.test/v1/pets', () => HttpResponse.json(pet, { status: 201 })),
  )
  await user.type(await screen.findByLabelText('API key'), KEY)
  await press(user, 'Sign in')
  await screen.findByRole('heading', { name: 'Add a pet' })
}

/** Has the tab remember that Rex was pressed before it was loaded, and not yet written. */
function noteRexAsPressed(): void {
  const pressed = {
    batch: 'a visit',
    position: 0,
    environmentId: 'staging',
    baseUrl: BASE_URL,
    newPet: { name: 'Rex', categoryId: '1' },
    enteredAt: Date.now(),
    formId: 'a form',
  }
  const stored = JSON.stringify({ signInId: '', visits: [], pressed: [pressed] })
  sessionStorage.setItem('petstore-admin.by-hand.staging', stored)
}

describe('a pet that was pressed before the tab was loaded again', () => {
  test('is written down on any page, so that closing the tab does not lose it', async () => {
    noteRexAsPressed()
    const { unmount } = renderApp('/staging/pets')
    await waitFor(() =>
      expect(sessionStorage.getItem('petstore-admin.by-hand.staging')).toContain('"pressed":[]'),
    )
    unmount()
    sessionStorage.clear()
    renderApp('/staging/pets/new')
    await expectItems(/Rex.*Waiting/)
    expect(petstore.posts()).toEqual([])
  })

  test('is written down also on a page of another environment, where it is not shown', async () => {
    noteRexAsPressed()
    const { unmount } = renderApp('/production/pets/new')
    await waitFor(() =>
      expect(sessionStorage.getItem('petstore-admin.by-hand.staging')).toContain('"pressed":[]'),
    )
    expect(main()).not.toHaveTextContent('Rex')
    unmount()
    renderApp('/staging/pets/new')
    await expectItems(/Rex.*Waiting/)
    expect(petstore.posts()).toEqual([])
  })

  test('belongs to its own environment also while it cannot be saved: another one asks before leaving, and does not show it', async () => {
    noteRexAsPressed()
    breakWriting()
    const { user } = renderApp('/production/pets/new')
    await waitFor(() => expect(leavingIsAskedAbout()).toBe(true))
    await signInToProduction(user)
    expect(main()).not.toHaveTextContent('Rex')
    fireEvent.click(screen.getByRole('link', { name: /^Staging/, hidden: true }))
    await findItem(/Rex.*Waiting.*Not saved/)
    expect(petstore.posts()).toEqual([])
  })

  test('is written down also while the tab asks to sign in, where nothing is requested or shown', async () => {
    // Somebody who is signed in would have the lists read for Pet 1.
    await saveImport([{ kind: 'unknown', message: '', endedAt: 0 }, { kind: 'waiting' }], { isByHand: true })
    noteRexAsPressed()
    const { services } = renderApp('/staging/pets/new', { key: null })
    await waitFor(() =>
      expect(sessionStorage.getItem('petstore-admin.by-hand.staging')).toContain('"pressed":[]'),
    )
    // Lists that are due would be requested by now.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(main()).toHaveTextContent(/Sign in/)
    expect(main()).not.toHaveTextContent(/Rex|Pet 1/)
    expect(petstore.received).toEqual([])
    act(() => services.forEnvironment('staging')?.session.signIn(KEY, false))
    await expectItems(/Rex.*Waiting/, /Pet 2.*Waiting/, /Pet 1.*Unconfirmed/)
    expect(petstore.posts()).toEqual([])
  })

  test.each(['/staging/pets/new', '/staging/pets'])(
    'is asked about when leaving %s, while the disk is too busy to save it',
    async (address) => {
      await createDatabase()
      noteRexAsPressed()
      await hangDisk()
      const advance = fakeTime()
      renderApp(address)
      await advance(2001)
      await waitFor(() => expect(leavingIsAskedAbout()).toBe(true))
    },
  )

  test('is shown as "Not saved" while the disk is too busy to save it', async () => {
    await createDatabase()
    noteRexAsPressed()
    await hangDisk()
    const advance = fakeTime()
    renderApp('/staging/pets/new')
    await screen.findByRole('textbox', { name: 'Name' })
    await advance(2001)
    await expectItems(/Rex.*Waiting.*Not saved/)
    expect(petstore.posts()).toEqual([])
  })
})

test('a pet that one environment could not save, and has added without saving, is never offered to be sent again after another one was shown', async () => {
  const repair = breakWriting()
  const { user, unmount } = renderApp('/staging/pets/new')
  await enterPet(user, 'Rex')
  await findItem(/Rex.*Not saved/)
  fireEvent.click(screen.getByRole('link', { name: /^Production/, hidden: true }))
  await signInToProduction(user)
  expect(main()).not.toHaveTextContent('Rex')
  fireEvent.click(screen.getByRole('link', { name: /^Staging/, hidden: true }))
  await press(user, 'Add without saving')
  await findItem(/Rex.*Added/)
  repair()
  fireEvent.click(screen.getByRole('link', { name: /^Production/, hidden: true }))
  await enterPet(user, 'Mia')
  await findItem(/Mia.*Added/)
  unmount()
  renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(main()).not.toHaveTextContent('Rex')
})

test('a page that comes back from the back/forward cache, which gets no messages, shows what another tab has written since', async () => {
  await saveImport([{ kind: 'waiting' }, { kind: 'waiting' }], { isByHand: true })
  renderApp('/staging/pets/new')
  await expectItems(/Pet 2.*Waiting/, /Pet 1.*Waiting/)
  await createIndexedDbLedger().write(async (ledger) => {
    const [first] = await ledger.findAll(['open'])
    if (first !== undefined) await ledger.put({ ...first, state: { kind: 'discarded' } })
  })
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => expect(main().textContent?.match(/Pet \d/g)).toHaveLength(1))
})

test('a form that comes back from the back/forward cache has what a later page of the tab has typed into it', async () => {
  const { user } = renderApp('/staging/pets/new?status=sold')
  await fill(user, 'Rex', '1')
  const [name, draft = ''] = Object.entries(sessionStorage).find(([key]) => key.includes('draft.')) ?? []
  sessionStorage.setItem(String(name), draft.replace('Rex', 'Mia'))
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(nameField()).toHaveValue('Mia')
  expect(screen.getByRole('radio', { name: 'Sold' })).toBeChecked()
  await user.type(nameField(), ' 2')
  expect(sessionStorage.getItem(String(name))).toContain('Mia 2')
})

test('a pet that a later page has typed can be added after Back, although the form had been emptied here', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  const [name, draft = '{}'] = Object.entries(sessionStorage).find(([key]) => key.includes('draft.')) ?? []
  await press(user, 'Add pet')
  await findItem(/Rex.*Added/)
  const later = { ...JSON.parse(draft), press: 'a later form' } as object
  sessionStorage.setItem(String(name), JSON.stringify(later).replace('Rex', 'Mia'))
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await press(user, 'Add pet')
  expect(await findItem(/Mia.*Added/)).toBeVisible()
})

test('a pet whose tab was closed before it showed the answer is unconfirmed for the next sign-in', async () => {
  const { user, unmount } = renderApp('/staging/pets/new')
  holdPosts()
  await enterPet(user, 'Rex')
  await expectPosts(1)
  unmount()
  await createIndexedDbLedger().write(async ({ findAll, put }) => {
    for (const pet of await findAll(['batch']))
      await put({ ...pet, state: { kind: 'added', id: int64('7') } })
  })
  // A new tab has no session storage.
  sessionStorage.clear()
  renderApp('/staging/pets/new')
  await expectItems(/Rex.*Unconfirmed.*the page was left before it showed the answer/)
  expect(petstore.posts()).toHaveLength(1)
})

/** Adds Mia, goes to another page before the answer comes, and waits until that is saved. */
async function addMiaAndLeave() {
  const app = renderApp('/staging/pets/new')
  const release = holdPosts()
  await enterPet(app.user, 'Mia')
  await expectPosts(1)
  await visit(app.user, 'Overview')
  release()
  const ledger = createIndexedDbLedger()
  const saved = () => ledger.read(({ findAll }) => findAll(['batch']))
  await waitFor(async () => expect(await saved()).toMatchObject([{ state: { kind: 'added' } }]))
  const session = app.services.forEnvironment('staging')?.session
  const signInAgain = async () => {
    await act(async () => session?.signOut())
    await screen.findByLabelText('API key')
    await act(async () => session?.signIn(KEY, false))
    await visit(app.user, 'Add pet')
  }
  return { ...app, signInAgain }
}

describe('a pet that was answered while another page was shown', () => {
  test('is unconfirmed for the next sign-in, because nobody has read that it was added', async () => {
    const { user, signInAgain } = await addMiaAndLeave()
    await signInAgain()
    await expectItems(/Mia.*Unconfirmed.*the page was left before it showed the answer/)
    await enterPet(user, 'Mia')
    await expectItems(/Mia.*May already be added/, /Mia.*Unconfirmed/)
    expect(petstore.posts()).toHaveLength(1)
  })

  test('is not shown to the next sign-in once somebody has come back to read that it was added', async () => {
    const { user, signInAgain } = await addMiaAndLeave()
    await visit(user, 'Add pet')
    await expectItems(/Mia.*Added/)
    await signInAgain()
    await screen.findByText('Pets you add appear here.')
    expect(screen.queryByText('Mia')).not.toBeInTheDocument()
  })

  test('is unconfirmed for the next sign-in, too, if "Add a pet" has shown it in the background alone', async () => {
    const { user, signInAgain } = await addMiaAndLeave()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await visit(user, 'Add pet')
    await expectItems(/Mia.*Added/)
    await signInAgain()
    visibility.mockRestore()
    await expectItems(/Mia.*Unconfirmed/)
    expect(petstore.posts()).toHaveLength(1)
  })
})

test('while the disk takes long to commit, the pet is shown as "Not saved", and leaving is asked about', async () => {
  const { release, advance } = await addRexOnHangingDisk()
  await advance(2001)
  await findItem(/Rex.*Waiting.*Not saved/)
  expect(leavingIsAskedAbout()).toBe(true)
  release()
  const item = await findItem(/Rex.*Added/)
  expect(item).not.toHaveTextContent('Not saved')
})

test.each(['pets/new', 'pets/import', 'pets/labels?import=file'])(
  'where a newer version of the app has used its database, /%s asks for a reload before anything was pressed',
  async (page) => {
    const database = await opened(indexedDB.open('petstore-admin.outbox', 99))
    database.close()
    renderApp(`/staging/${page}`)
    expect(await screen.findByText(/A newer version of this app has been used in this browser/)).toBeVisible()
    expect(button('Reload')).toBeVisible()
    expect(main()).not.toHaveTextContent('Your browser did not let')
  },
)

describe('an import', () => {
  test('asks for a reload, and not for disk space, once a newer version of the app has its database', async () => {
    const release = holdPosts()
    await start('Rex', 'Mia')
    await expectPosts(1)
    const database = await opened(indexedDB.open('petstore-admin.outbox', 99))
    database.close()
    release()
    expect(await screen.findByText(/A newer version of this app has been used/)).toBeVisible()
    expect(button('Reload')).toBeVisible()
    expect(main()).not.toHaveTextContent('free up disk space')
  })
})

test('when only the outcome of a pet cannot be saved, nothing says that it is not added yet', async () => {
  petstore.onCreate(() => {
    breakWriting()
    return HttpResponse.json({ id: 7, name: 'Rex', categoryId: 1 }, { status: 201 })
  })
  await addPet()
  await findItem(/Rex.*Added \(ID 7\).*Not saved/)
  expect(main()).toHaveTextContent(
    /cannot save what you add, so nothing more is sent\. Try again\. If that does not help, free up disk space\./,
  )
  expect(main()).not.toHaveTextContent(/not added yet/)
})
