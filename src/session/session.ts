import { createKeyStorage, type KeyPersistence, type StoredKey } from './key-storage.ts'

export type SessionState =
  | { readonly kind: 'signed-out' }
  | ({ readonly kind: 'signed-in'; readonly persistence: KeyPersistence } & StoredKey)
  /** The service no longer accepts the key. The person may sign in again and go on, or put that off. */
  | ({ readonly kind: 'key-ended'; readonly isPrompting: boolean } & StoredKey)

type Waiting = { resolve: () => void; reject: () => void }

/** Whose key is in force for one environment, in this tab and in step with all others (app-contract, "The API key"). */
export function createSession(environment: { id: string; baseUrl: string }) {
  const storage = createKeyStorage(environment.id, environment.baseUrl)
  const stored = storage.read()
  let state: SessionState =
    stored === undefined
      ? { kind: 'signed-out' }
      : { kind: 'signed-in', persistence: 'as-requested', ...stored }
  let waiting: Waiting[] = []
  let checking = new AbortController()
  let checkedIn = ''
  const listeners = new Set<() => void>()
  // Reaches the other tabs even where storage is blocked and no storage event can be had.
  const channel = new BroadcastChannel(`petstore-admin.${environment.id}`)

  function setState(next: SessionState) {
    state = next
    const settled = next.kind === 'key-ended' && next.isPrompting ? [] : waiting
    if (settled.length > 0) waiting = []
    for (const { resolve, reject } of settled) (next.kind === 'signed-in' ? resolve : reject)()
    for (const listener of listeners) listener()
  }

  function endSession() {
    if (state.kind !== 'signed-out') setState({ kind: 'signed-out' })
  }

  /** Another tab signed in or out, or this one comes back from the back/forward cache. */
  function syncFromStorage() {
    endVoidCheck()
    const now = storage.read()
    if (now === undefined) {
      storage.clearTab()
      return endSession()
    }
    if (state.kind === 'signed-out' || now.key !== state.key)
      setState({ kind: 'signed-in', persistence: 'as-requested', ...now })
  }

  /** Somebody signed out after the check of a key began. */
  function endVoidCheck() {
    if (storage.round() !== checkedIn) checking.abort()
  }

  function signIn(key: string, remember: boolean) {
    const persistence = storage.write({ key, remember })
    setState({ kind: 'signed-in', key, remember, persistence })
  }

  window.addEventListener('storage', (event) => {
    if (event.key === null || storage.names.includes(event.key)) syncFromStorage()
  })
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) syncFromStorage()
  })
  channel.addEventListener('message', () => {
    checking.abort()
    storage.clearTab()
    syncFromStorage()
  })

  return {
    getState: () => state,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** The key to send, or `undefined` when signed out. */
    key: (): string | undefined => (state.kind === 'signed-out' ? undefined : state.key),

    signIn,

    /** A key is in force only once its check passes; signing out meanwhile, in whatever tab, makes the check void. */
    beginKeyCheck() {
      const check = (checking = new AbortController())
      checkedIn = storage.round()
      return {
        signal: check.signal,
        abort: () => check.abort(),
        /** @throws {DOMException} an AbortError when the check is void. */
        pass(key: string, remember: boolean): void {
          endVoidCheck()
          check.signal.throwIfAborted()
          signIn(key, remember)
        },
      }
    },

    signOut(): void {
      checking.abort()
      storage.clear()
      endSession()
      channel.postMessage('signed out')
    },

    /** The service answered 401 to a request with this key. */
    rejectKey(key: string): void {
      // An answer to an old key says nothing about the new one.
      if (state.kind === 'signed-out' || state.key !== key) return
      if (state.kind === 'signed-in' || !state.isPrompting) {
        setState({ kind: 'key-ended', key, remember: state.remember, isPrompting: true })
      }
    },

    /** The person puts signing in again off: what waits for a key fails with its 401. */
    dismissPrompt(): void {
      if (state.kind === 'key-ended') setState({ ...state, isPrompting: false })
    },

    /** Asks for a key again. */
    prompt(): void {
      if (state.kind === 'key-ended') setState({ ...state, isPrompting: true })
    },

    /** Waits until a key is in force; rejects when the person puts it off or signs out, or with the reason of `signal`. */
    async waitForKey(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted()
      if (state.kind === 'signed-in') return
      if (state.kind === 'signed-out' || !state.isPrompting) throw new Error('no key')
      await new Promise<void>((resolve, reject) => {
        const entry: Waiting = { resolve, reject: () => reject(new Error('no key')) }
        waiting.push(entry)
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((other) => other !== entry)
          reject(signal.reason as Error)
        })
      })
    },
  }
}

export type Session = ReturnType<typeof createSession>

/**
 * Calls `listener` when what was learned with a key must go: it was signed out, or another key has come in its place,
 * which may mean another person.
 */
export function onKeyChange(session: Session, listener: () => void): void {
  let before = session.key()
  session.subscribe(() => {
    const key = session.key()
    if (before !== undefined && key !== before) listener()
    before = key
  })
}

export type KeyCheck = ReturnType<Session['beginKeyCheck']>
