// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { createSession, type Session } from './session.ts'

const BASE = 'https://staging.example.com/v1'

// A session listens for as long as the page exists, so each test has its own environment.
let count = 0
function newEnvironment() {
  count += 1
  const environment = { id: `env-${count}`, baseUrl: BASE }
  return {
    /** Another tab, or this one after a reload. */
    open: (baseUrl = BASE) => createSession({ ...environment, baseUrl }),
    name: `petstore-admin.key.${environment.id}`,
    round: `petstore-admin.round.${environment.id}`,
  }
}

/** The browser sends storage events to other tabs only. */
const tellOthers = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

const showAgain = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

const kindOf = (session: Session) => session.get().kind

function signedIn(): Session {
  const session = newEnvironment().open()
  session.signIn('old', true)
  return session
}

function refused(): Session {
  const session = signedIn()
  session.rejectKey('old')
  return session
}

/** The current state of a promise. */
async function stateOf(promise: Promise<unknown>) {
  let state: unknown = 'pending'
  promise.then(
    () => (state = 'resolved'),
    (reason: unknown) => (state = reason),
  )
  await Promise.resolve()
  await Promise.resolve()
  return state
}

describe('one tab', () => {
  test.each([true, false])('is still signed in after a reload (remember: %s)', (remember) => {
    const { open } = newEnvironment()
    open().signIn('sesame', remember)
    const reloaded = open()
    expect(reloaded.get()).toMatchObject({
      kind: 'signed-in',
      key: 'sesame',
      remember,
      persistence: 'as-requested',
    })
    expect(reloaded.key()).toBe('sesame')
  })

  test('returns the same state until it changes, so that nothing renders again', () => {
    const session = newEnvironment().open()
    const signedOut = session.get()
    tellOthers(null)
    expect(session.get()).toBe(signedOut)
    session.signIn('sesame', true)
    const state = session.get()
    tellOthers(null)
    session.rejectKey('another')
    expect(session.get()).toBe(state)
  })
})

describe('two tabs', () => {
  test('a key that is remembered on this device signs the other tab in', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('sesame', true)
    tellOthers(name)
    expect(there.get()).toMatchObject({
      kind: 'signed-in',
      key: 'sesame',
      remember: true,
      persistence: 'as-requested',
    })
  })

  test.each(['the entry of the key', 'the entry of the round', 'everything'])(
    'signing out in one signs the other out: %s was changed',
    (what) => {
      const { open, name, round } = newEnvironment()
      const [here, there] = [open(), open()]
      here.signIn('sesame', true)
      tellOthers(name)
      here.signOut()
      expect(kindOf(there)).toBe('signed-in')
      tellOthers(what === 'everything' ? null : what === 'the entry of the key' ? name : round)
      expect(there.get()).toEqual({ kind: 'signed-out' })
    },
  )

  test('signing out in one, and in as somebody else, signs the other out first, also while a key is checked there', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('sesame', true)
    tellOthers(name)
    there.rejectKey('sesame')
    here.signOut()
    there.beginKeyCheck()
    here.signIn('other', true)
    const kinds: string[] = []
    there.subscribe(() => kinds.push(kindOf(there)))
    tellOthers(name)
    expect(kinds).toEqual(['signed-out', 'signed-in'])
  })

  test('a tab that signed out and in again stays signed in whatever another one stores', () => {
    const { open, name } = newEnvironment()
    const here = open()
    here.signIn('sesame', true)
    here.signOut()
    here.signIn('sesame', true)
    const state = here.get()
    tellOthers(name)
    expect(here.get()).toBe(state)
  })

  test('a key that ends after another tab has signed out, and in again, is not taken for the new one', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('sesame', true)
    tellOthers(name)
    here.signOut()
    here.signIn('other', true)
    there.rejectKey('sesame')
    const kinds: string[] = []
    there.subscribe(() => kinds.push(kindOf(there)))
    tellOthers(name)
    expect(kinds).toEqual(['signed-out', 'signed-in'])
  })

  test('signing out in one leaves no key in the other, not even a void one', () => {
    const { open, name, round } = newEnvironment()
    open().signIn('sesame', false)
    localStorage.setItem(round, 'a new epoch')
    tellOthers(round)
    expect(sessionStorage.getItem(name)).toBeNull()
  })

  test('signing out in one signs the other out, even without a storage event', async () => {
    const { open } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('sesame', false)
    there.signIn('sesame', false)
    here.signOut()
    await vi.waitFor(() => expect(there.get()).toEqual({ kind: 'signed-out' }))
  })

  test('signing out in one signs the other out, even if localStorage has no room for a new epoch', async () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    there.signIn('sesame', false)
    const itsOwn = sessionStorage.getItem(name) ?? ''
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    here.signOut()
    // Each tab has a sessionStorage of its own: signing out elsewhere does not reach it.
    sessionStorage[name] = itsOwn
    expect(open().key()).toBe('sesame')
    await vi.waitFor(() => expect(there.get()).toEqual({ kind: 'signed-out' }))
    expect(sessionStorage.getItem(name)).toBeNull()
    expect(open().key()).toBeUndefined()
  })

  test('a tab ignores other entries and other environments', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('sesame', true)
    tellOthers('petstore-admin.theme')
    tellOthers(newEnvironment().name)
    expect(kindOf(there)).toBe('signed-out')
    tellOthers(name)
    expect(kindOf(there)).toBe('signed-in')
  })

  test('a new key in one tab replaces the ended key of the other', async () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    here.signIn('old', true)
    tellOthers(name)
    there.rejectKey('old')
    const waiting = there.waitForKey()
    expect(await stateOf(waiting)).toBe('pending')
    here.signIn('new', true)
    tellOthers(name)
    expect(there.get()).toMatchObject({ kind: 'signed-in', key: 'new' })
    expect(await stateOf(waiting)).toBe('resolved')
  })

  test('a tab that returns from the back/forward cache is signed out if another tab signed out', () => {
    const { open, name } = newEnvironment()
    const [here, asleep] = [open(), open()]
    here.signIn('sesame', false)
    asleep.signIn('sesame', false)
    const itsOwn = sessionStorage.getItem(name) ?? ''
    here.signOut()
    sessionStorage.setItem(name, itsOwn)
    expect(asleep.key()).toBe('sesame')
    showAgain(true)
    expect(asleep.get()).toEqual({ kind: 'signed-out' })
  })

  test('a tab that returns from the back/forward cache finds the key of another tab', () => {
    const { open } = newEnvironment()
    const [here, asleep] = [open(), open()]
    here.signIn('sesame', true)
    showAgain(true)
    expect(asleep.key()).toBe('sesame')
  })

  test('an invalid entry signs a tab out, and nothing more', () => {
    const { open, name } = newEnvironment()
    const session = open()
    session.signIn('sesame', true)
    localStorage.setItem(name, '{"key":')
    tellOthers(name)
    expect(session.get()).toEqual({ kind: 'signed-out' })
    session.signIn('sesame', true)
    expect(open().key()).toBe('sesame')
  })
})

