import type { Int64 } from '#src/lib/int64.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { isTruncated, type Pet, type PetList } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import { PET_COLUMNS } from '#src/pets/table/pet-columns.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { PetChange } from './list-changes.ts'

export type ChangeKind = PetChange['kind']

/** The kinds of changes, in the order in which they are told. */
const KINDS: readonly ChangeKind[] = ['new', 'changed', 'gone']

/** Returns the kinds that there are, each with its number: "2 new", "1 changed". */
export function changeWords(changes: readonly PetChange[], format = formatNumber) {
  return KINDS.map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => ({ kind, text: `${format(count)} ${kind}` }))
}

/** Returns what is another than before, for example "Status: was Available, now Sold". */
export function changedFacts(before: Pet, pet: Pet, labels: CategoryLabels): readonly string[] {
  return PET_COLUMNS.flatMap(({ heading, text }) => {
    const [was, is] = [text(before, labels), text(pet, labels)]
    return was === is ? [] : `${heading}: was ${was}, now ${is}`
  })
}

/**
 * Says what it means that pets are gone from a list. It is never proved that they are gone from the
 * service, because that cannot delete a pet.
 */
export function goneNote(list: PetList, { limit, status }: PetFilter): string {
  if (status !== undefined) return 'What is gone may still exist, for example with another status.'
  if (list.unreadable.length > 0)
    return 'What is gone may still exist, because some pets of this list cannot be read.'
  if (isTruncated(list, limit))
    return 'What is gone may still exist, because this list may not have all pets.'
  return 'Pets cannot be deleted, so what is gone may still exist, and this list be out of date.'
}

/**
 * Says which of the pets that were just added are in the list. No order and no filter makes sure
 * that they are, because the service gives no more than so many pets.
 *
 * @param rows the pets of the list that a search leaves
 */
export function addedMessage(added: readonly Int64[], list: PetList, rows: readonly Pet[]): string {
  const found = countIn(list.pets, added)
  const hidden = found - countIn(rows, added)
  if (hidden > 0)
    return `${foundText(added.length, found)}, but the search hides ${hiddenText(added, hidden)}.`
  if (added.length === 1) return found === 1 ? 'Your new pet is marked.' : 'Your new pet is not in this list.'
  if (found === 0) return `None of your ${formatNumber(added.length)} new pets is in this list.`
  if (found === added.length) return `Your ${formatNumber(found)} new pets are marked.`
  return `${foundText(added.length, found)}, marked.`
}

function foundText(addedCount: number, found: number): string {
  if (addedCount === 1) return 'Your new pet is in this list'
  if (found === addedCount) return `Your ${formatNumber(found)} new pets are in this list`
  const verb = found === 1 ? 'is' : 'are'
  return `${formatNumber(found)} of your ${formatNumber(addedCount)} new pets ${verb} in this list`
}

function hiddenText(added: readonly Int64[], hidden: number): string {
  return added.length === 1 ? 'it' : formatNumber(hidden)
}

/** Counts the pets with these IDs, each once, because two answers may have given the same ID. */
function countIn(pets: readonly Pet[], ids: readonly Int64[]): number {
  const shownIds = new Set(pets.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => shownIds.has(id)).length
}
