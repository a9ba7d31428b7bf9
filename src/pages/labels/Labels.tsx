import { useEffect, useRef, useState } from 'react'
import { hold } from '#src/browser/unsaved-work.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { measuresOf, SHEETS, storedSheet, storeSheet } from '#src/pets/label-sheets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetLabel } from '#src/pets/PetLabel.tsx'
import { Button } from '#src/ui/Button.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import sheetStyles from './LabelSheets.module.css'
import styles from './LabelsPage.module.css'

/** The most labels that are made at once. */
const MAX_LABELS = 1000

/** Shows the labels of these pets, `MAX_LABELS` at a time, and the controls to print them. */
export function Labels({ pets }: { pets: readonly Pet[] }) {
  const [sheet, setSheet] = useState(storedSheet)
  /** The place of the first label on its sheet, from 1. */
  const [start, setStart] = useState(1)
  /** The number of labels before the first one that is shown. */
  const [before, setBefore] = useState(0)
  const controls = useRef<HTMLDivElement>(null)
  const perSheet = sheet.columns * sheet.rows
  const shown = pets.slice(before, before + MAX_LABELS)
  /** The index at which the next labels begin. After the last labels, the first ones are next. */
  const next = before + shown.length < pets.length ? before + shown.length : 0
  /**
   * The places of the sheets. A number stands for a place of the first sheet that has no label any
   * more.
   */
  const places = [...Array.from({ length: start - 1 }, (_, place) => place), ...shown]
  const sheets = Math.ceil(places.length / perSheet)
  const free = (places.length % perSheet) + 1
  // A reload would lose where a begun sheet goes on, because only this page knows that.
  const isPlaced = start !== 1 || before !== 0
  useEffect(() => (isPlaced ? hold('reload') : undefined), [isPlaced])
  /**
   * Prints, unless a field is invalid, because the labels would start at another place than the
   * field shows.
   */
  const print = () => {
    const invalid = controls.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (invalid) invalid.focus()
    else window.print()
  }

  return (
    <>
      <div ref={controls} className={`row gap-3 ${styles['controls']}`}>
        <label className="field">
          <span>Sheet</span>
          <select
            className="input"
            value={sheet.id}
            onChange={(event) => {
              const chosen = SHEETS.find(({ id }) => id === event.target.value) ?? sheet
              storeSheet(chosen)
              setSheet(chosen)
              // The place on one kind of sheet says nothing about another kind.
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
          Print {counted(shown.length, 'label')}
        </Button>
      </div>
      <div className="actions">
        <p role="status">
          {shown.length === pets.length
            ? ''
            : `Labels ${formatNumber(before + 1)} to ${formatNumber(before + shown.length)} of ${formatNumber(pets.length)}. `}
          {counted(sheets, 'sheet')}
          {free === 1 ? '' : `. Next free label: ${free}`}
        </p>
        {shown.length === pets.length ? null : (
          <Button
            onClick={() => {
              setBefore(next)
              setStart(1)
            }}
          >
            {next === 0
              ? 'Start with the first label'
              : `Next ${counted(Math.min(pets.length - next, MAX_LABELS), 'label')}`}
          </Button>
        )}
      </div>
      <p className="small">Print at 100 %, without margins.</p>
      <div role="list" aria-label="Labels" className={sheetStyles['sheets']}>
        {Array.from({ length: sheets }, (_, page) => (
          <div
            key={`sheet ${page}`}
            role="presentation"
            className={sheetStyles['sheet']}
            style={measuresOf(sheet)}
          >
            {places
              .slice(page * perSheet, (page + 1) * perSheet)
              .map((pet) =>
                typeof pet === 'number' ? (
                  <span key={`used ${pet}`} className={sheetStyles['used']} />
                ) : (
                  <PetLabel key={pet.id} pet={pet} role="listitem" />
                ),
              )}
          </div>
        ))}
      </div>
    </>
  )
}