/** Signs out in another tab while this one checks a key. */
function signOutElsewhere() {
  const { open, name, round } = newEnvironment()
  const [here, there] = [open(), open()]
  const check = here.beginKeyCheck()
  there.signOut()
  return {
    name,
    round,
    check,
    expectVoid: () => {
      expect(() => check.pass('sesame', true)).toThrow(expect.objectContaining({ name: 'AbortError' }))
      expect(kindOf(here)).toBe('signed-out')
      expect([localStorage.getItem(name), sessionStorage.getItem(name)]).toEqual([null, null])
    },
  }
}

describe('a key that is being checked', () => {
  test('is void when the check was aborted', () => {
    const { open, name } = newEnvironment()
    const session = open()
    const check = session.beginKeyCheck()
    check.abort()
    expect(check.signal.aborted).toBe(true)
    expect(() => check.pass('sesame', true)).toThrow(expect.objectContaining({ name: 'AbortError' }))
    expect(kindOf(session)).toBe('signed-out')
    expect(localStorage.getItem(name)).toBeNull()
  })

  test('is void as soon as the user signs out', () => {
    const session = newEnvironment().open()
    const check = session.beginKeyCheck()
    session.signOut()
    expect(check.signal.aborted).toBe(true)
  })

  test('is void as soon as a storage event says that another tab signed out', () => {
    const { round, check, expectVoid } = signOutElsewhere()
    tellOthers(round)
    expect(check.signal.aborted).toBe(true)
    expectVoid()
  })

  test('is void as soon as another tab says so, also where localStorage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    const { check, expectVoid } = signOutElsewhere()
    await vi.waitFor(() => expect(check.signal.aborted).toBe(true))
    expectVoid()
  })

  test('is void when the epoch has changed by the time it is stored', () => {
    const { check, expectVoid } = signOutElsewhere()
    expect(check.signal.aborted).toBe(false)
    expectVoid()
  })

  test('is not affected by other entries, or by a key that another tab stores', () => {
    const { open, name } = newEnvironment()
    const [here, there] = [open(), open()]
    const check = here.beginKeyCheck()
    there.signIn('other', true)
    tellOthers(name)
    tellOthers('petstore-admin.theme')
    expect(check.signal.aborted).toBe(false)
    check.pass('sesame', true)
    expect(here.key()).toBe('sesame')
  })
})

