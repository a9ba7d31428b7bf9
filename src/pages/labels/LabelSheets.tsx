import { type CSSProperties, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Pet } from '#src/pets/pet.ts'
import styles from './LabelSheets.module.css'
import { PetLabel } from './PetLabel.tsx'
import {
  type FilledSheet,
  fillSheets,
  type LabelPosition,
  labelsPerSheet,
  marginsOf,
  type Sheet,
} from './sheets.ts'

type LabelSheetsProps = {
  pets: readonly Pet[]
  sheet: Sheet
  /** The place of the first label on the first sheet, from 1. */
  start: number
  onPrintFrom: (position: LabelPosition) => void
}

const NONE: { sheet: Sheet | undefined; filled: readonly FilledSheet<Pet>[] } = {
  sheet: undefined,
  filled: [],
}

/** The labels as they print. What is beside them on the page does not. */
export function LabelSheets({ pets, sheet, start, onPrintFrom }: LabelSheetsProps) {
  const wanted = useMemo(
    () => ({ sheet, filled: fillSheets(pets, start, labelsPerSheet(sheet)) }),
    [pets, sheet, start],
  )
  // A thousand codes take a second: the page answers meanwhile. Who prints before they are there waits for them.
  const deferred = useDeferredValue<typeof NONE>(wanted, NONE)
  const isPrinting = useIsPrinting()
  const shown = isPrinting ? wanted : deferred
  return (
    <div className={styles['preview']} aria-busy={shown !== wanted || undefined}>
      {shown.sheet === undefined ? null : (
        <div role="list" aria-label="Labels" className={styles['sheets']}>
          {shown.filled.map(({ used, items }, index) => (
            <div
              // Sheets have no other identity than their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              role="presentation"
              className={styles['sheet']}
              data-paper={shown.sheet?.paper}
              style={shown.sheet && geometryOf(shown.sheet)}
            >
              {Array.from({ length: used }, (_, place) => (
                <span key={`used ${place}`} className={styles['used']} />
              ))}
              {items.map((pet, place) => (
                <PetLabel key={pet.id} pet={pet} place={used + place + 1} onPrintFrom={onPrintFrom} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when the event is over.
    const before = () => flushSync(() => setIsPrinting(true))
    const after = () => setIsPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}

/** A label of this height, without its padding, has room for three lines of small letters. Millimetres. */
const HIGH = 25

/** Numbers of millimetres for the style sheets. */
function geometryOf(sheet: Sheet): CSSProperties {
  const { page, label, padding } = sheet
  const { top, left } = marginsOf(sheet)
  const isHigh = label.height - 2 * padding.y >= HIGH
  return {
    '--page-width': page.width,
    '--page-height': page.height,
    '--label-width': label.width,
    '--label-height': label.height,
    '--columns': sheet.columns,
    '--gap': sheet.gap,
    '--margin-top': top,
    '--margin-left': left,
    '--padding-x': padding.x,
    '--padding-y': padding.y,
    '--long-name-lines': isHigh ? 3 : 2,
    '--facts-wrap': isHigh ? 'wrap' : 'nowrap',
    '--status-width': isHigh ? '100%' : '60%',
  } as CSSProperties
}
