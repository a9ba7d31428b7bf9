import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { newId } from '#src/lib/new-id.ts'
import { isSendable } from './api-key.ts'

export type StoredKey = {
  readonly key: string
  /** The choice at "Keep me signed in on this device". */
  readonly remember: boolean
  /**
   * A random ID that names the sign-in, so that evidence is known to be of the same API key
   * (src/outbox/README.md). It stays where the service has refused a key and takes it again.
   */
  readonly signInId: string
  /** A random ID of the time when it was typed, which tells other tabs that it was typed again. */
  readonly typedId: string
}

/**
 * The time for which a key lasts. Storage may be blocked or full, and then that is shorter than
 * requested.
 */
export type KeyPersistence = 'as-requested' | 'until-tab-closes' | 'until-reload'

/** A change that another tab, or another app on the same origin, has made. */
export type StorageChange =
  | { readonly kind: 'nothing' | 'key' | 'epoch-removed' }
  | { readonly kind: 'epoch-changed'; readonly epoch: string }

type Entry = StoredKey & {
  /**
   * The epoch in which the key was stored. It is empty in an entry of an earlier release, or one
   * that was stored by hand.
   */
  readonly epoch: string
}

const keyNameOf = (environmentId: string) => `${OWN_PREFIX}key.${environmentId}`
const epochNameOf = (environmentId: string) => `${OWN_PREFIX}round.${environmentId}`
const readEpoch = (environmentId: string) => readStored('local', epochNameOf(environmentId)) ?? ''

/** The prefix of each epoch that no sign-out has started. */
const FIRST_EPOCH = 'first-'

/**
 * Says whether somebody has signed out before this epoch, since another app has last emptied
 * localStorage.
 */
export function isAfterSignOut(epoch: string): boolean {
  return epoch !== '' && !epoch.startsWith(FIRST_EPOCH)
}

/**
 * Reads the key of one environment. It is in localStorage when the user wants to stay signed in on
 * this device, else in sessionStorage. An entry is valid only
 * - for the base URL it was entered for, so that a changed configuration never sends it elsewhere;
 * - in its epoch. Signing out starts a new epoch, which voids the key that a tab in the
 *   back/forward cache still has in its own sessionStorage.
 *
 * Every key has an epoch from the first sign-in on. If another app empties localStorage, a key
 * whose epoch is missing is void, because somebody may have signed out meanwhile. A key that was
 * stored without an epoch is valid until somebody signs out, and the first page that starts with it
 * gives it one.
 */
export function readKey(environmentId: string, baseUrl: string): Entry | undefined {
  const currentEpoch = readEpoch(environmentId)
  for (const kind of ['session', 'local'] as const) {
    try {
      const stored = readStored(kind, keyNameOf(environmentId)) ?? 'null'
      // Released versions call the epoch `round`, and the sign-in `keyId`.
      const entry = JSON.parse(stored) as Record<string, string>
      // A key that was stored by hand has no ID. Until it gets one, the lists that were read with
      // it are no evidence after a reload.
      const { key = '', keyId: signInId = newId(), typedId = '', baseUrl: address, round: epoch = '' } = entry
      const isOfEpoch = epoch === '' ? !isAfterSignOut(currentEpoch) : epoch === currentEpoch
      if (address === absoluteUrl(baseUrl) && isOfEpoch && isSendable(key))
        return { key, signInId, typedId, remember: kind === 'local', epoch }
    } catch {
      // There is no key, or none of ours, so the user signs in.
    }
  }
  return undefined
}

function storedKeyOf(entry: Entry | undefined): StoredKey | undefined {
  if (entry === undefined) return undefined
  const { key, signInId, typedId, remember } = entry
  return { key, signInId, typedId, remember }
}

export function createKeyStorage(environmentId: string, baseUrl: string) {
  const keyName = keyNameOf(environmentId)
  const epochName = epochNameOf(environmentId)
  const epoch = () => readEpoch(environmentId)

  /** Stores this epoch when there is none. */
  function restoreEpoch(lostEpoch: string): void {
    if (epoch() === '' && lostEpoch !== '') writeStored('local', epochName, lostEpoch)
  }

  /** Starts the first epoch when there is none. */
  function ensureEpoch(): void {
    restoreEpoch(FIRST_EPOCH + newId())
  }

  function textOf({ key, signInId, typedId }: StoredKey): string {
    return JSON.stringify({ key, baseUrl: absoluteUrl(baseUrl), round: epoch(), keyId: signInId, typedId })
  }

  return {
    /**
     * Returns the epoch, which changes each time that a tab signs out. It is empty before the first
     * sign-in, when another app has removed it, and when storage fails.
     */
    epoch,

    restoreEpoch,

    /** Returns what has changed in another tab, or in another app on the same origin. */
    changeOf({ key, newValue }: StorageEvent): StorageChange {
      if (key === keyName) return { kind: 'key' }
      if (key !== null && key !== epochName) return { kind: 'nothing' }
      return newValue === null ? { kind: 'epoch-removed' } : { kind: 'epoch-changed', epoch: newValue }
    },

    read: () => storedKeyOf(readKey(environmentId, baseUrl)),

    /**
     * Reads the key when a page starts. A key without an epoch is stored again in the first one, as
     * far as storage allows.
     */
    readAtStart(): StoredKey | undefined {
      const entry = readKey(environmentId, baseUrl)
      if (entry?.epoch === '') {
        ensureEpoch()
        writeStored(entry.remember ? 'local' : 'session', keyName, textOf(entry))
      }
      return storedKeyOf(entry)
    },

    /**
     * Reads the key when a page returns from the back/forward cache. The page has not heard of a
     * sign-out, so only an epoch tells.
     */
    readAfterReturn(): StoredKey | undefined {
      const entry = readKey(environmentId, baseUrl)
      return entry?.epoch === '' ? undefined : storedKeyOf(entry)
    },

    write(storedKey: StoredKey): KeyPersistence {
      ensureEpoch()
      const text = textOf(storedKey)
      const { remember } = storedKey
      const [wanted, other] = remember ? (['local', 'session'] as const) : (['session', 'local'] as const)
      writeStored(other, keyName, null)
      if (writeStored(wanted, keyName, text)) return 'as-requested'
      // A full storage keeps its old entry, which is removed, because no key is better than one
      // that was rejected.
      writeStored(wanted, keyName, null)
      return remember && writeStored('session', keyName, text) ? 'until-tab-closes' : 'until-reload'
    },

    /**
     * Removes the key from this tab. Another tab signed out, perhaps without being able to store
     * the new epoch.
     */
    clearTab(): void {
      writeStored('session', keyName, null)
    },

    /** Signs every tab out. */
    clear(): void {
      writeStored('local', keyName, null)
      writeStored('session', keyName, null)
      writeStored('local', epochName, newId())
    },
  }
}
