import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The same sheet, with empty, hidden and chart sheets around it, as three projects write it: openpyxl 3.0.9 with lxml
 * (inline strings, numeric entities, formulas without results), exceljs 4.4.0 (shared strings, rich text), and LibreOffice
 * 7.4 (`soffice --convert-to xlsx` of the latter). `phonetic` is by hand (a zip of XML): what Japanese Excel writes.
 */
export type WorkbookName = 'openpyxl' | 'exceljs' | 'libreoffice' | 'phonetic'

export function workbookBytes(name: WorkbookName): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, 'workbooks', `${name}.xlsx`)))
}
