import { isWholeNumber } from '#src/lib/int64.ts'
import { isPetStatus } from '#src/pets/pet.ts'
import type { ColumnMap } from './sheet.ts'

type Meaning = keyof ColumnMap

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['name', 'name'],
  ['categoryid', 'categoryId'],
  ['category id', 'categoryId'],
  ['category_id', 'categoryId'],
  ['category', 'categoryId'],
  ['status', 'status'],
])

export type ColumnsToMap = {
  /** Fields that no column is named after, or more than one. */
  readonly missing: readonly ('name' | 'categoryId')[]
  /** What to preselect; no column twice. */
  readonly guess: Readonly<Record<Meaning, number | undefined>>
  /** The first row is more likely a pet than a header: it can be read again with `firstRowIsData`. */
  readonly looksLikeData: boolean
}

export type ChosenColumns = ColumnsToMap['guess']

const FIELD_NAMES: Readonly<Record<Meaning, string>> = {
  name: 'name',
  categoryId: 'category ID',
  status: 'status',
}

export function checkColumns(
  chosen: ChosenColumns,
):
  | { readonly columns: ColumnMap; readonly problems?: never }
  | { readonly columns?: never; readonly problems: Partial<Record<Meaning, string>> } {
  const { name, categoryId, status } = chosen
  const problems: Partial<Record<Meaning, string>> = {}
  if (name === undefined) problems.name = 'Choose the name column'
  if (categoryId === undefined) problems.categoryId = 'Choose the category ID column'
  const fields = ['name', 'categoryId', 'status'] as const
  for (const [index, field] of fields.entries()) {
    const first = fields.slice(0, index).find((other) => chosen[other] === chosen[field])
    if (chosen[field] === undefined || first === undefined) continue
    problems[field] = `Choose another column. This one is the ${FIELD_NAMES[first]} column`
  }
  if (name === undefined || categoryId === undefined || Object.keys(problems).length > 0) return { problems }
  return { columns: { name, categoryId, status } }
}

/** The field of a column with this name; `undefined` for columns that are only copied to the report. */
export function meaningOf(columnName: string): Meaning | undefined {
  return MEANINGS.get(normalized(columnName))
}

/** Names that differ only in case and white space are the same. */
export function normalized(columnName: string): string {
  // Not toLocaleLowerCase: in Turkish "CATEGORYID" would get a dotless i.
  return columnName.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

export function mapColumns(header: readonly string[]): ColumnMap | ColumnsToMap {
  const name = uniqueColumn(header, 'name')
  // Beside one that names the ID, as in the CSV of a list, "category" is the label.
  const categoryId =
    uniqueColumn(header, 'categoryId') ??
    onlyIndex(header, (cell) => meaningOf(cell) === 'categoryId' && normalized(cell) !== 'category')
  const status = uniqueColumn(header, 'status')
  if (name !== undefined && categoryId !== undefined) return { name, categoryId, status }
  const missing: ('name' | 'categoryId')[] = []
  if (name === undefined) missing.push('name')
  if (categoryId === undefined) missing.push('categoryId')
  const looksLikeData =
    header.every((cell) => meaningOf(cell) === undefined) &&
    header.some((cell) => isWholeNumber(cell.trim()) || isStatus(cell))
  return {
    missing,
    guess: looksLikeData ? guessFromData(header) : { name, categoryId, status },
    looksLikeData,
  }
}

function guessFromData(cells: readonly string[]): ColumnsToMap['guess'] {
  const categoryId = onlyIndex(cells, (cell) => isWholeNumber(cell.trim()))
  const status = onlyIndex(cells, isStatus)
  const name = onlyIndex(
    cells,
    (cell, index) =>
      index !== categoryId && index !== status && cell.trim() !== '' && !isWholeNumber(cell.trim()),
  )
  return { name, categoryId, status }
}

function uniqueColumn(header: readonly string[], meaning: Meaning): number | undefined {
  return onlyIndex(header, (cell) => meaningOf(cell) === meaning)
}

function onlyIndex(
  cells: readonly string[],
  fits: (cell: string, index: number) => boolean,
): number | undefined {
  const index = cells.findIndex(fits)
  if (index === -1 || cells.some((cell, other) => other > index && fits(cell, other))) return undefined
  return index
}

function isStatus(cell: string): boolean {
  return isPetStatus(cell.trim().toLowerCase())
}
