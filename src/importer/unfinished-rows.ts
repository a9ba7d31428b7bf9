import type { NewPet } from '#src/pets/pet.ts'
import { sameAnimalKey } from '#src/pets/same-pet.ts'
import type { ImportRecord, ImportStore } from './import-journal.ts'

/** A row of an import on this device that may have added its pet (unknown), or may still add it (waiting). */
export type UnfinishedRow = Pick<ImportRecord, 'fileName'> & {
  readonly importId: string
  readonly number: number
}

/** Finds the unfinished rows by which the user may mean the same animal. */
export type UnfinishedRowsOf = (newPet: NewPet) => readonly UnfinishedRow[]

/** @param baseUrl absolute: imports to other addresses add no pets to this one. */
export async function readUnfinishedRows(store: ImportStore, baseUrl: string): Promise<UnfinishedRowsOf> {
  const listed = await store.list()
  const unfinished = listed.filter(
    ({ record, counts }) => record.baseUrl === baseUrl && counts.unknown + counts.waiting > 0,
  )
  const rows = await Promise.all(
    unfinished.map(async ({ record: { id, fileName } }) =>
      (await store.rows(id)).flatMap(({ number, newPet, outcome }) =>
        newPet === undefined || outcome.kind === 'added' || outcome.kind === 'rejected'
          ? []
          : [{ newPet, row: { importId: id, fileName, number } }],
      ),
    ),
  )
  const byAnimal = Map.groupBy(rows.flat(), ({ newPet }) => sameAnimalKey(newPet))
  return (newPet) => (byAnimal.get(sameAnimalKey(newPet)) ?? []).map(({ row }) => row)
}
