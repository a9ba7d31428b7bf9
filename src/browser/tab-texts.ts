import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { readStored, writeStored } from './web-storage.ts'

/**
 * The kinds of texts that a tab keeps of each environment through a reload: the form of a pet, the
 * rows under review, and what was entered by hand.
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
  moveTextsToNewId(absoluteUrl(environment.baseUrl), [environment, ...environment.others])
  return nameOf(kind, environment.id)
}

/**
 * Moves the texts of an environment whose ID has changed since the last call, and remembers which
 * IDs the base URL has now. An ID that is gone without a new one stays remembered.
 */
function moveTextsToNewId(url: string, configured: readonly Environment[]): void {
  const nameOfIds = `${OWN_PREFIX}environments.${url}`
  const rememberedIds = readStored('session', nameOfIds)?.split(' ') ?? []
  const ids = configured.filter(({ baseUrl }) => absoluteUrl(baseUrl) === url).map(({ id }) => id)
  const goneIds = rememberedIds.filter((remembered) => configured.every(({ id }) => id !== remembered))
  const newIds = ids.filter((id) => !rememberedIds.includes(id))
  const change = idChange(goneIds, newIds)
  if (change === undefined) {
    writeStored('session', nameOfIds, [...ids, ...goneIds].join(' '))
    return
  }
  for (const kind of KINDS) moveText(nameOf(kind, change.from), nameOf(kind, change.to))
  writeStored('session', nameOfIds, ids.join(' '))
}

/**
 * Returns which ID has become which, or `undefined` unless exactly one is gone and one is new:
 * nobody knows which of several is which.
 */
function idChange(
  goneIds: readonly string[],
  newIds: readonly string[],
): { from: string; to: string } | undefined {
  const [from, ...otherGoneIds] = goneIds
  const [to, ...otherNewIds] = newIds
  if (from === undefined || to === undefined) return undefined
  return otherGoneIds.length + otherNewIds.length === 0 ? { from, to } : undefined
}

/** Moves a text to another name, unless there is already a text under that name. */
function moveText(from: string, to: string): void {
  const text = readStored('session', from)
  if (text === null || readStored('session', to) !== null) return
  // We remove the text first, because the storage may have no room for it twice.
  writeStored('session', from, null)
  if (!writeStored('session', to, text)) writeStored('session', from, text)
}
