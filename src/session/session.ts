import { createKeyStorage, type KeyLasts, type StoredKey } from './key-storage.ts'

export type SessionState =
  | { readonly kind: 'signed-out' }
  | ({ readonly kind: 'signed-in'; readonly lasts: KeyLasts } & StoredKey)
  /** The service no longer accepts the key. The person may sign in again and go on, or put that off. */
  | ({ readonly kind: 'key-ended'; readonly asking: boolean } & StoredKey)

type Waiting = { resolve: () => void; reject: () => void }

/** Whose key is in force for one environment, in this tab and in step with all others (app-contract, "The API key"). */
export function createSession(environment: { id: string; baseUrl: string }) {
  const storage = createKeyStorage(environment.id, environment.baseUrl)
  const stored = storage.read()
  let state: SessionState =
    stored === undefined ? { kind: 'signed-out' } : { kind: 'signed-in', lasts: 'as asked', ...stored }
  let waiting: Waiting[] = []
  let checking = new AbortController()
  let checkedIn = ''
  const listeners = new Set<() => void>()
  // Reaches the other tabs even where storage is blocked and no storage event can be had.
  const channel = new BroadcastChannel(`petstore-admin.${environment.id}`)

  function become(next: SessionState) {
    state = next
    const settled = next.kind === 'key-ended' && next.asking ? [] : waiting
    if (settled.length > 0) waiting = []
    for (const { resolve, reject } of settled) (next.kind === 'signed-in' ? resolve : reject)()
    for (const listener of listeners) listener()
  }

  function forget() {
    if (state.kind !== 'signed-out') become({ kind: 'signed-out' })
  }

  /** Another tab signed in or out, or this one comes back from the back/forward cache. */
  function readAgain() {
    endVoidCheck()
    const now = storage.read()
    if (now === undefined) {
      storage.clearTab()
      return forget()
    }
    if (state.kind === 'signed-out' || now.key !== state.key)
      become({ kind: 'signed-in', lasts: 'as asked', ...now })
  }

  /** Somebody signed out after the check of a key began. */
  function endVoidCheck() {
    if (storage.round() !== checkedIn) checking.abort()
  }

  function signIn(key: string, kept: boolean) {
    const lasts = storage.write({ key, kept })
    become({ kind: 'signed-in', key, kept, lasts })
  }

  window.addEventListener('storage', (event) => {
    if (event.key === null || storage.names.includes(event.key)) readAgain()
  })
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) readAgain()
  })
  channel.addEventListener('message', () => {
    checking.abort()
    storage.clearTab()
    readAgain()
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
    beginCheck() {
      const check = (checking = new AbortController())
      checkedIn = storage.round()
      return {
        signal: check.signal,
        abort: () => check.abort(),
        /** @throws {DOMException} an AbortError when the check is void. */
        pass(key: string, kept: boolean): void {
          endVoidCheck()
          check.signal.throwIfAborted()
          signIn(key, kept)
        },
      }
    },

    signOut(): void {
      checking.abort()
      storage.clear()
      forget()
      channel.postMessage('signed out')
    },

    /** The service answered 401 to a request with this key. */
    keyRefused(key: string): void {
      // An answer to an old key says nothing about the new one.
      if (state.kind === 'signed-out' || state.key !== key) return
      if (state.kind === 'signed-in' || !state.asking) {
        become({ kind: 'key-ended', key, kept: state.kept, asking: true })
      }
    },

    /** The person puts signing in again off: what waits for a key fails with its 401. */
    putOff(): void {
      if (state.kind === 'key-ended') become({ ...state, asking: false })
    },

    /** Asks for a key again. */
    ask(): void {
      if (state.kind === 'key-ended') become({ ...state, asking: true })
    },

    /** Waits until a key is in force; rejects when the person puts it off or signs out, or with the reason of `signal`. */
    async keyInForce(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted()
      if (state.kind === 'signed-in') return
      if (state.kind === 'signed-out' || !state.asking) throw new Error('no key')
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
export function onKeyGone(session: Session, listener: () => void): void {
  let before = session.key()
  session.subscribe(() => {
    const key = session.key()
    if (before !== undefined && key !== before) listener()
    before = key
  })
}

export type KeyCheck = ReturnType<Session['beginCheck']>
