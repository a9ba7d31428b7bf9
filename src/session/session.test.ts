// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { createSession, type Session } from './session.ts'

const BASE = 'https://staging.example.com/v1'

// A session listens for as long as the page exists, so each test has its own environment.
let count = 0
function newEnvironment() {
  count += 1
  const id = `env-${count}`
  return {
    /** Opens another tab, or this one after a reload. */
    open: () => createSession({ id, baseUrl: BASE }),
    name: `petstore-admin.key.${id}`,
    round: `petstore-admin.round.${id}`,
  }
}

/** Opens two tabs that are signed in. Tests share one sessionStorage, which tabs do not. */
function twoTabs(remember = true) {
  const environment = newEnvironment()
  const [here, there] = [environment.open(), environment.open()]
  here.signIn('sesame', remember)
  there.signIn('sesame', remember)
  return { ...environment, here, there }
}

/** Sends a storage event. The browser sends these to other tabs only. */
const tellOthers = (key: string | null, newValue: string | null = null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))

const showAgain = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

const kindOf = (session: Session) => session.get().kind

function kindsFrom(session: Session): string[] {
  const kinds: string[] = []
  session.subscribe(() => kinds.push(kindOf(session)))
  return kinds
}

function fillStorage() {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
}

function signedIn(): Session {
  const session = newEnvironment().open()
  session.signIn('old', true)
  return session
}

function ended(): Session {
  const session = signedIn()
  session.rejectKey('old')
  return session
}

/** Returns the current state of a promise. */
async function stateOf(promise: Promise<unknown>) {
  let state: unknown = 'pending'
  promise.then(
    () => (state = 'resolved'),
    (reason: unknown) => (state = reason),
  )
  await new Promise((resolve) => setTimeout(resolve))
  return state
}

test.each([true, false])('A tab is still signed in after a reload (remember: %s)', (remember) => {
  const { open } = newEnvironment()
  const session = open()
  session.signIn('sesame', remember)
  const { signInId, typedId } = session.get()
  expect(open().get()).toEqual({
    kind: 'signed-in',
    key: 'sesame',
    signInId,
    typedId,
    remember,
    persistence: 'as-requested',
  })
})

test('Each sign-in has an ID of its own', () => {
  const session = newEnvironment().open()
  const ids = ['', 'a', 'a', 'b'].map((key) => {
    if (key !== '') session.signIn(key, false)
    return session.signInId()
  })
  expect(ids[0]).toBe('')
  expect(new Set(ids).size).toBe(4)
})

test.each([
  ['the same key', 'old', true],
  ['another key', 'new', false],
])(
  'Signing in again after a key was refused, with %s, keeps the ID of the sign-in only for the same key',
  (_which, key, isSame) => {
    const session = signedIn()
    const { signInId } = session.get()
    session.rejectKey('old')
    session.signIn(key, true)
    expect(session.signInId() === signInId).toBe(isSame)
  },
)

test('Signing in with the same key after signing out is another sign-in', () => {
  const session = signedIn()
  const { signInId } = session.get()
  session.signOut()
  session.signIn('old', true)
  expect(session.signInId()).not.toBe(signInId)
})

test('The state is the same object until it changes, so that nothing renders again', () => {
  const session = newEnvironment().open()
  const signedOut = session.get()
  tellOthers(null)
  expect(session.get()).toBe(signedOut)
  session.signIn('sesame', true)
  const state = session.get()
  tellOthers(null)
  session.rejectKey('another')
  session.dismissPrompt()
  session.prompt()
  expect(session.get()).toBe(state)
})

