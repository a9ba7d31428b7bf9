import type { Int64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { ImportJournal, ImportRecord } from './import-journal.ts'
import type { GetImportStore } from './import-storage.ts'
import { openImportStore } from './indexeddb-import-store.ts'

export type ImportedPets = {
  /** Each once, in the order of the file, as they were sent. */
  readonly pets: readonly Pet[]
  /** Row numbers of the pets that were added, but whose ID the service did not return. */
  readonly withoutId: readonly number[]
  /** Rows that are waiting or unknown: pets that may be added yet. */
  readonly open: number
}

export function importedPets({ rows }: Pick<ImportJournal, 'rows'>): ImportedPets {
  const pets = new Map<Int64, Pet>()
  const withoutId: number[] = []
  let open = 0
  for (const { number, newPet, outcome } of rows) {
    if (outcome.kind === 'rejected') continue
    if (outcome.kind !== 'added') open += 1
    else if (outcome.id === undefined) withoutId.push(number)
    else if (newPet !== undefined) pets.set(outcome.id, { id: outcome.id, ...newPet })
  }
  return { pets: [...pets.values()], withoutId, open }
}

/**
 * Of an import that this browser has saved, also one that is open elsewhere.
 *
 * @returns `gone` when this browser has no such import, `elsewhere` when its pets are those of another environment.
 * @throws when the browser does not let the app read what it has saved.
 */
export async function readImportedPets(
  getStore: GetImportStore,
  importId: string,
  { environmentId, baseUrl }: Pick<ImportRecord, 'environmentId' | 'baseUrl'>,
): Promise<ImportedPets | 'gone' | 'elsewhere'> {
  const store = await getStore()
  const journal =
    (await store.open(importId)) ??
    // The browser may allow storage by now.
    (store.isPersistent ? undefined : await (await openImportStore()).open(importId))
  if (journal === undefined) return 'gone'
  const { record } = journal
  return record.environmentId === environmentId && record.baseUrl === baseUrl
    ? importedPets(journal)
    : 'elsewhere'
}
