import type { CSSProperties } from 'react'
import type { Pet } from '#src/pets/pet.ts'
import styles from './LabelSheets.module.css'
import { PetLabel } from './PetLabel.tsx'
import { type FilledSheet, marginsOf, type Sheet } from './sheets.ts'

type LabelSheetsProps = { sheets: readonly FilledSheet<Pet>[]; sheet: Sheet }

/** The labels as they print. What is beside them on the page does not. */
export function LabelSheets({ sheets, sheet }: LabelSheetsProps) {
  return (
    <div className={styles['preview']}>
      <div role="list" aria-label="Labels" className={styles['sheets']}>
        {sheets.map(({ used, items }, index) => (
          <div
            // Sheets have no other identity than their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            role="presentation"
            className={styles['sheet']}
            data-paper={sheet.paper}
            style={geometryOf(sheet)}
          >
            {Array.from({ length: used }, (_, place) => (
              <span key={`used ${place}`} className={styles['used']} />
            ))}
            {items.map((pet) => (
              <PetLabel key={pet.id} pet={pet} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Numbers of millimetres for the style sheets. */
function geometryOf(sheet: Sheet): CSSProperties {
  const { page, label, padding, columns, gap } = sheet
  const { top, left } = marginsOf(sheet)
  return {
    '--page-width': page.width,
    '--page-height': page.height,
    '--label-width': label.width,
    '--label-height': label.height,
    '--columns': columns,
    '--gap': gap,
    '--margin-top': top,
    '--margin-left': left,
    '--padding-x': padding.x,
    '--padding-y': padding.y,
  } as CSSProperties
}
