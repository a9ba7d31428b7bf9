import type { ImportRecord } from './import-journal.ts'

export function importName({ fileName }: Pick<ImportRecord, 'fileName'>): string {
  return fileName ?? 'Pasted rows'
}
