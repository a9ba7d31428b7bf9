import { measuresOf, type Sheet } from '#src/pets/labels/label-sheets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetLabel } from '#src/pets/labels/PetLabel.tsx'
import styles from './LabelSheets.module.css'

type LabelSheetsProps = {
  sheet: Sheet
  /** The place of the first label on its sheet, from 1. */
  start: number
  pets: readonly Pet[]
}

/** The sheets as they will print, in true size. */
export function LabelSheets({ sheet, start, pets }: LabelSheetsProps) {
  const perSheet = sheet.columns * sheet.rows
  /** A number is a place of the first sheet that has no label any more. */
  const places = [...Array.from({ length: start - 1 }, (_, place) => place), ...pets]
  const sheetCount = Math.ceil(places.length / perSheet)
  return (
    <div role="list" aria-label="Labels" className={styles['sheets']}>
      {Array.from({ length: sheetCount }, (_, page) => (
        <div key={`sheet ${page}`} role="presentation" className={styles['sheet']} style={measuresOf(sheet)}>
          {places
            .slice(page * perSheet, (page + 1) * perSheet)
            .map((place) =>
              typeof place === 'number' ? (
                <span key={`used ${place}`} className={styles['used']} />
              ) : (
                <PetLabel key={place.id} pet={place} role="listitem" />
              ),
            )}
        </div>
      ))}
    </div>
  )
}
