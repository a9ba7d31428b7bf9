import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { hold } from '#src/browser/unsaved-work.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { labelsMessage, printButtonText } from './label-messages.ts'
import { MAX_LABELS } from './labels-address.ts'
import { LabelSheets } from './LabelSheets.tsx'
import styles from './LabelsPage.module.css'
import { fillSheets, labelsPerSheet, sheetById, SHEETS } from './sheets.ts'

/** Of this browser, which has one printer more often than two. */
const SHEET = `${OWN_PREFIX}label-sheet`

/** Labels of these pets, `MAX_LABELS` at a time, and how they print. */
export function Labels({ pets }: { pets: readonly Pet[] }) {
  const [sheet, setSheet] = useState(() => sheetById(readStored('local', SHEET)))
  /** The place of the first label on its sheet, from 1. */
  const [start, setStart] = useState(1)
  /** Labels before the first one that is shown. */
  const [before, setBefore] = useState(0)
  const controls = useRef<HTMLDivElement>(null)
  const perSheet = labelsPerSheet(sheet)
  const shown = pets.slice(before, before + MAX_LABELS)
  const after = pets.length - before - shown.length
  const sheets = fillSheets(shown, start, perSheet)
  const rest = (start - 1 + shown.length) % perSheet
  // Only this page knows where a begun sheet goes on.
  const isPlaced = start !== 1 || before !== 0
  useEffect(() => (isPlaced ? hold('reload') : undefined), [isPlaced])
  // Whoever comes here prints: one press, unless something else has the focus by now.
  useEffect(() => {
    if (document.activeElement?.matches('main, body') === true)
      controls.current?.querySelector<HTMLElement>('[data-variant=primary]')?.focus()
  }, [])
  /** On a new sheet. */
  const goTo = (index: number) => {
    setBefore(index)
    setStart(1)
  }

  /** Not from another place than the field shows. */
  const print = () => {
    const invalid = controls.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (invalid) invalid.focus()
    else window.print()
  }

  return (
    <>
      <div ref={controls} className={styles['controls']}>
        <label className={styles['field']}>
          Sheet
          <select
            className="input"
            value={sheet.id}
            onChange={(event) => {
              writeStored('local', SHEET, event.target.value)
              setSheet(sheetById(event.target.value))
              // A place on one kind of sheet says nothing about another.
              setStart(1)
            }}
          >
            {SHEETS.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <NumberField label="Start at label" value={start} min={1} max={perSheet} onChange={setStart} />
        <Button variant="primary" aria-keyshortcuts="p" onClick={print}>
          {printButtonText(shown.length)}
        </Button>
      </div>
      <div className="actions">
        <p role="status">
          {labelsMessage({
            before,
            shown: shown.length,
            all: pets.length,
            sheets: sheets.length,
            isSingle: perSheet === 1,
            // The next part begins a new sheet.
            nextFree: rest === 0 || after > 0 ? undefined : rest + 1,
          })}
        </p>
        {before === 0 ? null : <Button onClick={() => goTo(0)}>Start with the first label</Button>}
        {after === 0 ? null : (
          <Button onClick={() => goTo(before + shown.length)}>
            Next {formatNumber(Math.min(after, MAX_LABELS))} labels
          </Button>
        )}
      </div>
      <p className="small">
        In the print dialog, choose the paper of your sheet, no margins, and a scale of 100%. If a sheet jams,
        choose its page and those after it.
      </p>
      <LabelSheets sheets={sheets} sheet={sheet} />
    </>
  )
}

/** @param children why there are none. */
export function NoLabels({ children }: { children: ReactNode }) {
  const { id } = useEnvironment()
  return (
    <div className="stack card empty">
      <p>{children}</p>
      <p className="small">Select “Print labels” above the list of pets, or “Print label” at one pet.</p>
      <Link to={`/${id}/pets`}>Go to pets</Link>
    </div>
  )
}
