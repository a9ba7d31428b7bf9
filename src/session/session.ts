import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { createStore } from '#src/lib/create-store.ts'
import { newId } from '#src/lib/new-id.ts'
import { createKeyStorage, type KeyPersistence, type StoredKey } from './key-storage.ts'

type Without<Name extends string> = { readonly [name in Name]?: undefined }

export type SessionState =
  | ({ readonly kind: 'signed-out' } & Without<'key' | 'signInId' | 'isPrompting' | 'error'>)
  | ({ readonly kind: 'signed-in'; readonly persistence: KeyPersistence } & StoredKey &
      Without<'isPrompting' | 'error'>)
  /** The service no longer accepts the key, as `error` says. `isPrompting`: the dialog asks for another one. */
  | ({ readonly kind: 'key-ended'; readonly isPrompting: boolean; readonly error: unknown } & StoredKey)

/** The key of one environment in this tab, in sync with all other tabs. A store of its state. */
export function createSession(environment: { id: string; baseUrl: string }) {
  const storage = createKeyStorage(environment.id, environment.baseUrl)
  const stored = storage.read()
  const store = createStore<SessionState>(
    stored === undefined
      ? { kind: 'signed-out' }
      : { kind: 'signed-in', persistence: 'as-requested', ...stored },
  )
  /** In which the tab has got its key. */
  let epoch = storage.epoch()
  /** In all tabs, also where storage is blocked. */
  let signOuts = 0
  // Reaches the other tabs even where storage is blocked, and with it the storage event. The prerender has no others.
  const channel = globalThis.window && new BroadcastChannel(OWN_PREFIX + environment.id)

  function setState(next: SessionState) {
    if (next.kind === 'signed-in') epoch = storage.epoch()
    store.set(next)
  }

  function endSession() {
    if (store.get().kind !== 'signed-out') setState({ kind: 'signed-out' })
  }

  /** Another tab signed in or out, or this one returns from the back/forward cache. */
  function syncFromStorage() {
    const now = storage.read()
    // Somebody may have signed in since: what was loaded before goes all the same.
    if (now === undefined || storage.epoch() !== epoch) endSession()
    if (now === undefined) storage.clearTab()
    else if (now.key !== store.get().key) setState({ kind: 'signed-in', persistence: 'as-requested', ...now })
  }

  function hear(event: StorageEvent) {
    const change = storage.changeOf(event)
    if (change === 'nothing') return
    // Another app on the same origin removes entries. What became of the epoch has an event of its own.
    if (change === 'key' && epoch !== '' && storage.epoch() === '') return
    // That is no sign-out, which stores another epoch; it comes before this event, even if it is read after it.
    if (change === 'epoch removed' && store.get().kind !== 'signed-out') storage.restoreEpoch(epoch)
    if (typeof change === 'object' && change.epoch !== epoch) endSession()
    syncFromStorage()
  }

  function signIn(key: string, remember: boolean) {
    const signInId = newId()
    const persistence = storage.write({ key, remember, signInId })
    setState({ kind: 'signed-in', key, remember, signInId, persistence })
  }

  function setPrompting(isPrompting: boolean) {
    const state = store.get()
    if (state.kind === 'key-ended') setState({ ...state, isPrompting })
  }

  globalThis.window?.addEventListener('storage', hear)
  globalThis.window?.addEventListener('pageshow', (event) => {
    if (event.persisted) syncFromStorage()
  })
  channel?.addEventListener('message', () => {
    signOuts += 1
    storage.clearTab()
    syncFromStorage()
  })

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** The key to send, or `undefined` when signed out. */
    key: (): string | undefined => store.get().key,

    /** Of the sign-in; '' when signed out. */
    signInId: (): string => store.get().signInId ?? '',

    signIn,

    /** Before a key is checked. @returns `signIn`, which does nothing once any tab has signed out in the meantime. */
    beginSignIn(): typeof signIn {
      storage.restoreEpoch()
      const began = { signOuts, epoch: storage.epoch() }
      return (key, remember) => {
        const isSameEpoch = ['', began.epoch].includes(storage.epoch())
        if (began.signOuts === signOuts && isSameEpoch) signIn(key, remember)
      }
    },

    signOut(): void {
      signOuts += 1
      storage.clear()
      endSession()
      channel?.postMessage('signed out')
    },

    /** The service answered 401 to a request with this key. A late response to an older key says nothing. */
    rejectKey(key: string, error?: unknown): void {
      const state = store.get()
      if (state.kind === 'signed-out' || state.key !== key || state.isPrompting === true) return
      setState({ ...state, kind: 'key-ended', isPrompting: true, error })
    },

    /** Requests that wait for a key fail with their 401. */
    dismissPrompt: () => setPrompting(false),

    prompt: () => setPrompting(true),

    /** Resolves when there is a valid key; rejects with the 401 when the user dismisses the dialog or signs out, or on abort. */
    async waitForKey(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const { error = new Error('no key') } = store.get()
      const look = () => {
        const { kind, isPrompting } = store.get()
        if (kind === 'signed-in') resolve()
        else if (isPrompting !== true) reject(error)
      }
      const leave = store.subscribe(look)
      signal?.addEventListener('abort', () => reject(signal.reason))
      look()
      await promise.finally(leave)
    },
  }
}

export type Session = ReturnType<typeof createSession>
