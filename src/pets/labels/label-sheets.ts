import type { CSSProperties } from 'react'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

const INCH = 25.4

/**
 * The sizes in the `@page` rules of LabelSheets.module.css. They are in millimetres, like all
 * lengths here.
 */
const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 8.5 * INCH, height: 11 * INCH },
  label: { width: 62, height: 29 },
}

/**
 * The sheets as they are sold: Avery 3474, L7163 and 5160, and a roll of labels. Other makers cut
 * the same sizes.
 *
 * `gap` is between columns, while rows touch. `padding` stays white at the edges of a label,
 * because printers leave out up to 4.2 mm at the edge of the paper.
 */
export const SHEETS = [
  {
    id: 'a4-24',
    name: 'A4, 24 labels (70 × 37 mm)',
    paper: 'a4',
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    gap: 0,
    padding: { x: 5, y: 4 },
  },
  {
    id: 'a4-14',
    name: 'A4, 14 labels (99.1 × 38.1 mm)',
    paper: 'a4',
    label: { width: 99.1, height: 38.1 },
    columns: 2,
    rows: 7,
    gap: 2.5,
    padding: { x: 4, y: 3.5 },
  },
  {
    id: 'letter-30',
    name: 'US Letter, 30 labels (2⅝ × 1 in)',
    paper: 'letter',
    label: { width: 2.625 * INCH, height: INCH },
    columns: 3,
    rows: 10,
    gap: 0.125 * INCH,
    padding: { x: 2.5, y: 2.5 },
  },
  {
    id: 'single',
    name: 'One label a page (62 × 29 mm)',
    paper: 'label',
    label: PAPERS.label,
    columns: 1,
    rows: 1,
    gap: 0,
    padding: { x: 3, y: 2 },
  },
] as const

export type Sheet = (typeof SHEETS)[number]

const STORAGE_NAME = `${OWN_PREFIX}label-sheet`

/**
 * Returns the sheet that was chosen last in this browser, which has one printer more often than
 * two.
 */
export function storedSheet(): Sheet {
  const id = readStored('local', STORAGE_NAME)
  return SHEETS.find((sheet) => sheet.id === id) ?? SHEETS[0]
}

export function storeSheet({ id }: Sheet): void {
  writeStored('local', STORAGE_NAME, id)
}

/** How far a printer must move everything, in whole millimetres; to the left and up is negative. */
export type Shift = { readonly right: number; readonly down: number }

/** The most millimetres by which everything can be moved. More would leave the label. */
export const MAX_SHIFT = 10

const SHIFT_STORAGE_NAME = `${OWN_PREFIX}label-shift`

/** Returns the shift that was set in this browser. */
export function storedShift(): Shift {
  const [right = 0, down = 0] = (readStored('local', SHIFT_STORAGE_NAME) ?? '').split(' ').map(Number)
  return isShift(right) && isShift(down) ? { right, down } : { right: 0, down: 0 }
}

const isShift = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= MAX_SHIFT

export function storeShift({ right, down }: Shift): void {
  const isNone = right === 0 && down === 0
  writeStored('local', SHIFT_STORAGE_NAME, isNone ? null : `${right} ${down}`)
}

/**
 * Returns the name of the `@page` rule, and measures as numbers of millimetres, for the style
 * sheets. The labels are in the middle of the paper on each of these sheets.
 */
export function measuresOf({ paper, label, padding, columns, rows, gap }: Sheet): CSSProperties {
  const page = PAPERS[paper]
  return {
    '--paper': paper,
    '--page-width': page.width,
    '--page-height': page.height,
    '--label-width': label.width,
    '--label-height': label.height,
    '--columns': columns,
    '--gap': gap,
    '--margin-top': (page.height - rows * label.height) / 2,
    '--margin-left': (page.width - columns * label.width - (columns - 1) * gap) / 2,
    '--padding-x': padding.x,
    '--padding-y': padding.y,
  } as CSSProperties
}
