import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { PetList } from '#src/pets/pet.ts'

/** The words that rows say about their pets, by ID. */
export type Marks = ReadonlyMap<Int64, string>

/**
 * Returns what changed from one list to another, by ID. The order of the pets says nothing. When
 * lists are cut, the line above the rows says that there may be more.
 *
 * @param since when the list before was loaded (ms since 1970)
 * @returns `message`, for example "2 new, 1 changed, 1 gone since 10:42", or `undefined` when
 * nothing changed
 */
export function listChanges(
  before: PetList,
  now: PetList,
  since: number,
  { format = formatNumber, time = formatTime } = {},
): { readonly message: string | undefined; readonly marks: Marks } {
  const [old, current] = [factsById(before), factsById(now)]
  const marks = new Map<Int64, 'New' | 'Changed'>()
  for (const [id, facts] of current) {
    if (!old.has(id)) marks.set(id, 'New')
    else if (old.get(id) !== facts) marks.set(id, 'Changed')
  }
  const count = (mark: string) => [...marks.values()].filter((other) => other === mark).length
  const gone = [...old.keys()].filter((id) => !current.has(id)).length
  const parts = Object.entries({ new: count('New'), changed: count('Changed'), gone })
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${format(number)} ${word}`)
  return { message: parts.length === 0 ? undefined : `${parts.join(', ')} since ${time(since)}`, marks }
}

/**
 * Returns the facts about each pet, of which a change counts, as a text that can be compared. An ID
 * that a list has twice counts once.
 */
function factsById({ pets }: PetList): ReadonlyMap<Int64, string> {
  return new Map(
    pets.map(({ id, name, categoryId, status }) => [id, JSON.stringify([name, categoryId, status])]),
  )
}
