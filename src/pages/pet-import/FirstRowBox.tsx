import { isUnnamed } from '#src/spreadsheet/map-columns.ts'
import type { ColumnMap, Sheet } from '#src/spreadsheet/sheet.ts'
import type { ImportDraftStore } from './import-draft.ts'

type FirstRowBoxProps = {
  sheet: Sheet
  /** Those that were guessed or chosen. */
  columns?: ColumnMap
  store: ImportDraftStore
}

/** Where no heading is known, the first row may be a pet. */
export function FirstRowBox({ sheet, columns, store }: FirstRowBoxProps) {
  const isPet = sheet.headerRow === undefined
  if (!isPet && !isUnnamed(sheet.header)) return null
  return (
    <div>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={isPet}
          onChange={(event) => store.setFirstRow(event.target.checked)}
        />
        First row is a pet
      </label>
      {isPet && columns !== undefined ? (
        <p className="small">No headings found. {columnsText(columns)}</p>
      ) : null}
    </div>
  )
}

function columnsText({ name, categoryId, status }: ColumnMap): string {
  const others = [`column ${categoryId + 1} the category`]
  if (status !== undefined) others.push(`column ${status + 1} the status`)
  return `Column ${name + 1} is the name, ${others.join(', ')}.`
}
