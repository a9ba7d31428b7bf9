import { holdWhile } from '#src/browser/unsaved-work.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { createStore } from '#src/lib/create-store.ts'
import { delay } from '#src/lib/delay.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { type Accepted, type Entry, type Import, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { acceptedFrom, isAccepted } from '#src/outbox/entry-rules.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import type { RowToSend } from '#src/outbox/transitions/enter.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { PET_FORM_FIELDS, type PetFormField } from '#src/pets/pet-form.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { checkRow, groupProblems, problemsText } from '#src/spreadsheet/check-row.ts'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { readFile } from '#src/spreadsheet/read-file.ts'
import {
  type ColumnMap,
  type Sheet,
  SheetProblem,
  type SheetRow,
  toggleFirstRow,
  valuesOf,
} from '#src/spreadsheet/sheet.ts'
import { reportedRows } from './report.ts'

/** Milliseconds without typing before the rows are read. */
const DEBOUNCE_MS = 400

type DraftRow = SheetRow & {
  /** The category ID that a person has typed or confirmed. */
  readonly confirmedId?: string | undefined
  /**
   * The entries that may already have added the pet, which the person has seen before they included the row all the same.
   * `false` if the row is left out: it is neither sent nor recorded. `undefined` until the person decides; then a report of
   * an import leaves out every row but those that were rejected or not sent, and another file includes all.
   */
  readonly included?: Accepted | false
  /** Its position in the import in which it was not added, and why the service rejected it. */
  readonly before?: { readonly position: number; readonly rejection: string | undefined }
}

/** The rows under review, from which all else is derived. They survive a reload. */
type Rows = {
  /** `undefined` if they were pasted. */
  readonly fileName?: string | undefined
  readonly sheet: Sheet<DraftRow>
  /** The import whose rows are corrected. */
  readonly batch?: Import | undefined
  /** The rows that were under review before, and come back after these. */
  readonly aside?: Rows | undefined
}

/** The pets that this device has added or sent before, or is still to send, by `lookalikeKeyOf`. */
type Known = ReadonlyMap<string, readonly Entry[]>

export type ImportDraft = {
  /** The text in the field for pasted rows. */
  readonly text: string
  readonly isReading?: boolean
  /** The reason why a file, or else the text, cannot be reviewed. */
  readonly problem?: string
  readonly review?: Reviewed
  /** `true` if the browser could not store the review, so that a reload would lose it. */
  readonly isUnstored?: boolean
}

export type Reviewed = ReturnType<typeof checked>

export type ReviewRow = Reviewed['rows'][number]

function checked(source: Rows, labels: CategoryLabels, known: Known) {
  const { columns } = source.sheet
  const reported = source.batch ? new Set<number>() : reportedRows(source.sheet)
  const firsts = new Map<string, number>()
  const rows = source.sheet.rows.map((row) => {
    const values = valuesOf(row.cells, columns)
    const { newPet, problems } = checkRow(values, labels, row.confirmedId)
    const lookalikeKey = newPet === undefined ? '' : lookalikeKeyOf(newPet)
    const conflicts = known.get(lookalikeKey) ?? []
    const { included = reported.has(row.number) ? false : NOTHING_ACCEPTED } = row
    const isLeftOut = !included || conflicts.some((entry) => !isAccepted(included, entry))
    const kind = kindOf(isLeftOut, newPet)
    /** The number of the row that it repeats. That may be intended (two dogs called Rex), so it is no problem. */
    const repeats = kind === 'ready' ? firsts.get(lookalikeKey) : undefined
    if (kind === 'ready' && repeats === undefined) firsts.set(lookalikeKey, row.number)
    return { ...row, included, values, newPet, problems, lookalikeKey, conflicts, kind, repeats } as const
  })
  const { ready = [], invalid = [], leftOut = [] } = Object.groupBy(rows, ({ kind }) => kind)
  return {
    ...source,
    source,
    /** `true` once it is known which columns have the name and the category. Before, no row is right or wrong. */
    hasColumns: columns.name !== undefined && columns.category !== undefined,
    rows,
    ready,
    invalid,
    leftOut,
    /** The rows by what becomes of them. */
    views: [
      { key: 'ready', icon: 'added', label: 'Ready', rows: ready },
      { key: 'invalid', icon: 'rejected', label: 'With problems', rows: invalid },
      { key: 'left-out', icon: 'held', label: 'Left out', rows: leftOut },
    ] as const,
    groups: groupProblems(invalid, labels),
    /** The rows whose pets this device has added or sent before, or is still to send, included or not. */
    known: rows.filter(({ conflicts, number }) => conflicts.length > 0 || reported.has(number)),
    repeated: rows.filter(({ repeats }) => repeats !== undefined),
  }
}

