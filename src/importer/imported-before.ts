import type { ImportRecord, ImportStore, ListedImport } from './import-store.ts'

/** What is on this device of the same rows, imported to the same address. */
export type ImportedBefore = {
  readonly imports: readonly ListedImport[]
  /**
   * The rows (by number) that are not to be sent once more unless a person asks for it: added, perhaps added, or waiting
   * in an import that can be resumed. Only a row that was rejected did nothing and will do nothing.
   */
  readonly settled: ReadonlySet<number>
}

/** @throws what the store throws. */
export async function findImportedBefore(
  store: ImportStore,
  { fileHash, baseUrl }: Pick<ImportRecord, 'fileHash' | 'baseUrl'>,
): Promise<ImportedBefore> {
  const imports = (await store.list()).filter(
    ({ record }) => record.fileHash === fileHash && record.baseUrl === baseUrl,
  )
  const rows = await Promise.all(imports.map(({ record }) => store.rows(record.id)))
  const settled = rows.flat().filter(({ outcome }) => outcome.kind !== 'rejected')
  return { imports, settled: new Set(settled.map(({ number }) => number)) }
}
