import type { PetFormField, PetFormValues } from '#src/pets/form/pet-form.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { wholeNumberText } from './whole-number-text.ts'

/** A row as it stands in a file, before it is known which row has the headings. */
export type FileRow = {
  /**
   * The number that a spreadsheet program shows beside the row. It starts at 1, and blank rows
   * count.
   */
  readonly number: number
  readonly cells: readonly string[]
  /** `true` if the row is hidden or filtered out in the spreadsheet. */
  readonly isHidden?: boolean
  /** The reason why a row of a text cannot be read, as the end of a sentence. */
  readonly problem?: string | undefined
}

/** A row below the headings. All rows of a sheet have the same number of cells. */
export type SheetRow = Pick<FileRow, 'number' | 'cells' | 'isHidden'>

export type Sheet<Row = SheetRow> = {
  /** The first row, or `undefined` if that is a pet. */
  readonly headings?: Row | undefined
  readonly rows: readonly Row[]
  readonly columns: ColumnMap
  /**
   * Sentences about the reading that the person should know, for example that the text was read as
   * Windows-1252.
   */
  readonly notes: readonly string[]
}

/** The sheet that was read, and those that could have been. */
export type ReadSheet = {
  readonly sheet: Sheet
  /** The names of all sheets of a workbook that are in sight and have rows. */
  readonly sheetNames: readonly string[]
  /** `undefined` for a text, which has no sheets. */
  readonly sheetName?: string | undefined
}

/** The column of each field, from 0, or `undefined` if none is known. */
export type ColumnMap = Readonly<Record<PetFormField, number | undefined>>

/**
 * Returns the cells of a row as the fields of a pet, '' if there is no such column. A name is
 * exact, but of a category and a status only the visible characters count.
 */
export function valuesOf(cells: readonly string[], columns: Partial<ColumnMap> = {}): PetFormValues {
  const textOf = (field: PetFormField) => cells[columns[field] ?? -1] ?? ''
  return {
    name: textOf('name'),
    category: wholeNumberText(textOf('category')),
    status: plainText(textOf('status')),
  }
}

/**
 * Says why rows cannot be read, in words for the person who has chosen them. All rows are read, or
 * none.
 */
export class SheetProblem extends Error {}

/**
 * Refuses the file or text for this reason.
 *
 * @throws {SheetProblem}
 */
export function refuse(why: string): never {
  throw new SheetProblem(why)
}

/** Says that a file would use up the memory, or would take too long to read. */
export const TOO_LARGE = 'This file is too large. Remove columns you do not need, or split it.'

/** Makes the first row headings if it was a pet, and a pet if it was headings. The columns stay. */
export function toggleFirstRow<Row>({ headings, rows, ...rest }: Sheet<Row>): Sheet<Row> {
  if (headings !== undefined) return { ...rest, rows: [headings, ...rows] }
  return { ...rest, headings: rows[0], rows: rows.slice(1) }
}