/** Returns whether a row is left out, cannot be sent because of problems, or is ready. */
function kindOf(isLeftOut: boolean, newPet: NewPet | undefined): 'leftOut' | 'invalid' | 'ready' {
  if (isLeftOut) return 'leftOut'
  return newPet === undefined ? 'invalid' : 'ready'
}

/** Returns the rows that "Add" puts into the outbox. The gate looks once more, and is told what the person has accepted. */
export function toRowsToSend({ rows, fileName }: Reviewed): RowToSend[] {
  return rows
    .filter(({ included }) => included !== false)
    .map(({ newPet, number, cells, problems, before, included }, index) => ({
      position: before?.position ?? index,
      newPet,
      row: { number, cells, fileName },
      state:
        newPet === undefined ? { kind: 'not-sent', message: problemsText(problems) } : { kind: 'waiting' },
      accepted: included || NOTHING_ACCEPTED,
    }))
}

/** Returns what was stored as it is now: a version before this one stored the entries that were accepted as a list. */
function migrated(stored: Rows): Rows {
  const rows = stored.sheet.rows.map((row) =>
    Array.isArray(row.included) ? { ...row, included: { ...NOTHING_ACCEPTED, entries: row.included } } : row,
  )
  return { ...stored, sheet: { ...stored.sheet, rows } }
}

