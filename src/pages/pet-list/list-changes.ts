import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isTruncated, type PetList } from '#src/pets/pet.ts'

export type ListChanges = {
  readonly appeared: readonly Int64[]
  readonly changed: readonly Int64[]
  readonly disappeared: readonly Int64[]
}

/** What a row says about its pet, by ID. */
export type Marks = ReadonlyMap<Int64, string>

/** By ID; the order of the pets says nothing. An ID that a list has twice counts once. */
export function compareLists(before: PetList, now: PetList): ListChanges {
  const [old, current] = [factsById(before), factsById(now)]
  const known = [...current.keys()].filter((id) => old.has(id))
  return {
    appeared: [...current.keys()].filter((id) => !old.has(id)),
    changed: known.filter((id) => old.get(id) !== current.get(id)),
    disappeared: [...old.keys()].filter((id) => !current.has(id)),
  }
}

/** All that is known of the pets with one ID, comparable. */
function factsById({ pets }: PetList): Map<Int64, string> {
  const facts = new Map<Int64, string[]>()
  for (const { id, name, categoryId, status } of pets) {
    facts.set(id, [...(facts.get(id) ?? []), JSON.stringify([name, categoryId, status])])
  }
  return new Map([...facts].map(([id, texts]) => [id, texts.toSorted().join()]))
}

/**
 * Where a list is cut, a pet that is not in it may still exist, and one that is new in it may be an old one that moved
 * up. The same goes for what could not be read.
 */
function completeness(list: PetList, limit: number): 'complete' | 'cut' | 'unreadable' {
  return isTruncated(list, limit) ? 'cut' : list.unreadable.length > 0 ? 'unreadable' : 'complete'
}

/** "2 new, 1 changed, 1 gone since 10:42"; `undefined` when nothing changed. */
export function changesMessage(
  before: PetList,
  now: PetList,
  { limit, since }: { limit: number; since: number },
  { format = formatNumber, time = formatTime } = {},
): string | undefined {
  const { appeared, changed, disappeared } = compareLists(before, now)
  const APPEARED = { complete: 'new', cut: `new in the first ${limit}`, unreadable: 'newly shown' }
  const DISAPPEARED = {
    complete: 'gone',
    cut: `no longer in the first ${limit}`,
    unreadable: 'no longer shown',
  }
  const parts = [
    { count: appeared.length, word: APPEARED[completeness(before, limit)] },
    { count: changed.length, word: 'changed' },
    { count: disappeared.length, word: DISAPPEARED[completeness(now, limit)] },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return undefined
  return `${parts.map(({ count, word }) => `${format(count)} ${word}`).join(', ')} since ${time(since)}`
}

export function marksOf(before: PetList, now: PetList, limit: number): Marks {
  const { appeared, changed } = compareLists(before, now)
  const word = completeness(before, limit) === 'complete' ? 'New' : 'New in this list'
  return new Map([
    ...appeared.map((id) => [id, word] as const),
    ...changed.map((id) => [id, 'Changed'] as const),
  ])
}
