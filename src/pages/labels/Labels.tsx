import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { hold } from '#src/browser/unsaved-work.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import {
  type Sheet,
  type Shift,
  storedSheet,
  storedShift,
  storeSheet,
  storeShift,
} from '#src/pets/labels/label-sheets.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { LabelSheets } from './LabelSheets.tsx'
import styles from './LabelsPage.module.css'
import { SheetField } from './SheetField.tsx'
import { ShiftFields } from './ShiftFields.tsx'

/** The most labels that are made at once. */
const MAX_LABELS = 1000

type LabelsProps = {
  pets: readonly Pet[]
  /** The number of pets that are still read, for which there is a place and no label yet. */
  comingCount?: number
}

/**
 * Shows the labels of these pets, `MAX_LABELS` at a time, and the controls to print them. Somebody
 * who prints pets that are still coming need not press twice.
 */
export function Labels({ pets: allPets, comingCount = 0 }: LabelsProps) {
  const { name: environmentName } = useEnvironment()
  const [sheet, setSheet] = useState(storedSheet)
  const [shift, setShift] = useState(storedShift)
  const [leftOutIds, setLeftOutIds] = useState<ReadonlySet<Int64>>(new Set())
  const pets = allPets.filter(({ id }) => !leftOutIds.has(id))
  /** The place of the first label on its sheet, from 1. */
  const [start, setStart] = useState(1)
  /** The number of labels before the first one that is visible. */
  const [offset, setOffset] = useState(0)
  const controls = useRef<HTMLDivElement>(null)
  const perSheet = sheet.columns * sheet.rows
  const visiblePets = pets.slice(offset, offset + MAX_LABELS)
  const count = visiblePets.length + Math.min(comingCount, MAX_LABELS)
  const end = offset + visiblePets.length
  const placeCount = start - 1 + count
  const sheetCount = Math.ceil(placeCount / perSheet)
  const nextFreePlace = (placeCount % perSheet) + 1
  // Only this page knows where a begun sheet goes on, and which labels are left out.
  const isPlaced = start !== 1 || offset !== 0 || leftOutIds.size > 0
  useEffect(() => (isPlaced ? hold('reload') : undefined), [isPlaced])

  const chooseSheet = (chosenSheet: Sheet) => {
    storeSheet(chosenSheet)
    setSheet(chosenSheet)
    // A place on one kind of sheet says nothing about another.
    setStart(1)
  }
  const chooseShift = (chosenShift: Shift) => {
    storeShift(chosenShift)
    setShift(chosenShift)
  }
  const showFrom = (newOffset: number) => {
    setOffset(newOffset)
    setStart(1)
  }
  /**
   * Prints nothing while the field has an invalid place, because the labels begin at a different
   * one.
   */
  const print = () => {
    const invalidField = controls.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (invalidField) invalidField.focus()
    else window.print()
  }
  const printing = usePrintWhenRead(print, count, comingCount > 0)
  const readingText = `Reading the pets of ${environmentName}…${printing.isDue ? ' Then the labels print.' : ''}`

  return (
    <>
      <div ref={controls} className={`row gap-3 ${styles['controls']}`}>
        <SheetField sheet={sheet} onChange={chooseSheet} />
        <NumberField label="Start at label" value={start} min={1} max={perSheet} onChange={setStart} />
        {count > 0 && (
          <Button variant="primary" aria-keyshortcuts="p" onClick={printing.print}>
            Print {counted(count, 'label')}
          </Button>
        )}
      </div>
      <div className="actions">
        {/* It is one text, because React cannot remove a part of it that a translation has
            replaced. */}
        <p role="status">
          {comingCount > 0
            ? readingText
            : rangeText(offset, end, pets.length) + sheetsText(sheetCount, nextFreePlace)}
        </p>
        {visiblePets.length < pets.length && (
          <NextLabelsButton end={end} total={pets.length} onShow={showFrom} />
        )}
      </div>
      {leftOutIds.size > 0 && (
        <LeftOut count={leftOutIds.size} onIncludeAll={() => setLeftOutIds(new Set())} />
      )}
      <p className="small">In the print dialog: scale 100 %, no margins.</p>
      <ShiftFields shift={shift} onChange={chooseShift} />
      <LabelSheets
        sheet={sheet}
        start={start}
        shift={shift}
        pets={visiblePets}
        count={count}
        onStart={setStart}
        onLeaveOut={(id) => setLeftOutIds(new Set([...leftOutIds, id]))}
      />
    </>
  )
}

function LeftOut({ count, onIncludeAll }: { count: number; onIncludeAll: () => void }) {
  return (
    <div className="actions">
      <p>{`${counted(count, 'label is', 'labels are')} left out.`}</p>
      <Button onClick={onIncludeAll}>Include all</Button>
    </div>
  )
}

/**
 * Prints at once or, while the pets are read, once all of them are there. Where one was not found,
 * somebody has to see that before.
 *
 * @param count the number of labels that are there or have a place
 */
function usePrintWhenRead(print: () => void, count: number, isReading: boolean) {
  /** The number of labels when somebody pressed while the pets were read. */
  const [dueCount, setDueCount] = useState<number>()
  const printDue = useEffectEvent(() => {
    if (dueCount === count) print()
  })
  useEffect(() => {
    if (!isReading) printDue()
  }, [isReading])
  return { print: isReading ? () => setDueCount(count) : print, isDue: dueCount !== undefined }
}

/** Returns "Labels 1,001 to 2,000 of 2,500. ", or '' if all labels are visible. */
function rangeText(offset: number, end: number, total: number): string {
  if (end - offset === total) return ''
  return `Labels ${formatNumber(offset + 1)} to ${formatNumber(end)} of ${formatNumber(total)}. `
}

/** Returns "2 sheets. Next free label: 5", or "2 sheets" if they are full. */
function sheetsText(sheetCount: number, nextFreePlace: number): string {
  const sheets = counted(sheetCount, 'sheet')
  return nextFreePlace === 1 ? sheets : `${sheets}. Next free label: ${nextFreePlace}`
}

type NextLabelsButtonProps = {
  /** The number of labels up to the last one that is visible. */
  end: number
  total: number
  onShow: (offset: number) => void
}

/** Goes on with the labels that follow, and after the last ones with the first ones. */
function NextLabelsButton({ end, total, onShow }: NextLabelsButtonProps) {
  if (end >= total) return <Button onClick={() => onShow(0)}>Start with the first label</Button>
  const next = counted(Math.min(total - end, MAX_LABELS), 'label')
  return <Button onClick={() => onShow(end)}>{`Next ${next}`}</Button>
}
