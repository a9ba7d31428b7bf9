import type { ImportRecord } from './import-journal.ts'

export function importName({ fileName }: Pick<ImportRecord, 'fileName'>): string {
  return fileName ?? 'Pasted rows'
}

/** Of the address of the import page: where the saved import `id` is. */
export function importFragment(id: string): string {
  return `import-${id}`
}
