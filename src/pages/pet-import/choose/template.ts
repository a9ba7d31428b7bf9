import { downloadCsv } from '#src/browser/download.ts'
import { csvText } from '#src/lib/csv.ts'

/**
 * Downloads a file that has the headings and no rows, because example pets would be added by
 * mistake.
 */
export function downloadTemplate(): void {
  downloadCsv('pets template.csv', csvText([['name', 'categoryId', 'status']]))
}
