import type { ReportedOutcome } from '#src/pages/pet-import/read-report.ts'
import type { RowAction, ScreenRow } from '#src/pages/pet-import/rows/row-types.ts'
import { problemsText } from '#src/spreadsheet/check-row.ts'
import type { ReviewRow } from './review.ts'
import type { ReviewCommand } from './review-command.ts'
import type { Stock } from './review-groups.ts'

type RowOutcome = Pick<ScreenRow, 'kind' | 'text'> & {
  readonly actions: readonly (Omit<RowAction, 'onPress'> & { readonly command: ReviewCommand })[]
}

/** The words of a report about a row that may have been sent. */
const REPORTED_TEXT: Readonly<Record<ReportedOutcome, string>> = {
  added: 'already added, as the report says',
  'may-be-added': 'may already have been added, as the report says',
  waiting: 'not sent yet when the report was created',
  unclear: 'the report does not say what became of it',
}

/** Returns what will become of a row, and what the person can do about it. */
export function rowOutcome(row: ReviewRow, stock: Stock): RowOutcome {
  switch (row.kind) {
    case 'ready':
      return readyOutcome(row, stock)
    case 'invalid':
      return {
        kind: 'rejected',
        text: problemsText(row.problems),
        actions: [
          { id: 'edit', label: 'Fix', command: editCommand(row) },
          {
            id: 'include',
            label: 'Leave out',
            variant: 'quiet',
            command: { kind: 'leave-out', rows: [row] },
          },
        ],
      }
    case 'left-out':
      return {
        kind: 'held',
        text: leftOutText(row),
        actions: [
          { id: 'include', label: 'Include', variant: 'quiet', command: { kind: 'include', rows: [row] } },
        ],
      }
  }
}

/**
 * Makes the buttons of a row that needs attention stand out, because it would be added all the
 * same.
 */
function readyOutcome(row: ReviewRow, stock: Stock): RowOutcome {
  const hint = readyHint(row, stock)
  const variant = hint === undefined ? 'quiet' : 'secondary'
  return {
    kind: hint === undefined ? 'added' : 'unknown',
    text: hint === undefined ? 'Ready' : `Ready (${hint})`,
    actions: [
      { id: 'edit', label: 'Edit', variant, command: editCommand(row) },
      { id: 'include', label: 'Leave out', variant, command: { kind: 'leave-out', rows: [row] } },
    ],
  }
}

/** Returns why a row that is ready needs attention, if it does. */
function readyHint(row: ReviewRow, stock: Stock): string | undefined {
  const { repeats, lookalikeKey, doubt, reported } = row
  if (reported !== undefined) return REPORTED_TEXT[reported]
  if (doubt === 'sent-before') return 'may have been sent before'
  if (doubt === 'total') return 'this may be a total, not a pet'
  if (doubt === 'placeholder') return 'this may not be a name'
  if (repeats !== undefined) return `same as row ${repeats}`
  const pet = stock.get(lookalikeKey)
  return pet === undefined ? undefined : `like ID ${pet.id}`
}

function leftOutText({ leftOutBy, reported }: ReviewRow): string {
  switch (leftOutBy) {
    case 'hidden':
      return 'Left out (hidden)'
    case 'report':
    case 'look-alike':
      return reported === undefined ? 'Left out' : `Left out (${REPORTED_TEXT[reported]})`
    case 'person':
    case undefined:
      return 'Left out'
  }
}

function editCommand(row: ReviewRow): ReviewCommand {
  return { kind: 'edit', rows: [row], fields: undefined }
}
