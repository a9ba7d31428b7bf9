import { counted } from '#src/lib/counted.ts'
import { PET_FORM_FIELDS } from '#src/pets/form/pet-form.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { checkRow } from '#src/spreadsheet/check-row.ts'
import { type ColumnMap, valuesOf } from '#src/spreadsheet/sheet.ts'
import type { Draft, DraftRow } from './review.ts'

/** The person's changes that are lost if rows are cleared, or their correction is cancelled. */
export type LostChanges = {
  /** The number of rows that were changed, in all sheets. */
  readonly rowCount: number
  /** `true` if the person has chosen other columns, or has made the first row a pet or headings. */
  readonly isLayoutChanged: boolean
  /** The number of changed sheets, without the one on the screen. */
  readonly otherSheetCount: number
}

/**
 * Returns the changes in these rows, or `undefined` if there are none. They are derived from the
 * rows alone, so a reload does not forget them.
 *
 * @param draft the rows on the screen
 * @param otherDrafts the other sheets that the person has changed
 */
export function lostChangesOf(
  draft: Draft,
  otherDrafts: readonly Draft[],
  labels: CategoryLabels,
): LostChanges | undefined {
  const drafts = [draft, ...otherDrafts]
  const changedRows = drafts.flatMap(({ sheet }) =>
    sheet.rows.filter((row) => isChanged(row, sheet.columns, labels)),
  )
  const isLayoutChanged = drafts.some(hasChangedLayout)
  if (changedRows.length === 0 && !isLayoutChanged) return undefined
  return { rowCount: changedRows.length, isLayoutChanged, otherSheetCount: otherDrafts.length }
}

function isChanged(row: DraftRow, columns: ColumnMap, labels: CategoryLabels): boolean {
  if (row.decision !== undefined) return true
  return hasOtherValues(row, columns) || isDoubtfulIdConfirmed(row, columns, labels)
}

function hasOtherValues({ cells, fileCells }: DraftRow, columns: ColumnMap): boolean {
  if (fileCells === undefined) return false
  const valuesInFile = valuesOf(fileCells, columns)
  const values = valuesOf(cells, columns)
  return PET_FORM_FIELDS.some((field) => values[field] !== valuesInFile[field])
}

/**
 * Returns whether the person has confirmed a category ID that was a problem until then. Saving any
 * row confirms its ID, too, which alone is no change.
 */
function isDoubtfulIdConfirmed(
  { cells, confirmedId }: DraftRow,
  columns: ColumnMap,
  labels: CategoryLabels,
): boolean {
  if (confirmedId === undefined) return false
  const values = valuesOf(cells, columns)
  const problemsBefore = checkRow(values, labels).problems
  const problemsNow = checkRow(values, labels, confirmedId).problems
  return problemsNow.length < problemsBefore.length
}

/**
 * Returns whether the person has chosen other columns, or has made the first row a pet or headings.
 */
function hasChangedLayout({ sheet, layoutAsRead }: Draft): boolean {
  if (layoutAsRead === undefined) return false
  const { columns, hasHeadings } = layoutAsRead
  const areColumnsChanged = PET_FORM_FIELDS.some((field) => sheet.columns[field] !== columns[field])
  const hasHeadingsNow = sheet.headings !== undefined
  return areColumnsChanged || hasHeadingsNow !== hasHeadings
}

/** Example: "Your changes to 3 rows and your column settings will be lost." */
export function lostChangesText({ rowCount, isLayoutChanged, otherSheetCount }: LostChanges): string {
  const changes = rowCount > 0 ? [`changes to ${counted(rowCount, 'row')}`] : []
  const settings = isLayoutChanged ? ['column settings'] : []
  const sentence = `Your ${[...changes, ...settings].join(' and your ')} will be lost.`
  if (otherSheetCount === 0) return sentence
  return `${sentence} This includes changes in ${counted(otherSheetCount, 'other sheet')}.`
}