describe('of two tabs', () => {
  test('a key that is remembered on this device signs the other one in, and no other entry does so', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('sesame', true)
    tellOthers('petstore-admin.theme')
    tellOthers(newEnvironment().name)
    expect(kindOf(there)).toBe('signed-out')
    tellOthers(name)
    expect(there.get()).toMatchObject({ kind: 'signed-in', key: 'sesame', remember: true })
  })

  test.each(['the entry of the key', 'the entry of the round', 'everything'] as const)(
    'signing out in one signs the other out: %s was changed',
    (what) => {
      const { name, round, here, there } = twoTabs()
      here.signOut()
      expect(kindOf(there)).toBe('signed-in')
      const changed = { 'the entry of the key': name, 'the entry of the round': round, everything: null }
      tellOthers(changed[what])
      expect(there.get()).toEqual({ kind: 'signed-out' })
    },
  )

  test.each([true, false])(
    'signing out in one, and in as somebody else, signs the other out first (its key has ended: %s)',
    (hasEnded) => {
      const { name, here, there } = twoTabs()
      if (hasEnded) there.rejectKey('sesame')
      here.signOut()
      here.signIn('other', true)
      if (!hasEnded) there.rejectKey('sesame')
      const kinds = kindsFrom(there)
      tellOthers(name)
      expect(kinds).toEqual(['signed-out', 'signed-in'])
    },
  )

  test('one that signed out and in again stays signed in, whatever the other one stores', () => {
    const session = signedIn()
    session.signOut()
    session.signIn('sesame', true)
    const state = session.get()
    tellOthers(null)
    expect(session.get()).toBe(state)
  })

  test('signing out in one leaves no key in the other, not even a void one', () => {
    const { name, round } = twoTabs(false)
    localStorage.setItem(round, 'a new epoch')
    tellOthers(round)
    expect(sessionStorage.getItem(name)).toBeNull()
  })

  test.each([false, true])(
    'signing out in one signs the other out without a storage event (full: %s)',
    async (isFull) => {
      const { open, name, here, there } = twoTabs(false)
      const itsOwn = sessionStorage.getItem(name) ?? ''
      if (isFull) fillStorage()
      here.signOut()
      sessionStorage[name] = itsOwn
      await vi.waitFor(() => expect(there.get()).toEqual({ kind: 'signed-out' }))
      expect(sessionStorage.getItem(name)).toBeNull()
      expect(open().key()).toBeUndefined()
    },
  )

  test('a new key in one replaces the ended key of the other, whose waiting requests go on', async () => {
    const { name, here, there } = twoTabs()
    there.rejectKey('sesame')
    const waiting = there.waitForKey()
    expect(await stateOf(waiting)).toBe('pending')
    here.signIn('new', true)
    tellOthers(name)
    expect(there.get()).toMatchObject({ kind: 'signed-in', key: 'new' })
    expect(await stateOf(waiting)).toBe('resolved')
  })

  test('one that returns from the back/forward cache is signed out if the other signed out', () => {
    const { name, here, there } = twoTabs(false)
    const itsOwn = sessionStorage.getItem(name) ?? ''
    here.signOut()
    sessionStorage.setItem(name, itsOwn)
    expect(there.key()).toBe('sesame')
    showAgain()
    expect(there.get()).toEqual({ kind: 'signed-out' })
  })

  test('one that returns from the back/forward cache finds the key of the other', () => {
    const { open } = newEnvironment()
    const [here, asleep] = [open(), open()]
    here.signIn('sesame', true)
    showAgain()
    expect(asleep.key()).toBe('sesame')
  })

  test('one is signed out by an invalid entry, and nothing else happens', () => {
    const { open, name, here } = twoTabs()
    localStorage.setItem(name, '{"key":')
    tellOthers(name)
    expect(here.get()).toEqual({ kind: 'signed-out' })
    here.signIn('sesame', true)
    expect(open().key()).toBe('sesame')
  })
})

