import { labelsPerSheet, measuresOf, type Sheet } from '#src/pets/label-sheets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetLabel } from '#src/pets/PetLabel.tsx'
import styles from './LabelSheets.module.css'

type LabelSheetsProps = {
  pets: readonly Pet[]
  /** The places of the first sheet that have no label any more. */
  used: number
  sheet: Sheet
}

/** The labels as they print. What is beside them on the page does not. */
export function LabelSheets({ pets, used, sheet }: LabelSheetsProps) {
  const perSheet = labelsPerSheet(sheet)
  return (
    <div role="list" aria-label="Labels" className={styles['sheets']}>
      {Array.from({ length: Math.ceil((used + pets.length) / perSheet) }, (_page, page) => (
        <div key={`sheet ${page}`} role="presentation" className={styles['sheet']} style={measuresOf(sheet)}>
          {Array.from({ length: page === 0 ? used : 0 }, (_place, place) => (
            <span key={`used ${place}`} className={styles['used']} />
          ))}
          {pets.slice(Math.max(0, page * perSheet - used), (page + 1) * perSheet - used).map((pet) => (
            <PetLabel key={pet.id} pet={pet} role="listitem" />
          ))}
        </div>
      ))}
    </div>
  )
}
