import * as v from 'valibot'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { MAX_KEY_LENGTH } from './api-key.ts'
import { readStored, type StorageKind, writeStored } from '#src/browser/web-storage.ts'

export type StoredKey = { readonly key: string; readonly remember: boolean }

/** Storage may be blocked or full; then a key lasts shorter than the person asked for. */
export type KeyPersistence = 'as-requested' | 'until-tab-closes' | 'until-reload'

const entry = v.object({
  key: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/), v.maxLength(MAX_KEY_LENGTH)),
  baseUrl: v.string(),
  round: v.string(),
})

const keyNameOf = (environmentId: string) => `petstore-admin.key.${environmentId}`

/** Whether there may be a key, as long as the base URL that it must be for is not known. */
export function hasStoredKey(environmentId: string): boolean {
  const name = keyNameOf(environmentId)
  return (readStored('session', name) ?? readStored('local', name)) !== null
}

/**
 * Where the key of one environment rests: in localStorage when it is kept on this device, else in sessionStorage.
 *
 * An entry counts only for the base URL that it was given for, so that a changed configuration never sends it to
 * another address, and only for its round: signing out starts a new round, so a key that a sleeping tab still
 * holds in its own sessionStorage is void when that tab comes back (T6 in the list of faults: back/forward cache).
 */
export function createKeyStorage(environmentId: string, baseUrl: string) {
  const keyName = keyNameOf(environmentId)
  const roundName = `petstore-admin.round.${environmentId}`
  const address = absoluteUrl(baseUrl)
  const round = () => readStored('local', roundName) ?? ''

  function readFrom(kind: StorageKind): string | undefined {
    try {
      const stored = v.parse(entry, JSON.parse(readStored(kind, keyName) ?? 'null'))
      return stored.baseUrl === address && stored.round === round() ? stored.key : undefined
    } catch {
      return undefined // no key, or rubbish: the person signs in
    }
  }

  return {
    /** Another one after each signing out, in whatever tab. */
    round,

    /** The names of the entries whose change in another tab matters. */
    names: [keyName, roundName] as readonly string[],

    read(): StoredKey | undefined {
      const [session, local] = [readFrom('session'), readFrom('local')]
      if (session !== undefined) return { key: session, remember: false }
      return local === undefined ? undefined : { key: local, remember: true }
    },

    write({ key, remember }: StoredKey): KeyPersistence {
      const text = JSON.stringify({ key, baseUrl: address, round: round() })
      const [asked, other] = remember ? (['local', 'session'] as const) : (['session', 'local'] as const)
      writeStored(other, keyName, null)
      if (writeStored(asked, keyName, text)) return 'as-requested'
      // A full storage keeps the old entry: better no key than one that was refused.
      writeStored(asked, keyName, null)
      return remember && writeStored('session', keyName, text) ? 'until-tab-closes' : 'until-reload'
    },

    /** Another tab signed out, perhaps without room to write its new round: what this tab alone holds is void. */
    clearTab(): void {
      writeStored('session', keyName, null)
    },

    /** Signs every tab out: the new round makes void what their own sessionStorage holds. */
    clear(): void {
      writeStored('local', keyName, null)
      writeStored('session', keyName, null)
      writeStored('local', roundName, `${Date.now()}-${Math.random()}`)
    },
  }
}