describe('when another app on the same origin empties localStorage', () => {
  test.each([
    ['at once', (_name: string, _round: string) => tellOthers(null)],
    [
      'entry by entry',
      (name: string, round: string) => {
        tellOthers(name)
        tellOthers(round)
      },
    ],
  ])('nobody is signed out whose key was not kept, also after a reload: %s', (_how, tell) => {
    const { open, name, round, here, there } = twoTabs(false)
    // These are not the first sign-ins on this device.
    here.signOut()
    for (const session of [here, there]) session.signIn('sesame', false)
    const states = [here.get(), there.get()]
    localStorage.clear()
    tell(name, round)
    expect([here.get(), there.get()]).toEqual(states)
    expect(open().key()).toBe('sesame')
    // Signing out still signs out both.
    here.signOut()
    tellOthers(round, localStorage.getItem(round))
    expect(there.get()).toEqual({ kind: 'signed-out' })
  })

  test('a kept key is gone', () => {
    const { open, here } = twoTabs(true)
    localStorage.clear()
    tellOthers(null)
    expect(here.get()).toEqual({ kind: 'signed-out' })
    expect(open().key()).toBeUndefined()
  })

  test('after a tab has signed out, the other tabs hear of the sign-out only then', () => {
    const { open, name, round, here, there } = twoTabs(false)
    const itsOwn = sessionStorage.getItem(name) ?? ''
    here.signOut()
    const newRound = localStorage.getItem(round)
    sessionStorage.setItem(name, itsOwn)
    localStorage.clear()
    tellOthers(name)
    tellOthers(round, newRound)
    tellOthers(null)
    expect(there.get()).toEqual({ kind: 'signed-out' })
    expect(open().key()).toBeUndefined()
  })

  test('after the first sign-out on this device, no earlier key comes back, whoever signs in next', () => {
    const { open, name, here, there } = twoTabs(false)
    const itsOwn = sessionStorage.getItem(name) ?? ''
    here.signOut()
    localStorage.clear()
    sessionStorage.setItem(name, itsOwn)
    // Neither a tab that is loaded anew nor one that returns from the back/forward cache is signed
    // in.
    expect(open().key()).toBeUndefined()
    showAgain()
    expect(there.get()).toEqual({ kind: 'signed-out' })
    here.signIn('other', true)
    sessionStorage.setItem(name, itsOwn)
    expect(open().key()).toBe('other')
  })

  test('while another tab begins to sign in, nobody is signed out', () => {
    const { open, name, round, there } = twoTabs(false)
    const itsOwn = sessionStorage.getItem(name)
    localStorage.clear()
    // The browser has put one tab to sleep, so it hears of the sign-out only later.
    const signIn = open().beginSignIn()
    tellOthers(null)
    tellOthers(round, localStorage.getItem(round))
    expect(there.key()).toBe('sesame')
    expect(sessionStorage.getItem(name)).toBe(itsOwn)
    signIn('other', true)
    expect(open().key()).toBe('other')
  })

  test('while a key is checked, and another tab signs in, both keys are used', () => {
    const { open, here } = twoTabs(false)
    here.signOut()
    const checking = open()
    const signIn = checking.beginSignIn()
    localStorage.clear()
    open().signIn('other', false)
    signIn('sesame', false)
    expect(checking.key()).toBe('sesame')
  })

  test('while a key is checked, the key is used all the same', () => {
    const session = newEnvironment().open()
    const signIn = session.beginSignIn()
    localStorage.clear()
    tellOthers(null)
    signIn('sesame', false)
    expect(session.key()).toBe('sesame')
  })
})

describe.each([
  ['that an earlier release stored, or a person by hand', { round: '' }],
  ['that was stored by hand without an epoch', {}],
])('a key %s', (_what, part) => {
  function storeByHand(storage: Storage, name: string) {
    storage.setItem(name, JSON.stringify({ key: 'sesame', baseUrl: BASE, ...part }))
  }

  test.each([
    ['sessionStorage', () => sessionStorage],
    ['localStorage', () => localStorage],
  ])('is used at the start of each page: in %s', (_where, storage) => {
    const { open, name } = newEnvironment()
    for (let page = 0; page < 3; page++) {
      storeByHand(storage(), name)
      expect(open().key()).toBe('sesame')
    }
    expect(open().key()).toBe('sesame')
  })

  test('is the same sign-in after a reload', () => {
    const { open, name } = newEnvironment()
    storeByHand(sessionStorage, name)
    expect(open().signInId()).toBe(open().signInId())
  })

  test('is still there in a tab that returns from the back/forward cache', () => {
    const { open, name } = newEnvironment()
    storeByHand(sessionStorage, name)
    const session = open()
    const state = session.get()
    showAgain()
    expect(session.get()).toBe(state)
  })

  test('does not come back after a sign-out in another tab, not even if another app empties localStorage', () => {
    const { open, name } = newEnvironment()
    storeByHand(sessionStorage, name)
    const asleep = open()
    const itsOwn = sessionStorage.getItem(name) ?? ''
    sessionStorage.clear()
    const other = open()
    other.signIn('other', false)
    other.signOut()
    localStorage.clear()
    sessionStorage.setItem(name, itsOwn)
    expect(open().key()).toBeUndefined()
    showAgain()
    expect(asleep.get()).toEqual({ kind: 'signed-out' })
  })

  test('is not used once somebody has signed out', () => {
    const { open, name, here } = twoTabs()
    here.signOut()
    storeByHand(sessionStorage, name)
    expect(open().key()).toBeUndefined()
  })

  test('is not used by a tab that returns from the back/forward cache', () => {
    const { open, name } = newEnvironment()
    const asleep = open()
    storeByHand(sessionStorage, name)
    showAgain()
    expect(asleep.get()).toEqual({ kind: 'signed-out' })
  })

  test('is used, and stays, where storage is full', () => {
    const { open, name } = newEnvironment()
    storeByHand(sessionStorage, name)
    fillStorage()
    expect(open().key()).toBe('sesame')
    expect(open().key()).toBe('sesame')
  })
})

