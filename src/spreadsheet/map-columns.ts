import { isPetStatus } from '#src/pets/pet.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap, Sheet } from './sheet.ts'
import { isCategoryWord } from './validate-row.ts'

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

/** By the headings; without them by what stands in the first row. */
export function mapColumns(
  { header, headerRow, rows }: Pick<Sheet, 'header' | 'headerRow' | 'rows'>,
  labels: CategoryLabels,
): ColumnMap | ColumnsToMap {
  const guess = headerRow === undefined ? columnsOfPet(rows[0]?.cells ?? [], labels) : columnsNamed(header)
  const { name, categoryId, status } = guess
  if (name !== undefined && categoryId !== undefined) return { name, categoryId, status }
  return { missing: (['name', 'categoryId'] as const).filter((field) => guess[field] === undefined), guess }
}

/** Whether none of the headings is one that is known: they may as well be a pet. */
export function isUnnamed(header: readonly string[]): boolean {
  return header.every((cell) => meaningOf(cell) === undefined)
}

/** Whether a first row is a pet and no headings. */
export function isPet(cells: readonly string[], labels: CategoryLabels): boolean {
  return isUnnamed(cells) && cells.some((cell) => isNumber(cell) || isLabel(cell, labels) || isStatus(cell))
}

export function columnsNamed(header: readonly string[]): ChosenColumns {
  const columnOf = (meaning: Meaning, except = '') =>
    onlyIndex(header, (cell) => meaningOf(cell) === meaning && normalized(cell) !== except)
  return {
    name: columnOf('name'),
    // Beside one that names the ID, as in the CSV of a list, "category" is the label.
    categoryId: columnOf('categoryId') ?? columnOf('categoryId', 'category'),
    status: columnOf('status'),
  }
}

function columnsOfPet(cells: readonly string[], labels: CategoryLabels): ChosenColumns {
  // A number beside a label may be anything.
  const categoryId = cells.some((cell) => isLabel(cell, labels))
    ? onlyIndex(cells, (cell) => isLabel(cell, labels))
    : onlyIndex(cells, isNumber)
  const status = onlyIndex(cells, isStatus)
  const name = onlyIndex(
    cells,
    (cell, index) => index !== categoryId && index !== status && cell.trim() !== '' && !isNumber(cell),
  )
  return { name, categoryId, status }
}

function onlyIndex(
  cells: readonly string[],
  fits: (cell: string, index: number) => boolean,
): number | undefined {
  const index = cells.findIndex(fits)
  return index !== -1 && index === cells.findLastIndex(fits) ? index : undefined
}

/** Also one that a spreadsheet has shortened. */
function isNumber(cell: string): boolean {
  return !isCategoryWord(cell)
}

function isLabel(cell: string, labels: CategoryLabels): boolean {
  return isCategoryWord(cell) && parseCategory(cell, labels).id !== undefined
}

function isStatus(cell: string): boolean {
  return isPetStatus(cell.trim().toLowerCase())
}
