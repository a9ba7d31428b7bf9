import { currentTab } from '#src/browser/tab.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { createStore } from '#src/lib/create-store.ts'
import { newId } from '#src/lib/new-id.ts'
import { createKeyStorage, type KeyPersistence, type StoredKey } from './key-storage.ts'

export type SessionState =
  | {
      readonly kind: 'signed-out'
      readonly key?: undefined
      readonly keyId?: undefined
      readonly isPrompting?: undefined
    }
  | ({
      readonly kind: 'signed-in'
      readonly persistence: KeyPersistence
      readonly isPrompting?: undefined
    } & StoredKey)
  /** The service no longer accepts the key, as `error` says. `isPrompting`: the dialog asks for another one. */
  | ({ readonly kind: 'key-ended'; readonly isPrompting: boolean; readonly error: unknown } & StoredKey)

type Waiter = { resolve: () => void; reject: () => void }

/** The key of one environment in this tab, in sync with all other tabs. A store of its state. */
export function createSession(environment: { id: string; baseUrl: string }, tab = currentTab()) {
  const storage = createKeyStorage(environment.id, environment.baseUrl, tab.storage)
  const stored = storage.read()
  const store = createStore<SessionState>(
    stored === undefined
      ? { kind: 'signed-out' }
      : { kind: 'signed-in', persistence: 'as-requested', ...stored },
  )
  const waiters: Waiter[] = []
  let check = new AbortController()
  let checkEpoch = ''
  /** In which the tab has got its key. */
  let epoch = storage.epoch()
  // Reaches the other tabs even where storage is blocked, and with it the storage event.
  const channel = tab.openChannel(OWN_PREFIX + environment.id)

  function setState(next: SessionState) {
    const settled = next.isPrompting === true ? [] : waiters.splice(0)
    for (const { resolve, reject } of settled) (next.kind === 'signed-in' ? resolve : reject)()
    if (next.kind === 'signed-in') epoch = storage.epoch()
    store.set(next)
  }

  function endSession() {
    if (store.get().kind !== 'signed-out') setState({ kind: 'signed-out' })
  }

  /** Another tab signed in or out, or this one returns from the back/forward cache. */
  function syncFromStorage() {
    abortOutdatedCheck()
    const now = storage.read()
    // Somebody may have signed in since: what was loaded before goes all the same.
    if (now === undefined || storage.epoch() !== epoch) endSession()
    if (now === undefined) storage.clearTab()
    else if (now.key !== store.get().key) setState({ kind: 'signed-in', persistence: 'as-requested', ...now })
  }

  /** A tab signed out after the check of a key began. */
  function abortOutdatedCheck() {
    if (storage.epoch() !== checkEpoch) check.abort()
  }

  function signIn(key: string, remember: boolean) {
    const keyId = newId()
    const persistence = storage.write({ key, remember, keyId })
    setState({ kind: 'signed-in', key, remember, keyId, persistence })
  }

  tab.events.addEventListener('storage', (event) => {
    if (event.key === null || storage.names.includes(event.key)) syncFromStorage()
  })
  tab.events.addEventListener('pageshow', (event) => {
    if (event.persisted) syncFromStorage()
  })
  channel.addEventListener('message', () => {
    check.abort()
    storage.clearTab()
    syncFromStorage()
  })

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** The key to send, or `undefined` when signed out. */
    key: (): string | undefined => store.get().key,

    /** Of the sign-in; '' when signed out. */
    keyId: (): string => store.get().keyId ?? '',

    signIn,

    /** A key is used only after its check passed; signing out in the meantime, in any tab, voids the check. */
    beginKeyCheck() {
      const own = (check = new AbortController())
      checkEpoch = storage.epoch()
      return {
        signal: own.signal,
        abort: () => own.abort(),
        /** @throws {DOMException} an AbortError when the check is void. */
        pass(key: string, remember: boolean): void {
          abortOutdatedCheck()
          own.signal.throwIfAborted()
          signIn(key, remember)
        },
      }
    },

    signOut(): void {
      check.abort()
      storage.clear()
      endSession()
      channel.postMessage('signed out')
    },

    /** The service answered 401 to a request with this key. A late response to an older key says nothing. */
    rejectKey(key: string, error?: unknown): void {
      const state = store.get()
      if (state.kind === 'signed-out' || state.key !== key) return
      if (state.isPrompting === true) return
      setState({ ...state, kind: 'key-ended', isPrompting: true, error })
    },

    /** Requests that wait for a key fail with their 401. */
    dismissPrompt(): void {
      const state = store.get()
      if (state.kind === 'key-ended') setState({ ...state, isPrompting: false })
    },

    prompt(): void {
      const state = store.get()
      if (state.kind === 'key-ended') setState({ ...state, isPrompting: true })
    },

    /** Resolves when there is a valid key; rejects when the user dismisses the dialog or signs out, or on abort. */
    async waitForKey(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted()
      const { kind, isPrompting } = store.get()
      if (kind === 'signed-in') return
      if (isPrompting !== true) throw new Error('no key')
      await new Promise<void>((resolve, reject) => {
        waiters.push({ resolve, reject: () => reject(new Error('no key')) })
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    },
  }
}

export type Session = ReturnType<typeof createSession>

export type KeyCheck = ReturnType<Session['beginKeyCheck']>
