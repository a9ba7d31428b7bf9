import { openImportStore } from '#src/importer/indexeddb-import-store.ts'
import type { RowOutcome } from '#src/importer/import-types.ts'
import { int64 } from './int64.ts'
import { BASE_URL } from './render-app.tsx'

/** Saves an import of `Pet 1` and so on, dogs from row 2 on, with these outcomes. */
export async function saveImport(
  outcomes: readonly RowOutcome[],
  { environmentId = 'staging', baseUrl = BASE_URL } = {},
): Promise<void> {
  const record = {
    id: 'x1',
    environmentId,
    baseUrl,
    fileName: 'delivery.csv',
    fileHash: 'hash',
    startedAt: 0,
    header: [],
    columns: { name: 0, categoryId: 1, status: 2 },
  }
  const rows = outcomes.map((outcome, position) => ({
    position,
    number: position + 2,
    cells: [],
    newPet: { name: `Pet ${position + 1}`, categoryId: int64('1'), status: undefined },
    outcome,
  }))
  await (await openImportStore()).create(record, rows, new Set())
}
