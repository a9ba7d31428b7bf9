import type { EnvironmentNames } from '#src/config/environment-names.ts'
import { type Accepted, type Entry, type Import, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { isAccepted } from '#src/outbox/answers.ts'
import type { RowToSend } from '#src/outbox/transitions/enter.ts'
import { readReport, type ReportedOutcome, type ReportReading } from '#src/pages/pet-import/read-report.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { PetFormValues } from '#src/pets/form/pet-form.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { checkRow, problemsText, REPEATS_HEADINGS, type RowProblem } from '#src/spreadsheet/check-row.ts'
import { groupProblems, type ProblemGroup } from '#src/spreadsheet/problem-groups.ts'
import { type Doubt, doubtAbout, repeatsHeadings } from '#src/spreadsheet/row-marks.ts'
import type { CategoryWords } from '#src/spreadsheet/suggestion.ts'
import { type ColumnMap, type Sheet, type SheetRow, valuesOf } from '#src/spreadsheet/sheet.ts'
import { isOtherPet } from './is-other-pet.ts'

/** The decision of the person about a row. */
export type RowDecision =
  | { readonly kind: 'left-out' }
  /**
   * `accepted` are the entries that may already have added the pet, which the person has seen
   * before.
   */
  | { readonly kind: 'included'; readonly accepted: Accepted }

/** A row under review, as it is stored. Everything else is derived from it. */
export type DraftRow = SheetRow & {
  /** The cells that the row has in the file, if the person has changed some of them since. */
  readonly fileCells?: readonly string[] | undefined
  /** The category ID that the person has typed or confirmed. */
  readonly confirmedId?: string | undefined
  /** The decision, or `undefined` until the person decides. */
  readonly decision?: RowDecision | undefined
  /** The row of an import that was not added, and that this one corrects. */
  readonly before?: {
    readonly position: number
    /** The press that added the row (`pressOf`). Drafts of older versions have none. */
    readonly press?: string | undefined
    /** The reason why the service rejected it. */
    readonly rejection: string | undefined
  }
}

/** The rows under review. They survive a reload. */
export type Draft = {
  /** The name of the file, or `undefined` if the rows were pasted. */
  readonly fileName?: string | undefined
  readonly sheet: Sheet<DraftRow>
  /** The sheets of the workbook that have rows, and the one that was read. */
  readonly sheetNames?: readonly string[] | undefined
  readonly sheetName?: string | undefined
  /**
   * The columns that were found in the sheet, and whether it has headings. The person may have
   * changed both since. Corrections and drafts of older versions do not have this.
   */
  readonly layoutAsRead?: { readonly columns: ColumnMap; readonly hasHeadings: boolean } | undefined
  /** The import whose rows are corrected. */
  readonly batch?: Import | undefined
  /** The rows that were under review before, and come back after these. */
  readonly aside?: Draft | undefined
}

/** Pets that this device has added or sent before, or is still to send, by `lookalikeKeyOf`. */
export type KnownPets = ReadonlyMap<string, readonly Entry[]>

/**
 * The reason why a row is left out: the person said so, the spreadsheet hides it, the report of an
 * import says that it may have been sent, or a look-alike may already have added its pet.
 */
export type LeftOutBy = 'person' | 'hidden' | 'report' | 'look-alike'

export type ReviewRow = DraftRow & {
  readonly values: PetFormValues
  readonly newPet: NewPet | undefined
  readonly problems: readonly RowProblem[]
  readonly lookalikeKey: string
  /** The entries that may already have added its pet, accepted or not. */
  readonly conflicts: readonly Entry[]
  readonly kind: 'ready' | 'invalid' | 'left-out'
  /** The reason, or `undefined` unless it is left out. */
  readonly leftOutBy: LeftOutBy | undefined
  /** The word of the report about the row, if the sheet is one and the row may have been sent. */
  readonly reported: ReportedOutcome | undefined
  /**
   * The reason why it may be no pet, or a pet that was sent before, although it is ready.
   */
  readonly doubt: Doubt | 'sent-before' | undefined
  /** The number of the row that it repeats. Two dogs may be called Rex, so this is no problem. */
  readonly repeats: number | undefined
}

export type Review = Draft & {
  /** The draft that this review was derived from. */
  readonly draft: Draft
  /**
   * `true` once it is known which columns have the name and the category. Until then, no row is
   * right or wrong.
   */
  readonly hasColumns: boolean
  readonly rows: readonly ReviewRow[]
  readonly ready: readonly ReviewRow[]
  readonly invalid: readonly ReviewRow[]
  readonly leftOut: readonly ReviewRow[]
  readonly problemGroups: readonly ProblemGroup<ReviewRow>[]
  /**
   * The rows whose pets this device has added or sent before, or is still to send, and those of a
   * report that may have been sent, included or not.
   * Rows that are left out for another reason are not among them.
   */
  readonly known: readonly ReviewRow[]
  readonly repeated: readonly ReviewRow[]
  /**
   * The rows that are left out because the spreadsheet hides them, or were included all the same.
   */
  readonly hidden: readonly ReviewRow[]
  /** The columns (from 0) that may be what is left of a report. Only a person can tell. */
  readonly possibleReportColumns: readonly number[]
}

/** The parts of the configuration that are needed to read rows. */
export type Configuration = {
  readonly labels: CategoryLabels
  readonly environmentNames: EnvironmentNames
}

const REPEATED_HEADINGS = {
  newPet: undefined,
  problems: [{ field: 'name', text: REPEATS_HEADINGS }],
} as const

/** Derives what each row is, and what the person may want to look at. */
export function reviewOf(
  draft: Draft,
  { labels, environmentNames }: Configuration,
  known: KnownPets,
  rememberedWords?: CategoryWords,
): Review {
  const { sheet, batch } = draft
  const report: ReportReading =
    batch === undefined ? readReport(asInFile(sheet), [...environmentNames.values()]) : { kind: 'no-report' }
  const checkedRows = sheet.rows.map((row) => checkDraftRow(row, sheet, labels))
  const firstNumbers = new Map<string, number>()
  const rows = checkedRows.map((row): ReviewRow => {
    const conflicts = known.get(row.lookalikeKey) ?? []
    const reportedInFile = report.kind === 'report' ? report.outcomes.get(row.number) : undefined
    const reported = isIncludedAsOtherPet(row, sheet.columns, labels) ? undefined : reportedInFile
    const leftOutBy = whyLeftOut(row, conflicts, reported !== undefined)
    const kind = kindOf(leftOutBy, row.newPet)
    const firstNumber = firstNumbers.get(row.lookalikeKey)
    const repeats = kind === 'ready' ? firstNumber : undefined
    if (kind === 'ready' && firstNumber === undefined) firstNumbers.set(row.lookalikeKey, row.number)
    const mayBeSentBefore = report.kind === 'maybe-report' && report.rows.has(row.number)
    const doubt = kind === 'ready' ? doubtAboutRow(row, mayBeSentBefore) : undefined
    return Object.assign(row, { conflicts, kind, leftOutBy, reported, doubt, repeats })
  })
  const ready = rows.filter(({ kind }) => kind === 'ready')
  const invalid = rows.filter(({ kind }) => kind === 'invalid')
  return {
    ...draft,
    draft,
    hasColumns: hasBoth(sheet.columns),
    rows,
    ready,
    invalid,
    leftOut: rows.filter(({ kind }) => kind === 'left-out'),
    problemGroups: groupProblems(invalid, labels, rememberedWords),
    known: rows.filter(isQuestionOfLookalikes),
    repeated: rows.filter(({ repeats }) => repeats !== undefined),
    hidden: rows.filter(isQuestionOfHiddenRows),
    possibleReportColumns: report.kind === 'maybe-report' ? report.columns : [],
  }
}

/**
 * Returns the sheet as the file has it. If the outcomes of a report stand in the column "status",
 * they are problems which the person corrects. A row whose outcome was corrected may still have
 * been sent.
 */
function asInFile(sheet: Draft['sheet']): Sheet {
  const rows = sheet.rows.map(({ number, cells, fileCells = cells }) => ({ number, cells: fileCells }))
  return { ...sheet, rows }
}

/**
 * Returns whether the person has made another pet of the row, and has included it. Then the report
 * does not speak of it any more.
 */
function isIncludedAsOtherPet(
  { decision, fileCells, values }: Pick<ReviewRow, 'decision' | 'fileCells' | 'values'>,
  columns: ColumnMap,
  labels: CategoryLabels,
): boolean {
  if (decision?.kind !== 'included' || fileCells === undefined) return false
  return isOtherPet({ values: valuesOf(fileCells, columns) }, values, labels)
}

function doubtAboutRow(
  { cells, values }: Pick<ReviewRow, 'cells' | 'values'>,
  mayBeSentBefore: boolean,
): ReviewRow['doubt'] {
  return mayBeSentBefore ? 'sent-before' : doubtAbout(cells, values.name)
}

/** Counts the rows that are ready and may be no pets, and those that may have been sent before. */
export function countDoubts(ready: Review['ready']): { maybeNotPets: number; maybeSentBefore: number } {
  const doubtful = ready.filter(({ doubt }) => doubt !== undefined)
  const maybeSentBefore = doubtful.filter(({ doubt }) => doubt === 'sent-before').length
  return { maybeNotPets: doubtful.length - maybeSentBefore, maybeSentBefore }
}

function checkDraftRow(row: DraftRow, sheet: Sheet<DraftRow>, labels: CategoryLabels) {
  const values = valuesOf(row.cells, sheet.columns)
  const checked = repeatsHeadings(row.cells, sheet)
    ? REPEATED_HEADINGS
    : checkRow(values, labels, row.confirmedId)
  const { newPet, problems } = checked
  return {
    ...row,
    values,
    newPet,
    problems,
    lookalikeKey: newPet === undefined ? '' : lookalikeKeyOf(newPet),
  }
}

function whyLeftOut(
  { decision, isHidden }: DraftRow,
  conflicts: readonly Entry[],
  isReported: boolean,
): LeftOutBy | undefined {
  if (decision?.kind === 'left-out') return 'person'
  if (decision === undefined && isReported) return 'report'
  if (decision === undefined && isHidden === true) return 'hidden'
  return unansweredConflicts({ decision, conflicts }).length > 0 ? 'look-alike' : undefined
}

/** Returns the conflicts that the person has not seen when they included the row. */
function unansweredConflicts({
  decision,
  conflicts,
}: Pick<ReviewRow, 'decision' | 'conflicts'>): readonly Entry[] {
  const accepted = acceptedBy(decision)
  return conflicts.filter((entry) => !isAccepted(accepted, entry))
}

/** Returns the conflicts that the person has seen when they included the row. */
function acceptedBy(decision: RowDecision | undefined): Accepted {
  return decision?.kind === 'included' ? decision.accepted : NOTHING_ACCEPTED
}

function kindOf(leftOutBy: LeftOutBy | undefined, newPet: NewPet | undefined): ReviewRow['kind'] {
  if (leftOutBy !== undefined) return 'left-out'
  return newPet === undefined ? 'invalid' : 'ready'
}

function isQuestionOfLookalikes({ conflicts, leftOutBy, reported }: ReviewRow): boolean {
  return (conflicts.length > 0 || reported !== undefined) && leftOutBy !== 'person' && leftOutBy !== 'hidden'
}

function isQuestionOfHiddenRows({ isHidden, leftOutBy, decision }: ReviewRow): boolean {
  return isHidden === true && (leftOutBy === 'hidden' || decision?.kind === 'included')
}

function hasBoth({ name, category }: ColumnMap): boolean {
  return name !== undefined && category !== undefined
}

/**
 * Returns the rows that "Add N pets" puts into the outbox. They include rows that are left out
 * because of look-alikes, which hold them there until the person includes them.
 */
export function toRowsToSend({ rows, fileName }: Pick<Review, 'rows' | 'fileName'>): RowToSend[] {
  return rows
    .filter(({ leftOutBy }) => leftOutBy === undefined || leftOutBy === 'look-alike')
    .map(({ newPet, number, cells, problems, before, decision, conflicts }, index) => ({
      position: before?.position ?? index,
      corrects: before?.press,
      newPet,
      row: { number, cells, fileName },
      state:
        newPet === undefined ? { kind: 'not-sent', message: problemsText(problems) } : { kind: 'waiting' },
      accepted: acceptedBy(decision),
      leftOutFor: unansweredConflicts({ decision, conflicts }),
    }))
}