describe('a key that is being checked', () => {
  test.each<[what: string, prepare: () => void, hear: (here: Session) => void]>([
    ['this tab signs out', () => undefined, (here) => here.signOut()],
    ['another tab signs out', () => undefined, () => undefined],
    ['another tab signs out and says so', () => undefined, () => tellOthers(null)],
    ['another tab signs out, which nothing can store', fillStorage, () => undefined],
  ])('is not used when %s', async (_what, prepare, hear) => {
    prepare()
    const { open, name } = newEnvironment()
    const [here, there, third] = [open(), open(), open()]
    third.signIn('third', false)
    const signIn = here.beginSignIn()
    there.signOut()
    hear(here)
    // The messages that tabs send each other have arrived.
    await expect.poll(() => kindOf(third)).toBe('signed-out')
    signIn('sesame', true)
    expect(kindOf(here)).toBe('signed-out')
    expect([localStorage.getItem(name), sessionStorage.getItem(name)]).toEqual([null, null])
  })

  test('is not affected by other entries, or by a key that another tab stores', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    const signIn = here.beginSignIn()
    there.signIn('other', true)
    tellOthers(name)
    tellOthers('petstore-admin.theme')
    signIn('sesame', true)
    expect(here.key()).toBe('sesame')
  })
})

describe('a key that the service rejects', () => {
  test('has ended, and is asked for once, however many requests are rejected', () => {
    const session = signedIn()
    const kinds = kindsFrom(session)
    for (let request = 0; request < 3; request++) session.rejectKey('old')
    expect(session.get()).toMatchObject({ kind: 'asking-for-key', key: 'old', remember: true })
    expect(kinds).toHaveLength(1)
  })

  test('says nothing about a newer key', () => {
    const session = signedIn()
    session.signIn('new', true)
    session.rejectKey('old')
    expect(session.get()).toMatchObject({ kind: 'signed-in', key: 'new' })
  })

  test('can be dismissed, and asked for again by the user or by the next request', () => {
    const session = signedIn()
    for (const again of [() => session.prompt(), () => session.rejectKey('old')]) {
      session.rejectKey('old')
      session.dismissPrompt()
      expect(session.get()).toMatchObject({ kind: 'locked' })
      again()
      expect(session.get()).toMatchObject({ kind: 'asking-for-key' })
    }
  })
})

test('A key that a service takes again, and with which somebody signs in in another tab, is current here, too', () => {
  const { name, here, there } = twoTabs()
  here.rejectKey('sesame')
  there.rejectKey('sesame')
  there.signIn('sesame', true)
  tellOthers(name, localStorage.getItem(name))
  expect([kindOf(here), kindOf(there)]).toEqual(['signed-in', 'signed-in'])
  expect(here.signInId()).toBe(there.signInId())
})

describe('a request that waits for a key', () => {
  test('goes on when the user signs in, as do all others, whatever responses arrive meanwhile', async () => {
    const session = ended()
    const waiting = [session.waitForKey(), session.waitForKey(new AbortController().signal)]
    session.rejectKey('old')
    session.prompt()
    expect(await Promise.all(waiting.map(stateOf))).toEqual(['pending', 'pending'])
    session.signIn('new', true)
    expect(await Promise.all(waiting.map(stateOf))).toEqual(['resolved', 'resolved'])
  })

  test.each([
    ['puts signing in off', (session: Session) => session.dismissPrompt()],
    ['signs out', (session: Session) => session.signOut()],
  ])('fails when the user %s, and does not wait after that', async (_what, act) => {
    const session = ended()
    const waiting = session.waitForKey()
    expect(await stateOf(waiting)).toBe('pending')
    act(session)
    expect(await stateOf(waiting)).toBeInstanceOf(Error)
    expect(await stateOf(session.waitForKey())).toBeInstanceOf(Error)
  })

  test('can be aborted, with the reason of its signal', async () => {
    const session = ended()
    const caller = new AbortController()
    const [waiting, other] = [session.waitForKey(caller.signal), session.waitForKey()]
    const reason = new DOMException('The page was left.', 'AbortError')
    caller.abort(reason)
    expect(await stateOf(waiting)).toBe(reason)
    expect(await stateOf(other)).toBe('pending')
    expect(await stateOf(signedIn().waitForKey(caller.signal))).toBe(reason)
  })
})