/** Reads, checks and edits rows. It outlives the page; what can be stored outlives a reload, too. */
export function createImportDraft(labels: CategoryLabels, outbox: Outbox, name: string) {
  const store = createStore<ImportDraft>({ text: '' })
  let known: Known = new Map()

  function show(draft: ImportDraft): void {
    const stored = draft.review ? JSON.stringify(draft.review.source) : null
    const isUnstored = !writeStored('session', name, stored) && stored !== null
    store.set(isUnstored ? { ...draft, isUnstored } : draft)
  }

  /** Shows the result of the last reading alone. */
  async function read(text: string, file?: File, wait = 0): Promise<void> {
    const reading = { text, isReading: true }
    // The store is set without `show`, so that until the text is read, a reload has what was there before.
    store.set(reading)
    await delay(wait)
    if (store.get() !== reading) return
    try {
      const sheet = file === undefined ? readCsv(text, labels) : await readFile(file, labels)
      if (store.get() === reading) review({ fileName: file?.name, sheet })
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error
      if (store.get() === reading) show({ text, problem: error.message })
    }
  }

  function review(rows: Rows): void {
    show({ text: store.get().text, review: checked(rows, labels, known) })
    void lookUp()
  }

  /** Finds out which pets of the rows this device knows. If that fails, nothing is proved, and the gate looks again. */
  const lookUp = oneAtATime(async () => {
    const { review: before } = store.get()
    if (before === undefined) return
    const newPets = before.rows.flatMap(({ newPet }) => newPet ?? [])
    const found = await outbox.findConflictsOfFile(newPets, before.batch?.id).catch(() => undefined)
    const draft = store.get()
    if (found === undefined || draft.review === undefined || found.size + known.size === 0) return
    known = found
    store.set({ ...draft, review: checked(draft.review.source, labels, known) })
  })

  function change(act: (sheet: Rows['sheet']) => Rows['sheet']): void {
    const { source } = store.get().review ?? {}
    if (source !== undefined) review({ ...source, sheet: act(source.sheet) })
  }

  /** @param part returns the changes of a row as it is now, whatever has become of it since it was shown */
  function changeRows(
    rows: readonly ReviewRow[],
    part: (shown: ReviewRow, now: DraftRow, columns: ColumnMap) => Partial<DraftRow>,
  ): void {
    const chosen = new Map(rows.map((row) => [row.number, row]))
    change((sheet) => {
      const changed = sheet.rows.map((now) => {
        const shown = chosen.get(now.number)
        return shown === undefined ? now : { ...now, ...part(shown, now, sheet.columns) }
      })
      return { ...sheet, rows: changed }
    })
  }

  /** Returns whether a reload would lose rows, or what is being typed. */
  const isUnsaved = () => {
    const { review: reviewed, isReading, text, isUnstored } = store.get()
    return reviewed === undefined ? isReading === true || text !== '' : isUnstored === true
  }
  holdWhile(store, isUnsaved, 'reload')
  // A text can be typed again, and a file chosen again, but a review may be the work of an hour.
  holdWhile(store, () => store.get().isUnstored === true, 'leave')
  outbox.subscribe((event) => {
    // When the rows themselves are entered, nothing new is known of them.
    const isOfRows = event.kind === 'written' && event.entries.every(({ importId }) => importId !== '')
    const isWritten = event.kind === 'written' || event.kind === 'batches-changed-elsewhere'
    if (isWritten && !isOfRows) void lookUp()
  })
  try {
    const stored = JSON.parse(readStored('session', name) ?? 'null') as Rows | null
    if (stored !== null) review(migrated(stored))
  } catch {
    // Something else has stored a text under this name, so it is ignored.
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    lookUp,

    readFile: (file: File): Promise<void> => read('', file),

    readText: async (text: string, isPasted: boolean): Promise<void> => {
      if (text.trim() === '') show({ text })
      else await read(text, undefined, isPasted ? 0 : DEBOUNCE_MS)
    },

    /** A pet, or headings. The columns stay as they are. */
    toggleFirstRow: (): void => change(toggleFirstRow),

    /** The column of a field. No column has two. */
    setColumn: (field: PetFormField, column: number | undefined): void =>
      change((sheet) => {
        const { name: nameColumn, category, status } = sheet.columns
        const free = (one: number | undefined) => (one === column ? undefined : one)
        const others = { name: free(nameColumn), category: free(category), status: free(status) }
        return { ...sheet, columns: { ...others, [field]: column } }
      }),

    /** Gives rows other values; what is left out stays. A category ID that a person has typed or confirmed is not rounded. */
    edit: (
      rows: readonly ReviewRow[],
      valuesFor: (row: ReviewRow) => Partial<Record<PetFormField, string | undefined>>,
    ): void =>
      changeRows(rows, (shown, { cells, confirmedId }, columns) => {
        const values = valuesFor(shown)
        const texts = new Map(PET_FORM_FIELDS.map((field) => [columns[field], values[field]]))
        const changed = cells.map((cell, column) => texts.get(column) ?? cell)
        return { cells: changed, confirmedId: values.category?.trim() ?? confirmedId }
      }),

    /** Leaves rows out, or takes them in, whatever they may be there by. */
    include: (rows: readonly ReviewRow[], isIncluded: boolean): void =>
      changeRows(rows, ({ conflicts }) => ({ included: isIncluded && acceptedFrom(conflicts) })),

    /** Takes rows of an import that were not added: what is ready then takes their places in it. */
    fix: (batch: Import, entries: readonly Entry[]): void => {
      const { fileName, header, columns } = batch
      if (columns === undefined) return
      const rows = entries.map(({ row = { number: 0, cells: [] }, position, state }) => ({
        ...row,
        before: { position, rejection: state.kind === 'rejected' ? state.message : undefined },
      }))
      const headings = header && { number: 1, cells: header }
      const aside = store.get().review?.source
      review({ fileName, sheet: { headings, rows, columns }, batch, aside })
    },

    clear: (): void => {
      const aside = store.get().review?.aside
      if (aside === undefined) show({ text: '' })
      else review(aside)
    },
  }
}

export type ImportDraftStore = ReturnType<typeof createImportDraft>
