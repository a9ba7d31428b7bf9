import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { PetList } from '#src/pets/pet.ts'

/** What a row says about its pet, by ID. */
export type Marks = ReadonlyMap<Int64, string>

type ListChanges = {
  /** "2 new, 1 changed, 1 gone since 10:42"; `undefined` when nothing changed. */
  readonly message: string | undefined
  readonly marks: Marks
}

/**
 * What changed from one list to another, by ID; the order of the pets says nothing. An ID that a list has twice counts
 * once. Where lists are cut, the line above the rows says that there may be more.
 *
 * @param since when the list before was loaded (ms since 1970)
 */
export function listChanges(
  before: PetList,
  now: PetList,
  since: number,
  { format = formatNumber, time = formatTime } = {},
): ListChanges {
  const [old, current] = [factsById(before), factsById(now)]
  const ids = [...current.keys()]
  const appeared = ids.filter((id) => !old.has(id))
  const changed = ids.filter((id) => old.has(id) && old.get(id) !== current.get(id))
  const gone = [...old.keys()].filter((id) => !current.has(id))
  const parts = Object.entries({ new: appeared, changed, gone })
    .filter(([, { length }]) => length > 0)
    .map(([word, { length }]) => `${format(length)} ${word}`)
  return {
    message: parts.length === 0 ? undefined : `${parts.join(', ')} since ${time(since)}`,
    marks: new Map([
      ...appeared.map((id) => [id, 'New'] as const),
      ...changed.map((id) => [id, 'Changed'] as const),
    ]),
  }
}

/** All that is known of the pets with one ID, comparable. */
function factsById({ pets }: PetList): Map<Int64, string> {
  const groups = Map.groupBy(pets, ({ id }) => id)
  return new Map(
    Array.from(groups, ([id, some]) => [
      id,
      some
        .map(({ name, categoryId, status }) => JSON.stringify([name, categoryId, status]))
        .toSorted()
        .join(),
    ]),
  )
}
