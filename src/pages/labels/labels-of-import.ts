import type { Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { Pet } from '#src/pets/pet.ts'

type LabelsOfImport = {
  /** The IDs of the pets with a label, each once, in the order of the file. */
  readonly ids: readonly Int64[]
  /** The pets that the service has as they were sent. The others have to be loaded. */
  readonly recordedPets: ReadonlyMap<Int64, Pet>
  /** The numbers of the rows that a person has marked as added, without saying as which pet. */
  readonly rowsWithoutId: readonly number[]
  /** The numbers of the rows to which the service gave the ID of another row. */
  readonly rowsWithIdOfOther: readonly number[]
}

/**
 * Returns what the labels of an import show. An ID is evidence for the pet whose name and category
 * it has, so its label belongs to a row whose pet the service has as it was sent, if there is one.
 *
 * @param entries the rows of the import, in the order of the file
 */
export function labelsOfImport(entries: readonly Entry[]): LabelsOfImport {
  const addedRows = entries.flatMap((entry) => addedRowOf(entry) ?? [])
  const recordedRows = addedRows.filter(({ isChanged }) => !isChanged)
  const firstById = new Map<Int64, AddedRow>()
  for (const row of [...recordedRows, ...addedRows])
    if (!firstById.has(row.pet.id)) firstById.set(row.pet.id, row)
  const hasLabel = (row: AddedRow) => firstById.get(row.pet.id) === row
  const withoutId = entries.filter(({ state }) => state.kind === 'added' && state.id === undefined)
  return {
    ids: addedRows.filter(hasLabel).map(({ pet }) => pet.id),
    recordedPets: new Map(recordedRows.filter(hasLabel).map(({ pet }) => [pet.id, pet])),
    rowsWithoutId: withoutId.flatMap(({ row }) => row?.number ?? []),
    rowsWithIdOfOther: addedRows.filter((row) => !hasLabel(row)).flatMap(({ number }) => number ?? []),
  }
}

/** A row that was added with an ID. */
type AddedRow = {
  readonly number: number | undefined
  /** The pet as it was sent, with the ID that the service gave it. */
  readonly pet: Pet
  /** `true` if the service has another pet with this ID. */
  readonly isChanged: boolean
}

function addedRowOf({ newPet, row, state }: Entry): AddedRow | undefined {
  if (newPet === undefined || state.kind !== 'added' || state.id === undefined) return undefined
  return { number: row?.number, pet: { id: state.id, ...newPet }, isChanged: state.isChanged === true }
}
