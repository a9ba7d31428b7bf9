import { MAX_SHIFT, type Shift } from '#src/pets/labels/label-sheets.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import styles from './LabelsPage.module.css'

type ShiftFieldsProps = { shift: Shift; onChange: (shift: Shift) => void }

/** Sets right a printer that shifts the sheet. It is folded away, because few printers do. */
export function ShiftFields({ shift, onChange }: ShiftFieldsProps) {
  const range = { min: -MAX_SHIFT, max: MAX_SHIFT }
  return (
    <details className="small" open={shift.right !== 0 || shift.down !== 0 || undefined}>
      <summary>Labels print beside their places?</summary>
      <div className={`row gap-3 ${styles['controls']}`}>
        <NumberField
          {...range}
          label="Move right (mm)"
          value={shift.right}
          onChange={(right) => onChange({ ...shift, right })}
        />
        <NumberField
          {...range}
          label="Move down (mm)"
          value={shift.down}
          onChange={(down) => onChange({ ...shift, down })}
        />
      </div>
    </details>
  )
}
