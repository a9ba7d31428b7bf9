import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { readStored, writeStored } from './web-storage.ts'

/**
 * The texts that a tab keeps of each environment through a reload: the form of a pet, the rows
 * under review, and the pets that were entered by hand.
 */
const KINDS = ['draft', 'import-rows', 'by-hand'] as const

type Kind = (typeof KINDS)[number]

type Environment = { readonly id: string; readonly baseUrl: string }

const nameOf = (kind: Kind, id: string) => `${OWN_PREFIX}${kind}.${id}`

/**
 * Returns the name in sessionStorage of a text of this environment. If a deployment has given the
 * environment another ID, its texts get their new names first.
 *
 * @param environment with all others that are configured
 */
export function tabTextNameOf(
  kind: Kind,
  environment: Environment & { readonly others: readonly Environment[] },
): string {
  renameTexts(absoluteUrl(environment.baseUrl), [environment, ...environment.others])
  return nameOf(kind, environment.id)
}

/**
 * Remembers which IDs a base URL has, and renames the texts where one ID is gone since the last
 * time, and another one has come. Where there are several, nobody knows which is which.
 */
function renameTexts(url: string, configured: readonly Environment[]): void {
  const name = `${OWN_PREFIX}environments.${url}`
  const knownIds = readStored('session', name)?.split(' ') ?? []
  const ids = configured.filter(({ baseUrl }) => absoluteUrl(baseUrl) === url).map(({ id }) => id)
  const goneIds = knownIds.filter((known) => configured.every(({ id }) => id !== known))
  const newIds = ids.filter((id) => !knownIds.includes(id))
  const [goneId, ...otherGoneIds] = goneIds
  const [newId, ...otherNewIds] = newIds
  const areSeveral = otherGoneIds.length > 0 || otherNewIds.length > 0
  if (goneId === undefined || newId === undefined || areSeveral) {
    writeStored('session', name, [...ids, ...goneIds].join(' '))
    return
  }
  for (const kind of KINDS) moveText(nameOf(kind, goneId), nameOf(kind, newId))
  writeStored('session', name, ids.join(' '))
}

/** Moves a text to another name, unless that has a text of its own. */
function moveText(from: string, to: string): void {
  const text = readStored('session', from)
  if (text === null || readStored('session', to) !== null) return
  // The storage may have no room for a large text twice.
  writeStored('session', from, null)
  if (!writeStored('session', to, text)) writeStored('session', from, text)
}
