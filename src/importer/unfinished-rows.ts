import { createStore } from '#src/lib/create-store.ts'
import { delay } from '#src/lib/delay.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { sameAnimalKey } from '#src/pets/same-pet.ts'
import type { ImportRecord, ImportStore } from './import-journal.ts'
import type { GetImportStore } from './import-storage.ts'
import { readImports } from './saved-imports.ts'
import { createTimeSlice } from './time-slice.ts'

/** The rows of one import that may have added a pet (unknown), or are still to add it (waiting). */
export type UnfinishedRows = Pick<ImportRecord, 'id' | 'fileName'> & {
  readonly kind: 'unknown' | 'waiting'
  /** In the order of the file. */
  readonly numbers: readonly number[]
}

/** Finds the rows by which the user may mean the same animal: unknown ones first. */
export type FindUnfinishedRows = (newPet: NewPet) => readonly UnfinishedRows[]

/** The imports of one environment. */
type Where = Pick<ImportRecord, 'environmentId' | 'baseUrl'>

/** A browser whose storage hangs must not keep anybody from adding pets. */
const DEADLINE_MS = 5000

/** The unfinished rows of the imports on this device, as they were when they were read last. */
export function createUnfinishedRows({ getStore, ...where }: Where & { getStore: GetImportStore }) {
  const rows = createStore<FindUnfinishedRows>(() => [])
  let latest: Promise<FindUnfinishedRows> | undefined
  return {
    get: rows.get,
    subscribe: rows.subscribe,

    /** @returns what was read after this call; what was read before where storage fails or hangs. */
    refresh: (): Promise<FindUnfinishedRows> => {
      const waiting = new AbortController()
      // The deadline ends the wait, not the reading.
      const reading = getStore()
        .then((store) => readUnfinishedRows(store, where))
        .then((found) => {
          if (latest === own) rows.set(found)
          return found
        })
      const own: Promise<FindUnfinishedRows> = Promise.race([
        reading,
        delay(DEADLINE_MS, waiting.signal).then(rows.get),
      ])
        .catch(rows.get)
        .then((found) => {
          waiting.abort()
          return latest === own ? found : (latest ?? found)
        })
      latest = own
      return own
    },
  }
}

export type UnfinishedRowsStore = ReturnType<typeof createUnfinishedRows>

export async function readUnfinishedRows(
  store: ImportStore,
  { environmentId, baseUrl }: Where,
): Promise<FindUnfinishedRows> {
  const imports = await readImports(
    store,
    ({ record, counts }) =>
      record.environmentId === environmentId &&
      record.baseUrl === baseUrl &&
      counts.unknown + counts.waiting > 0,
  )
  const byAnimal = new Map<string, (UnfinishedRows & { numbers: number[] })[]>()
  const slice = createTimeSlice()
  for (const { record, rows } of imports) {
    for (const { number, newPet, outcome } of rows) {
      if (slice.isExpired()) await slice.yield()
      if (newPet === undefined || outcome.kind === 'added' || outcome.kind === 'rejected') continue
      const kind = outcome.kind === 'waiting' ? 'waiting' : 'unknown'
      const key = sameAnimalKey(newPet)
      const found = byAnimal.get(key) ?? []
      byAnimal.set(key, found)
      const ofImport = found.find((one) => one.id === record.id && one.kind === kind)
      if (ofImport === undefined)
        found.push({ id: record.id, fileName: record.fileName, kind, numbers: [number] })
      else ofImport.numbers.push(number)
    }
  }
  return (newPet) =>
    (byAnimal.get(sameAnimalKey(newPet)) ?? []).toSorted(
      (a, b) => Number(a.kind === 'waiting') - Number(b.kind === 'waiting'),
    )
}
