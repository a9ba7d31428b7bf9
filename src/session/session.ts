import { onReturnToPage } from '#src/browser/on-return-to-page.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { createStore } from '#src/lib/create-store.ts'
import { newId } from '#src/lib/new-id.ts'
import { createKeyStorage, isAfterSignOut, type StoredKey } from './key-storage.ts'
import { canSend, hasKeyEnded, isAskingForKey, type SessionState } from './session-state.ts'

/**
 * Creates the session of one environment in this tab, in sync with all other tabs. It is a store of
 * its state.
 */
export function createSession(environment: { id: string; baseUrl: string }) {
  const storage = createKeyStorage(environment.id, environment.baseUrl)
  const storedAtStart = storage.readAtStart()
  const store = createStore<SessionState>(
    storedAtStart === undefined
      ? { kind: 'signed-out' }
      : { kind: 'signed-in', persistence: 'as-requested', ...storedAtStart },
  )
  /** The epoch in which this tab got its key. */
  let epoch = storage.epoch()
  /** Counts the sign-outs of all tabs, also when storage is blocked. */
  let signOuts = 0
  // The channel reaches the other tabs even when storage, and with it the storage event, is
  // blocked. The prerender has no other tabs.
  const channel = globalThis.window && new BroadcastChannel(OWN_PREFIX + environment.id)

  function setState(next: SessionState) {
    if (next.kind === 'signed-in') epoch = storage.epoch()
    store.set(next)
  }

  function endSession() {
    if (store.get().kind !== 'signed-out') setState({ kind: 'signed-out' })
  }

  /**
   * Takes over the stored key after another tab signed in or out, or this one returned from the
   * back/forward cache.
   */
  function syncWith(stored: StoredKey | undefined) {
    // Somebody may have signed in again since. Even so, what was loaded before that must go.
    if (stored === undefined || storage.epoch() !== epoch) endSession()
    if (stored === undefined) storage.clearTab()
    else if (stored.key !== store.get().key || isNewSignIn(stored))
      setState({ kind: 'signed-in', persistence: 'as-requested', ...stored })
  }

  /** The service may take the same key again, with which somebody has signed in elsewhere. */
  function isNewSignIn(stored: StoredKey): boolean {
    const state = store.get()
    return hasKeyEnded(state) && stored.typedId !== state.typedId
  }

  function syncFromStorage() {
    syncWith(storage.read())
  }

  function onStorageEvent(event: StorageEvent) {
    const change = storage.changeOf(event)
    switch (change.kind) {
      case 'nothing':
        return
      case 'key':
        return onKeyChanged()
      case 'epoch-removed':
        return onEpochRemoved()
      case 'epoch-changed':
        return onEpochChanged(change.epoch)
    }
  }

  function onKeyChanged() {
    // Another app on the same origin removes entries. A change of the epoch has an event of its
    // own.
    const isEpochMissing = epoch !== '' && storage.epoch() === ''
    if (!isEpochMissing) syncFromStorage()
  }

  /**
   * Restores an epoch that another app has removed. Nobody has signed out, because that would have
   * changed the epoch, and this tab would have heard of it before.
   */
  function onEpochRemoved() {
    if (store.get().kind !== 'signed-out') storage.restoreEpoch(epoch)
    syncFromStorage()
  }

  function onEpochChanged(newEpoch: string) {
    // Another tab signed out, even if the epoch has changed again since.
    if (newEpoch !== epoch && isAfterSignOut(newEpoch)) endSession()
    syncFromStorage()
  }

  /**
   * Returns the ID of a sign-in with this key. If the service has refused the same key meanwhile,
   * it is the one from before, because the key still sees the same pets.
   */
  function signInIdFor(key: string): string {
    const state = store.get()
    return hasKeyEnded(state) && state.key === key ? state.signInId : newId()
  }

  function signIn(key: string, remember: boolean) {
    const typed = { key, remember, signInId: signInIdFor(key), typedId: newId() }
    const persistence = storage.write(typed)
    setState({ kind: 'signed-in', ...typed, persistence })
  }

  /** Opens or closes the dialog that asks for another key, where the key has ended. */
  function setKeyEnded(kind: 'asking-for-key' | 'locked') {
    const state = store.get()
    if (state.kind === 'asking-for-key' || state.kind === 'locked') setState({ ...state, kind })
  }

  globalThis.window?.addEventListener('storage', onStorageEvent)
  onReturnToPage(() => syncWith(storage.readAfterReturn()))
  channel?.addEventListener('message', () => {
    signOuts += 1
    storage.clearTab()
    syncFromStorage()
  })

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Returns the key to send, or `undefined` when signed out. */
    key: (): string | undefined => store.get().key,

    /** Returns the ID of the sign-in, or '' when signed out. */
    signInId: (): string => store.get().signInId ?? '',

    signIn,

    /**
     * Begins a sign-in, before the key is checked.
     *
     * @returns `signIn`, which does nothing once any tab has signed out in the meantime
     */
    beginSignIn(): typeof signIn {
      const began = { signOuts, epoch: storage.epoch() }
      return (key, remember) => {
        const currentEpoch = storage.epoch()
        const isSignedOutElsewhere = currentEpoch !== began.epoch && isAfterSignOut(currentEpoch)
        if (began.signOuts === signOuts && !isSignedOutElsewhere) signIn(key, remember)
      }
    },

    signOut(): void {
      signOuts += 1
      storage.clear()
      endSession()
      channel?.postMessage('signed out')
    },

    /**
     * Ends the key after the service answered 401 to a request with it. A late response to an older
     * key says nothing.
     */
    rejectKey(key: string, error?: unknown): void {
      const state = store.get()
      if (state.kind === 'signed-out' || state.key !== key || isAskingForKey(state)) return
      setState({ ...state, kind: 'asking-for-key', error })
    },

    /** Closes the dialog. Requests that wait for a key fail with their 401. */
    dismissPrompt: () => setKeyEnded('locked'),

    /** Opens the dialog again. */
    prompt: () => setKeyEnded('asking-for-key'),

    /**
     * Resolves when there is a valid key. It rejects with the 401 when the user dismisses the
     * dialog or signs out, or on abort.
     */
    async waitForKey(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const { error = new Error('no key') } = store.get()
      const settle = () => {
        const state = store.get()
        if (canSend(state)) resolve()
        else if (!isAskingForKey(state)) reject(error)
      }
      const unsubscribe = store.subscribe(settle)
      signal?.addEventListener('abort', () => reject(signal.reason))
      settle()
      await promise.finally(unsubscribe)
    },
  }
}

export type Session = ReturnType<typeof createSession>
