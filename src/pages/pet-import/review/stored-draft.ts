import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { type Accepted, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import type { Draft, DraftRow, RowDecision } from './review.ts'

/** A row as versions before this one stored it. */
type OldRow = Omit<DraftRow, 'before'> & {
  readonly included?: Accepted | Accepted['entries'] | false
  readonly before?: NonNullable<DraftRow['before']> & { readonly sequence?: number }
}

/** A draft as this version, or one before it, has stored it. */
type StoredDraft = Omit<Draft, 'sheet' | 'aside'> & {
  readonly sheet: Omit<Draft['sheet'], 'rows' | 'notes'> & {
    readonly rows: readonly OldRow[]
    readonly notes?: readonly string[]
    /** The notes were a single sentence once. */
    readonly note?: string
  }
  readonly aside?: StoredDraft | undefined
}

/**
 * Reads the rows under review that a reload has left, or `undefined` if there are none that can be
 * read.
 */
export function readDraft(name: string): Draft | undefined {
  return draftFrom(readStored('session', name))
}

function draftFrom(text: string | null): Draft | undefined {
  try {
    const stored = JSON.parse(text ?? 'null') as StoredDraft | null
    return stored === null ? undefined : migrated(stored)
  } catch {
    // Something else has stored a text under this name.
    return undefined
  }
}

/**
 * The longest text that is stored, in characters. Browsers store some five million, and finding out
 * that there are more would block the page for long.
 */
const MAX_STORED_LENGTH = 4_500_000

/** Stores the rows under review, or nothing. Returns whether a reload would have them. */
export function writeDraft(name: string, draft: Draft | undefined): boolean {
  const isTooLong = draft !== undefined && isLongerThan(MAX_STORED_LENGTH, draft)
  const isWritten = writeStored(
    'session',
    name,
    draft === undefined || isTooLong ? null : JSON.stringify(draft),
  )
  return isWritten && !isTooLong
}

/**
 * Returns whether exactly this draft is stored, so that no later page of the tab has changed it.
 */
export function isDraftStored(name: string, draft: Draft): boolean {
  // Both are read, because the order of what is in a text depends on who has stored it.
  return JSON.stringify(readDraft(name)) === JSON.stringify(draftFrom(JSON.stringify(draft)))
}

/** Says whether the cells alone have more characters. */
function isLongerThan(length: number, { sheet }: Draft): boolean {
  let total = 0
  for (const { cells, fileCells = [] } of sheet.rows) {
    for (const cell of [...cells, ...fileCells]) total += cell.length
    if (total > length) return true
  }
  return false
}

function migrated({ sheet, aside, ...rest }: StoredDraft): Draft {
  const { rows, note, notes = note === undefined ? [] : [note], ...restOfSheet } = sheet
  const newSheet = { ...restOfSheet, notes, rows: rows.map(migratedRow) }
  return { ...rest, sheet: newSheet, aside: aside === undefined ? undefined : migrated(aside) }
}

function migratedRow({ included, before, ...rest }: OldRow): DraftRow {
  const row = before === undefined ? rest : { ...rest, before: migratedBefore(before) }
  return included === undefined ? row : { ...row, decision: migratedDecision(included) }
}

/** Reads which row is corrected. Older versions named it by its sequence number. */
function migratedBefore({
  sequence,
  ...before
}: NonNullable<OldRow['before']>): NonNullable<DraftRow['before']> {
  return sequence === undefined ? before : { ...before, press: pressOf({ sequence }) }
}

function migratedDecision(included: NonNullable<OldRow['included']> | false): RowDecision {
  if (included === false) return { kind: 'left-out' }
  if (isList(included)) return { kind: 'included', accepted: { ...NOTHING_ACCEPTED, entries: included } }
  return { kind: 'included', accepted: included }
}

/** Says whether this is a list. `Array.isArray` does not know lists that are read-only. */
function isList(accepted: Accepted | Accepted['entries']): accepted is Accepted['entries'] {
  return Array.isArray(accepted)
}