describe('a key that the service rejects', () => {
  test.each([true, false])('has ended, and the dialog asks for a new one (remember: %s)', (remember) => {
    const session = newEnvironment().open()
    session.signIn('sesame', remember)
    session.rejectKey('sesame')
    expect(session.get()).toMatchObject({ kind: 'key-ended', key: 'sesame', remember, isPrompting: true })
  })

  test('says nothing about a newer key', () => {
    const session = newEnvironment().open()
    session.signIn('old', true)
    session.signIn('new', true)
    session.rejectKey('old')
    expect(session.get()).toMatchObject({ kind: 'signed-in', key: 'new' })
  })

  test('prompts once, however many requests are rejected', () => {
    const session = newEnvironment().open()
    session.signIn('sesame', true)
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    for (let request = 0; request < 3; request++) session.rejectKey('sesame')
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('can be dismissed, and prompted for again by the user or by the next request', () => {
    const session = newEnvironment().open()
    session.signIn('sesame', true)
    for (const again of [() => session.prompt(), () => session.rejectKey('sesame')]) {
      session.rejectKey('sesame')
      session.dismissPrompt()
      expect(session.get()).toMatchObject({ kind: 'key-ended', isPrompting: false })
      again()
      expect(session.get()).toMatchObject({ kind: 'key-ended', isPrompting: true })
    }
  })

  test('is replaced by a new key', () => {
    const session = newEnvironment().open()
    session.signIn('old', false)
    session.rejectKey('old')
    session.signIn('new', true)
    expect(session.get()).toMatchObject({
      kind: 'signed-in',
      key: 'new',
      remember: true,
      persistence: 'as-requested',
    })
    const state = session.get()
    session.dismissPrompt()
    session.prompt()
    expect(session.get()).toBe(state)
  })
})

describe('a request that waits for a key', () => {
  test('continues when the user signs in, and so do all others', async () => {
    const session = refused()
    const waiting = [session.waitForKey(), session.waitForKey(new AbortController().signal)]
    expect(await Promise.all(waiting.map(stateOf))).toEqual(['pending', 'pending'])
    session.signIn('new', true)
    expect(await Promise.all(waiting.map(stateOf))).toEqual(['resolved', 'resolved'])
  })

  test.each([
    ['puts signing in off', (session: Session) => session.dismissPrompt()],
    ['signs out', (session: Session) => session.signOut()],
  ])('fails when the user %s', async (_what, act) => {
    const session = refused()
    const waiting = session.waitForKey()
    expect(await stateOf(waiting)).toBe('pending')
    act(session)
    expect(await stateOf(waiting)).toBeInstanceOf(Error)
  })

  test.each([
    ['has put signing in off', (session: Session) => session.dismissPrompt()],
    ['has signed out', (session: Session) => session.signOut()],
  ])('does not wait when the user %s', async (_what, act) => {
    const session = refused()
    act(session)
    expect(await stateOf(session.waitForKey())).toBeInstanceOf(Error)
  })

  test('can be aborted, with the reason of its signal', async () => {
    const session = refused()
    const caller = new AbortController()
    const [waiting, other] = [session.waitForKey(caller.signal), session.waitForKey()]
    const reason = new DOMException('The page was left.', 'AbortError')
    caller.abort(reason)
    expect(await stateOf(waiting)).toBe(reason)
    expect(await stateOf(other)).toBe('pending')
    session.signIn('new', true)
    expect(await stateOf(other)).toBe('resolved')
  })

  test.each([
    ['a key is awaited', refused],
    ['a key is in force', signedIn],
    ['nobody is signed in', () => newEnvironment().open()],
  ])('that was aborted before does not wait while %s', async (_what, open) => {
    const reason = new DOMException('The page was left.', 'AbortError')
    expect(await stateOf(open().waitForKey(AbortSignal.abort(reason)))).toBe(reason)
  })

  test.each([
    ['the same key is refused to others', (session: Session) => session.rejectKey('old')],
    ['the user asks for the form again', (session: Session) => session.prompt()],
  ])('waits on while %s', async (_what, act) => {
    const session = refused()
    const waiting = session.waitForKey()
    act(session)
    expect(await stateOf(waiting)).toBe('pending')
    session.signIn('new', true)
    expect(await stateOf(waiting)).toBe('resolved')
  })
})

describe('the ID of a sign-in', () => {
  test('stays the same after a reload', () => {
    const { open } = newEnvironment()
    const session = open()
    session.signIn('sesame', false)
    expect(open().keyId()).toBe(session.keyId())
  })

  test('is another one for each sign-in', () => {
    const { open } = newEnvironment()
    const session = open()
    session.signIn('sesame', false)
    const before = session.keyId()
    session.signIn('other', false)
    const other = session.keyId()
    session.signOut()
    expect(session.keyId()).toBe('')
    session.signIn('sesame', false)
    expect(new Set([before, other, session.keyId(), '']).size).toBe(4)
  })
})
