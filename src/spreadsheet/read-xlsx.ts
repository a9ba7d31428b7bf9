// hucre, and not read-excel-file: DECISIONS.md.
import { type CellValue, formatValue, readXlsx, type Sheet as Worksheet } from 'hucre'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { buildSheet, refuse, type Sheet, SheetProblem, TOO_LARGE } from './sheet.ts'

/** Bytes, of all parts together: twice what 10,000 rows of 20 columns take, and no more than a tab has memory for. */
const MAX_UNPACKED = 40 * 2 ** 20

/** Digits that spreadsheets keep of a number; the rest is 0. */
const KEPT_DIGITS = 15

/**
 * Reads the first sheet with rows that is not hidden. Cells are as they are shown, but for thousands separators.
 *
 * @throws {SheetProblem}
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, labels: CategoryLabels): Promise<Sheet> {
  const { sheet, sheetCount } = await readFirstSheet(bytes).catch((cause: unknown) => {
    if (cause instanceof SheetProblem) throw cause
    throw new SheetProblem(
      'This file could not be read: it is damaged, or not an .xlsx workbook. Save it as .xlsx or “CSV UTF-8”, then choose that file.',
    )
  })
  const rows = sheet?.rows.map((cells, row) => ({
    number: row + 1,
    cells: cells.map((cell, column) => cellText(cell, sheet.cells?.get(`${row},${column}`)?.style?.numFmt)),
  }))
  const note = `Only the sheet “${bidiIsolate(sheet?.name ?? '')}” was read.`
  return { ...buildSheet(rows ?? [], labels), note: sheetCount === 1 ? undefined : note }
}

/** One sheet after the other: the library refuses a workbook when it is to read a sheet that is a chart. */
async function readFirstSheet(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ sheet?: Worksheet; sheetCount: number }> {
  if (unpackedSize(bytes) > MAX_UNPACKED) refuse(TOO_LARGE)
  for (let index = 0; ; index += 1) {
    let sheetCount = 0
    const reading = readXlsx(bytes, {
      readStyles: true,
      sheets: ({ hidden, veryHidden }) => {
        if (hidden === true || veryHidden === true) return false
        sheetCount += 1
        return sheetCount === index + 1
      },
    })
    const { sheets } = await reading.catch((cause: unknown) => {
      if (/missing worksheet/.test(String(cause))) return { sheets: [] }
      throw cause
    })
    const [sheet] = sheets
    if (sheet?.rows.some((cells) => cells.some((cell) => cellText(cell).trim() !== '')))
      return { sheet, sheetCount }
    if (index + 1 >= sheetCount) return { sheetCount }
  }
}

/**
 * By the directory at the end of the archive; the library unpacks no more of a part than this says. `Infinity` where the
 * directory leaves the size of a part open.
 */
function unpackedSize(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1
  let size = 0
  let at = view.getUint32(end + 16, true)
  for (let parts = view.getUint16(end + 10, true); parts > 0; parts -= 1) {
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const isSaidLater = (view.getUint16(at + 8, true) & 8) !== 0
    // Nothing takes two bytes when it is packed.
    const isOpen = unpacked === 0 && (packed > 2 || (packed === 0 && isSaidLater))
    size += isOpen ? Infinity : unpacked
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0)
  }
  return size
}

function cellText(cell: CellValue, format = 'General'): string {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'number') return formatValue(cell, format)
  const kept = Number(cell.toPrecision(KEPT_DIGITS))
  // A format would make up digits beyond those, and one with an exponent would drop some.
  return /General|E[+-]/i.test(format) || Math.abs(kept) >= 10 ** KEPT_DIGITS
    ? String(kept)
    : formatValue(kept, format.replaceAll(',', ''))
}
