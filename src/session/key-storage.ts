import { readStored, type StorageKind, type WebStorage, writeStored } from '#src/browser/web-storage.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { newId } from '#src/lib/new-id.ts'

/** Characters. No server accepts a header as long as this. */
export const MAX_KEY_LENGTH = 8192

export type StoredKey = {
  readonly key: string
  /** "Keep me signed in on this device" */
  readonly remember: boolean
  /** Random, of the sign-in: whose key has seen what is evidence (src/outbox/README.md). */
  readonly keyId: string
}

/** How long a key lasts: storage may be blocked or full, and then it is shorter than requested. */
export type KeyPersistence = 'as-requested' | 'until-tab-closes' | 'until-reload'

const keyNameOf = (environmentId: string) => `${OWN_PREFIX}key.${environmentId}`

/**
 * The key of one environment: in localStorage when the user wants to stay signed in on this device, else in
 * sessionStorage. An entry is valid only
 * - for the base URL it was entered for, so that a changed configuration never sends it elsewhere;
 * - in its epoch. Signing out starts a new epoch, which voids the key that a tab in the back/forward cache still has in
 *   its own sessionStorage.
 */
export function createKeyStorage(
  environmentId: string,
  baseUrl: string,
  { read, write }: WebStorage = { read: readStored, write: writeStored },
) {
  const keyName = keyNameOf(environmentId)
  const epochName = `${OWN_PREFIX}round.${environmentId}`
  const address = absoluteUrl(baseUrl)
  const epoch = () => read('local', epochName) ?? ''

  function readFrom(kind: StorageKind): Omit<StoredKey, 'remember'> | undefined {
    try {
      // `round` is the epoch, under the name that released versions store. A key that was stored by hand has no ID: what
      // it has seen is no evidence after a reload.
      const stored = JSON.parse(read(kind, keyName) ?? 'null') as Readonly<Record<string, unknown>>
      const { key, keyId = newId() } = stored
      if (stored['baseUrl'] !== address || stored['round'] !== epoch()) return undefined
      if (typeof key !== 'string' || typeof keyId !== 'string' || key.length > MAX_KEY_LENGTH)
        return undefined
      return /^[\x21-\x7e]+$/.test(key) ? { key, keyId } : undefined
    } catch {
      return undefined // no key, or not one of ours: the user signs in
    }
  }

  return {
    /** Changes each time that a tab signs out. */
    epoch,

    /** The entries whose change in another tab matters. */
    names: [keyName, epochName] as readonly string[],

    read(): StoredKey | undefined {
      const [session, local] = [readFrom('session'), readFrom('local')]
      if (session !== undefined) return { ...session, remember: false }
      return local === undefined ? undefined : { ...local, remember: true }
    },

    write({ key, remember, keyId }: StoredKey): KeyPersistence {
      const text = JSON.stringify({ key, baseUrl: address, round: epoch(), keyId })
      const [wanted, other] = remember ? (['local', 'session'] as const) : (['session', 'local'] as const)
      write(other, keyName, null)
      if (write(wanted, keyName, text)) return 'as-requested'
      // A full storage keeps its old entry: better no key than one that was rejected.
      write(wanted, keyName, null)
      return remember && write('session', keyName, text) ? 'until-tab-closes' : 'until-reload'
    },

    /** Another tab signed out, perhaps without being able to store the new epoch. */
    clearTab(): void {
      write('session', keyName, null)
    },

    /** Signs every tab out. */
    clear(): void {
      write('local', keyName, null)
      write('session', keyName, null)
      write('local', epochName, `${Date.now()}-${Math.random()}`)
    },
  }
}
