import type { Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { Pet } from '#src/pets/pet.ts'

type LabelsOfImport = {
  /** The IDs of the pets with a label, each once, in the order of the file. */
  readonly ids: readonly Int64[]
  /** The pets that the record has as the service has them. The others have to be loaded. */
  readonly recordedPets: ReadonlyMap<Int64, Pet>
  /** The numbers of the rows that a person has marked as added without giving an ID. */
  readonly rowsWithoutId: readonly number[]
  /** The numbers of the rows without a label, because another row with the same ID has it. */
  readonly rowsWithIdOfOtherRow: readonly number[]
}

/**
 * Returns the labels of an import. If several rows have the same ID, the first one that the service
 * has not changed gets the label, because the ID is evidence for its pet. If the service has
 * changed all of them, the first one gets it.
 *
 * @param entries the rows of the import, in the order of the file
 */
export function labelsOfImport(entries: readonly Entry[]): LabelsOfImport {
  const addedRows = entries.flatMap((entry) => addedRowOf(entry) ?? [])
  const unchangedRows = addedRows.filter(({ isChanged }) => !isChanged)
  const labelledRowsById = new Map<Int64, AddedRow>()
  for (const row of [...unchangedRows, ...addedRows])
    if (!labelledRowsById.has(row.pet.id)) labelledRowsById.set(row.pet.id, row)
  const hasLabel = (row: AddedRow) => labelledRowsById.get(row.pet.id) === row
  const recordedRows = addedRows.filter((row) => hasLabel(row) && !row.mustBeLoaded)
  const entriesWithoutId = entries.filter(({ state }) => state.kind === 'added' && state.id === undefined)
  return {
    ids: addedRows.filter(hasLabel).map(({ pet }) => pet.id),
    recordedPets: new Map(recordedRows.map(({ pet }) => [pet.id, pet])),
    rowsWithoutId: entriesWithoutId.flatMap(({ row }) => row?.number ?? []),
    rowsWithIdOfOtherRow: addedRows.filter((row) => !hasLabel(row)).flatMap(({ number }) => number ?? []),
  }
}

/** A row that was added with an ID. */
type AddedRow = {
  readonly number: number | undefined
  /** The pet as the service has it, as far as the record says so. */
  readonly pet: Pet
  /** `true` if the service answered with another name or category than those that were sent. */
  readonly isChanged: boolean
  /** `true` if the service has changed the pet, and an older version has not noted how. */
  readonly mustBeLoaded: boolean
}

function addedRowOf({ newPet, row, state }: Entry): AddedRow | undefined {
  if (newPet === undefined || state.kind !== 'added' || state.id === undefined) return undefined
  const { id, savedAs, isChanged = false } = state
  return {
    number: row?.number,
    pet: { id, ...(savedAs ?? newPet) },
    isChanged,
    mustBeLoaded: isChanged && savedAs === undefined,
  }
}
