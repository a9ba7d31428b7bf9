import type { CSSProperties } from 'react'
import type { Int64 } from '#src/lib/int64.ts'
import { measuresOf, type Sheet, type Shift } from '#src/pets/labels/label-sheets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { nameText } from '#src/pets/table/pet-columns.ts'
import { PetLabel } from '#src/pets/labels/PetLabel.tsx'
import styles from './LabelSheets.module.css'

type LabelSheetsProps = {
  sheet: Sheet
  /** The place of the first label on its sheet, from 1. */
  start: number
  shift: Shift
  pets: readonly Pet[]
  /** The number of labels, which is higher than that of the pets while these are read. */
  count: number
  onStart: (place: number) => void
  onLeaveOut: (id: Int64) => void
}

/** The sheets in true size, with all their places, of which the labels alone print. */
export function LabelSheets({ sheet, start, shift, pets, count, onStart, onLeaveOut }: LabelSheetsProps) {
  const perSheet = sheet.columns * sheet.rows
  const emptyPlaces = start - 1
  const sheetCount = Math.ceil((emptyPlaces + count) / perSheet)
  /** Returns the pet at a place, which is counted from 0 over all sheets. */
  const petAt = (place: number) => pets[place - emptyPlaces]
  // The first sheet alone may have been begun before.
  const startOn = (page: number) => (page === 0 && perSheet > 1 ? onStart : undefined)
  return (
    <div
      role="list"
      aria-label="Labels"
      aria-busy={pets.length < count || undefined}
      tabIndex={-1}
      data-focus-fallback
      className={styles['sheets']}
      style={{ '--shift-right': shift.right, '--shift-down': shift.down } as CSSProperties}
    >
      {Array.from({ length: sheetCount }, (_, page) => (
        <div key={`sheet ${page}`} role="presentation" className={styles['sheet']} style={measuresOf(sheet)}>
          {Array.from({ length: perSheet }, (_place, index) => (
            <Place
              key={index}
              number={index + 1}
              pet={petAt(page * perSheet + index)}
              onStart={startOn(page)}
              onLeaveOut={onLeaveOut}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type PlaceProps = {
  /** From 1. */
  number: number
  /** `undefined` where nothing prints. */
  pet: Pet | undefined
  /** `undefined` where the labels cannot start. */
  onStart: LabelSheetsProps['onStart'] | undefined
  onLeaveOut: LabelSheetsProps['onLeaveOut']
}

function Place({ number, pet, onStart, onLeaveOut }: PlaceProps) {
  // It is for the mouse: the field "Start at label" does the same for everybody else.
  const startButton = onStart && (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title={`Start at label ${number}`}
      className={styles['start']}
      onClick={() => onStart(number)}
    />
  )
  if (pet === undefined)
    return (
      <div aria-hidden className={styles['place']} data-empty>
        <span className={styles['number']}>{number}</span>
        {startButton}
      </div>
    )
  return (
    <div role="listitem" className={styles['place']}>
      <PetLabel pet={pet} />
      <span aria-hidden className={styles['number']}>
        {number}
      </span>
      {startButton}
      <button
        type="button"
        aria-label={`Leave out ${nameText(pet.name)}, ID ${pet.id}`}
        title="Leave out"
        className={styles['leaveOut']}
        onClick={() => onLeaveOut(pet.id)}
      >
        ×
      </button>
    </div>
  )
}
