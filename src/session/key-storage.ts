import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { newId } from '#src/lib/new-id.ts'
import { isSendable } from './api-key.ts'

export type StoredKey = {
  readonly key: string
  /** "Keep me signed in on this device" */
  readonly remember: boolean
  /** Random. It names the sign-in, so that evidence is known to be of the same API key (src/outbox/README.md). */
  readonly signInId: string
}

/** How long a key lasts: storage may be blocked or full, and then it is shorter than requested. */
export type KeyPersistence = 'as-requested' | 'until-tab-closes' | 'until-reload'

export type StorageChange = 'nothing' | 'key' | 'epoch removed' | { readonly epoch: string }

const keyNameOf = (environmentId: string) => `${OWN_PREFIX}key.${environmentId}`
const epochNameOf = (environmentId: string) => `${OWN_PREFIX}round.${environmentId}`

/**
 * The key of one environment: in localStorage when the user wants to stay signed in on this device, else in
 * sessionStorage. An entry is valid only
 * - for the base URL it was entered for, so that a changed configuration never sends it elsewhere;
 * - in its epoch. Signing out starts a new epoch, which voids the key that a tab in the back/forward cache still has in
 *   its own sessionStorage.
 *
 * Signing in starts the first epoch, so that none of before a sign-out ever comes back: another app on the same origin may
 * empty localStorage, and a tab that does not know its epoch any more cannot know whether somebody has signed out.
 */
export function readKey(environmentId: string, baseUrl: string): StoredKey | undefined {
  for (const kind of ['session', 'local'] as const) {
    try {
      const stored = readStored(kind, keyNameOf(environmentId)) ?? 'null'
      // `round` is the epoch and `keyId` the sign-in, under the names that released versions store. A key that was stored by hand has no ID: what
      // it has seen is no evidence after a reload.
      const entry = JSON.parse(stored) as Record<string, string>
      const { key = '', keyId: signInId = newId(), baseUrl: address, round } = entry
      const isValid =
        address === absoluteUrl(baseUrl) && round === (readStored('local', epochNameOf(environmentId)) ?? '')
      if (isValid && isSendable(key)) return { key, signInId, remember: kind === 'local' }
    } catch {
      // No key, or not one of ours: the user signs in.
    }
  }
  return undefined
}

export function createKeyStorage(environmentId: string, baseUrl: string) {
  const keyName = keyNameOf(environmentId)
  const epochName = epochNameOf(environmentId)
  const epoch = () => readStored('local', epochName) ?? ''
  const restoreEpoch = (lost = newId()) => {
    if (epoch() === '' && lost !== '') writeStored('local', epochName, lost)
  }

  return {
    /** Changes each time that a tab signs out. Empty before the first sign-in, and where another app has removed it. */
    epoch,

    /** Stores an epoch where there is none. */
    restoreEpoch,

    /** Returns what has changed in another tab, or in another app on the same origin. */
    changeOf({ key, newValue }: StorageEvent): StorageChange {
      if (key === null) return 'epoch removed'
      if (key === epochName) return newValue === null ? 'epoch removed' : { epoch: newValue }
      return key === keyName ? 'key' : 'nothing'
    },

    read: () => readKey(environmentId, baseUrl),

    write({ key, remember, signInId }: StoredKey): KeyPersistence {
      restoreEpoch()
      const text = JSON.stringify({ key, baseUrl: absoluteUrl(baseUrl), round: epoch(), keyId: signInId })
      const [wanted, other] = remember ? (['local', 'session'] as const) : (['session', 'local'] as const)
      writeStored(other, keyName, null)
      if (writeStored(wanted, keyName, text)) return 'as-requested'
      // A full storage keeps its old entry: better no key than one that was rejected.
      writeStored(wanted, keyName, null)
      return remember && writeStored('session', keyName, text) ? 'until-tab-closes' : 'until-reload'
    },

    /** Another tab signed out, perhaps without being able to store the new epoch. */
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
