import { useEffect, useMemo, useRef, useState } from 'react'
import { holdReload } from '#src/browser/warn-before-unload.ts'
import { useInstance } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { labelsMessage, printButtonText } from './label-messages.ts'
import { MAX_LABELS } from './labels-address.ts'
import { LabelSheets } from './LabelSheets.tsx'
import styles from './LabelsPage.module.css'
import { DEFAULT_SHEET, fillSheets, type LabelPosition, labelsPerSheet, sheetById, SHEETS } from './sheets.ts'
import { StartField } from './StartField.tsx'

/** Stays as it is while one looks at other pages. */
const createSheetSetting = () => createStore(DEFAULT_SHEET)

/** Labels of these pets, `MAX_LABELS` at a time, and how they print. */
export function Labels({ pets }: { pets: readonly Pet[] }) {
  const setting = useInstance(createSheetSetting, undefined)
  const sheet = useStore(setting)
  const perSheet = labelsPerSheet(sheet)
  const toolbar = useRef<HTMLDivElement>(null)
  const [{ first, start }, setPosition] = useState<LabelPosition>({ first: undefined, start: 1 })
  const before = Math.max(
    0,
    pets.findIndex(({ id }) => id === first),
  )
  const shown = useMemo(() => pets.slice(before, before + MAX_LABELS), [pets, before])
  const after = pets.length - before - shown.length
  const sheets = fillSheets(shown, start, perSheet).length
  const rest = (start - 1 + shown.length) % perSheet
  // Only this page knows where a begun sheet goes on.
  const isPlaced = start !== 1 || first !== undefined
  useEffect(() => (isPlaced ? holdReload() : undefined), [isPlaced])
  const setStart = (next: number) => setPosition({ first, start: next })
  /** On a new sheet. */
  const goTo = (index: number) => setPosition({ first: pets[index]?.id, start: 1 })

  /** Not from another place than the field shows. */
  const print = () => {
    const invalid = toolbar.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (invalid) invalid.focus()
    else window.print()
  }

  return (
    <>
      <div ref={toolbar} className={styles['toolbar']}>
        <label className={styles['field']}>
          Sheet
          <select
            className="input"
            value={sheet.id}
            onChange={(event) => {
              setting.set(sheetById(event.target.value))
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
        <div className={styles['start']}>
          <StartField start={start} max={perSheet} onChange={setStart} />
        </div>
      </div>
      <div className={styles['line']}>
        <Button variant="primary" aria-keyshortcuts="p" onClick={print}>
          {printButtonText(shown.length)}
        </Button>
        <p role="status">
          {labelsMessage({
            before,
            shown: shown.length,
            all: pets.length,
            sheets,
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
        select the label to print from.
      </p>
      <LabelSheets pets={shown} sheet={sheet} start={start} onPrintFrom={setPosition} />
    </>
  )
}
