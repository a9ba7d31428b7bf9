import { type Sheet, SHEETS } from '#src/pets/labels/label-sheets.ts'

type SheetFieldProps = { sheet: Sheet; onChange: (sheet: Sheet) => void }

/** Chooses the kind of sheet that the labels print on. */
export function SheetField({ sheet, onChange }: SheetFieldProps) {
  return (
    <label className="field">
      <span>Sheet</span>
      <select
        className="input"
        value={sheet.id}
        onChange={(event) => onChange(SHEETS.find(({ id }) => id === event.target.value) ?? sheet)}
      >
        {SHEETS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
