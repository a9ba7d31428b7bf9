import type { NewPet } from '#src/pets/pet.ts'
import { sameAnimalKey } from '#src/pets/same-pet.ts'
import type { ImportRecord, ImportStore } from './import-journal.ts'
import { readImports } from './saved-imports.ts'

/** The rows of one import that may have added a pet (unknown), or are still to add it (waiting). */
export type UnfinishedRows = Pick<ImportRecord, 'id' | 'fileName'> & {
  readonly kind: 'unknown' | 'waiting'
  /** In the order of the file. */
  readonly numbers: readonly number[]
}

/** Finds the rows by which the user may mean the same animal: unknown ones first. */
export type FindUnfinishedRows = (newPet: NewPet) => readonly UnfinishedRows[]

/** Of the imports of one environment that are on this device. */
export async function readUnfinishedRows(
  store: ImportStore,
  { environmentId, baseUrl }: Pick<ImportRecord, 'environmentId' | 'baseUrl'>,
): Promise<FindUnfinishedRows> {
  const imports = await readImports(
    store,
    ({ record, counts }) =>
      record.environmentId === environmentId &&
      record.baseUrl === baseUrl &&
      counts.unknown + counts.waiting > 0,
  )
  const rows = imports.flatMap(({ record, rows: all }) =>
    all.flatMap(({ number, newPet, outcome: { kind } }) =>
      newPet === undefined || kind === 'added' || kind === 'rejected'
        ? []
        : [{ record, number, newPet, kind: kind === 'waiting' ? kind : ('unknown' as const) }],
    ),
  )
  const byAnimal = Map.groupBy(rows, ({ newPet }) => sameAnimalKey(newPet))
  return (newPet) => {
    const found = byAnimal.get(sameAnimalKey(newPet)) ?? []
    return (['unknown', 'waiting'] as const).flatMap((kind) =>
      [
        ...Map.groupBy(
          found.filter((row) => row.kind === kind),
          ({ record }) => record,
        ),
      ].map(([{ id, fileName }, ofImport]) => ({
        id,
        fileName,
        kind,
        numbers: ofImport.map(({ number }) => number),
      })),
    )
  }
}
