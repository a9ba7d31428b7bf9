import { holdWhile } from '#src/browser/unsaved-work.ts'
import { createStore } from '#src/lib/create-store.ts'
import { delay } from '#src/lib/delay.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { type Entry, type Import, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { acceptedFrom } from '#src/outbox/entry-rules.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import type { ReadRows } from '#src/pages/pet-import/choose/read-rows.ts'
import { PET_FORM_FIELDS, type PetFormField } from '#src/pets/pet-form.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { type ColumnMap, type ReadSheet, SheetProblem, toggleFirstRow } from '#src/spreadsheet/sheet.ts'
import { type Draft, type DraftRow, type KnownPets, type Review, reviewOf, type ReviewRow } from './review.ts'
import { readDraft, writeDraft } from './stored-draft.ts'

/** Milliseconds without typing before the rows are read. */
const DEBOUNCE_MS = 400

const NO_COLUMNS: ColumnMap = { name: undefined, category: undefined, status: undefined }

/** The rows that a person has chosen, from the first key press or the choice of a file until they are sent. */
export type ReviewState = {
  /** The text in the field for pasted rows. */
  readonly text: string
  /** What is being read. */
  readonly reading?: 'text' | 'file' | undefined
  /** The name of the sheet that is being read in place of the one under review. */
  readonly sheetBeingRead?: string | undefined
  /** The reason why a file, or else the text, cannot be reviewed. A review beside it is that of the rows from before. */
  readonly problem?: string | undefined
  readonly review?: Review | undefined
  /** `true` if the browser could not store the review, so that a reload would lose it. */
  readonly isUnstored?: boolean
}

type Options = {
  readonly labels: CategoryLabels
  readonly outbox: Pick<Outbox, 'findConflictsOfFile' | 'subscribe'>
  readonly readRows: ReadRows
  /** The name under which the rows are stored. */
  readonly storageName: string
}

/** Reads, checks and edits rows. It outlives the page; what can be stored outlives a reload, too. */
export function createReviewStore({ labels, outbox, readRows, storageName }: Options) {
  const store = createStore<ReviewState>({ text: '' })
  let knownPets: KnownPets = new Map()
  /** The chosen file, from which another sheet can be read. A reload loses it. */
  let file: File | undefined
  /** The other sheets of the file in which the person has changed something, by their names. */
  let otherSheets = new Map<string, Draft>()
  let readingController = new AbortController()
  /** The rows under review as they were read. */
  let unchangedDraft: Draft | undefined

  function show(state: ReviewState): void {
    const draft = state.review?.draft
    const isStored = writeDraft(storageName, draft)
    store.set(draft !== undefined && !isStored ? { ...state, isUnstored: true } : state)
  }

  /** Gives up what is being read, so that only the last reading is shown. Returns the signal of a new one. */
  function beginReading(): AbortSignal {
    readingController.abort()
    readingController = new AbortController()
    return readingController.signal
  }

  async function readNonBlankText(text: string, isPasted: boolean): Promise<void> {
    const signal = beginReading()
    // `show` would store that there are no rows. Until the text is read, a reload has those from before.
    store.set({ text, reading: 'text' })
    await delay(isPasted ? 0 : DEBOUNCE_MS)
    if (signal.aborted) return
    await readAndReview({ text, labels }, signal, (read) => reviewNew(read, undefined))
  }

  /** The rows from before stay until others have been read. */
  async function readSheetOf(chosen: File, sheetName?: string): Promise<void> {
    const signal = beginReading()
    const { review, isUnstored = false } = store.get()
    store.set({ text: '', reading: 'file', review, isUnstored, sheetBeingRead: sheetName })
    await readAndReview({ file: chosen, labels, sheetName }, signal, (read) => {
      file = chosen
      if (sheetName === undefined) otherSheets = new Map()
      reviewNew(read, chosen.name)
    })
  }

  async function readAndReview(
    request: Parameters<ReadRows>[0],
    signal: AbortSignal,
    onRead: (read: ReadSheet) => void,
  ): Promise<void> {
    try {
      const read = await readRows(request, signal)
      if (!signal.aborted) onRead(read)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SheetProblem)) throw error
      const { text, reading: whatWasRead, review } = store.get()
      show({ text, problem: error.message, review: whatWasRead === 'file' ? review : undefined })
    }
  }

  function reviewNew({ sheet, sheetNames, sheetName }: ReadSheet, fileName: string | undefined): void {
    unchangedDraft = { fileName, sheet, sheetNames, sheetName }
    showReviewOf(unchangedDraft)
  }

  function showReviewOf(draft: Draft): void {
    show({ text: store.get().text, review: reviewOf(draft, labels, knownPets) })
    void lookUp()
  }

  /** Finds out which pets of the rows this device knows. If that fails, nothing is proved, and the gate looks again. */
  const lookUp = oneAtATime(async () => {
    const { review: reviewBefore } = store.get()
    if (reviewBefore === undefined) return
    const newPets = reviewBefore.rows.flatMap(({ newPet }) => newPet ?? [])
    const conflictsByKey = await outbox
      .findConflictsOfFile(newPets, reviewBefore.batch?.id)
      .catch(() => undefined)
    const state = store.get()
    if (conflictsByKey === undefined || state.review === undefined) return
    if (conflictsByKey.size + knownPets.size === 0) return
    knownPets = conflictsByKey
    store.set({ ...state, review: reviewOf(state.review.draft, labels, knownPets) })
  })

  function updateSheet(update: (sheet: Draft['sheet']) => Draft['sheet']): void {
    const draft = store.get().review?.draft
    if (draft === undefined) return
    // Who goes on with these rows does not want others in their place.
    beginReading()
    showReviewOf({ ...draft, sheet: update(draft.sheet) })
  }

  /** @param changes is given the row as it was on the screen, and as it is now */
  function changeRows(
    rows: readonly ReviewRow[],
    changes: (shownRow: ReviewRow, currentRow: DraftRow, columns: ColumnMap) => Partial<DraftRow>,
  ): void {
    const shownRows = new Map(rows.map((row) => [row.number, row]))
    updateSheet((sheet) => {
      const changedRows = sheet.rows.map((row) => {
        const shownRow = shownRows.get(row.number)
        return shownRow === undefined ? row : { ...row, ...changes(shownRow, row, sheet.columns) }
      })
      return { ...sheet, rows: changedRows }
    })
  }

  /** "Cancel": gives up a file that takes long. */
  function cancelReading(): void {
    beginReading()
    const { text, review } = store.get()
    show({ text, review })
  }

  /** "Clear rows", and "Cancel" of corrections, after which the rows from before come back. */
  function clear(): void {
    beginReading()
    const aside = store.get().review?.aside
    if (aside === undefined) show({ text: '' })
    else showReviewOf(aside)
  }

  /** Returns whether a reload would lose rows, or what is being typed. */
  const isUnsaved = () => {
    const { review: reviewed, reading, text, isUnstored } = store.get()
    if (otherSheets.size > 0) return true
    if (reviewed !== undefined) return isUnstored === true
    return reading !== undefined || text !== ''
  }
  holdWhile(store, isUnsaved, 'reload')
  // A text can be typed again, and a file chosen again, but a review may be the work of an hour.
  holdWhile(store, () => store.get().isUnstored === true, 'leave')
  outbox.subscribe((event) => {
    // Entries of an import come from these rows, so they say nothing new.
    const isOwnEntry = event.kind === 'written' && event.entries.every(({ importId }) => importId !== '')
    const isWritten = event.kind === 'written' || event.kind === 'batches-changed-elsewhere'
    if (isWritten && !isOwnEntry) void lookUp()
  })
  const storedDraft = readDraft(storageName)
  if (storedDraft !== undefined) showReviewOf(storedDraft)

  return {
    get: store.get,
    subscribe: store.subscribe,
    lookUp,

    readFile: (chosen: File): Promise<void> => readSheetOf(chosen),

    async readText(text: string, isPasted: boolean): Promise<void> {
      if (text.trim() !== '') return readNonBlankText(text, isPasted)
      beginReading()
      show({ text })
      return undefined
    },

    cancelReading,

    /** Returns whether another file may take the place of the rows: the person has changed nothing in them. */
    canReplace: (): boolean => {
      const draft = store.get().review?.draft
      return draft === undefined || draft === unchangedDraft
    },

    /** Returns whether another sheet can be read: after a reload, the file has to be chosen again. */
    canChangeSheet: (): boolean => file !== undefined,

    /** Reviews another sheet of the workbook. What was changed in this one comes back with it. */
    async chooseSheet(sheetName: string): Promise<void> {
      cancelReading()
      const draft = store.get().review?.draft
      if (file === undefined || draft?.sheetName === undefined || draft.sheetName === sheetName) return
      if (draft !== unchangedDraft) otherSheets.set(draft.sheetName, draft)
      const otherDraft = otherSheets.get(sheetName)
      otherSheets.delete(sheetName)
      if (otherDraft === undefined) await readSheetOf(file, sheetName)
      else showReviewOf(otherDraft)
    },

    /** Makes the first row a pet, or headings. The columns stay as they are. */
    toggleFirstRow: (): void => updateSheet(toggleFirstRow),

    /** Chooses the column of a field. No column has two. */
    setColumn: (field: PetFormField, column: number | undefined): void =>
      updateSheet((sheet) => {
        const { name, category, status } = sheet.columns
        const unlessChosen = (current: number | undefined) => (current === column ? undefined : current)
        const otherColumns = {
          name: unlessChosen(name),
          category: unlessChosen(category),
          status: unlessChosen(status),
        }
        return { ...sheet, columns: { ...otherColumns, [field]: column } }
      }),

    /** Gives rows other values; what is left out stays. A category ID that a person has typed or confirmed is not rounded. */
    edit: (
      rows: readonly ReviewRow[],
      valuesFor: (row: ReviewRow) => Partial<Record<PetFormField, string | undefined>>,
    ): void =>
      changeRows(rows, (shownRow, { cells, confirmedId }, columns) => {
        const values = valuesFor(shownRow)
        const texts = new Map(PET_FORM_FIELDS.map((field) => [columns[field], values[field]]))
        const changedCells = cells.map((cell, column) => texts.get(column) ?? cell)
        return { cells: changedCells, confirmedId: values.category?.trim() ?? confirmedId }
      }),

    leaveOut: (rows: readonly ReviewRow[]): void =>
      changeRows(rows, () => ({ decision: { kind: 'left-out' } })),

    /** Includes rows. The person has seen the entries that may already have added them, so these are accepted. */
    include: (rows: readonly ReviewRow[]): void =>
      changeRows(rows, ({ conflicts }) => ({
        decision: { kind: 'included', accepted: acceptedFrom(conflicts) },
      })),

    /** "Include hidden rows". One that may already have been added stays left out by that. */
    includeHidden: (rows: readonly ReviewRow[]): void =>
      changeRows(rows, () => ({ decision: { kind: 'included', accepted: NOTHING_ACCEPTED } })),

    /** "Leave hidden rows out": takes "Include hidden rows" back. */
    leaveHiddenOut: (rows: readonly ReviewRow[]): void => changeRows(rows, () => ({ decision: undefined })),

    /** Takes rows of an import that were not added: what is ready then takes their places in it. */
    fix: (batch: Import, entries: readonly Entry[]): void => {
      const { fileName, header, columns = NO_COLUMNS } = batch
      const rows = entries.map(({ row = { number: 0, cells: [] }, position, state }) => ({
        number: row.number,
        cells: row.cells,
        before: { position, rejection: state.kind === 'rejected' ? state.message : undefined },
      }))
      const headings = header && { number: 1, cells: header }
      const aside = store.get().review?.draft
      beginReading()
      showReviewOf({ fileName, sheet: { headings, rows, columns, notes: [] }, batch, aside })
    },

    clear,

    /** Removes the rows that were sent, unless others have taken their place meanwhile. */
    removeSent(draft: Draft): void {
      if (store.get().review?.draft !== draft) return
      clear()
      // What was changed in another sheet is not sent yet.
      const [nextSheet] = otherSheets.values()
      if (nextSheet?.sheetName === undefined || draft.batch !== undefined) return
      otherSheets.delete(nextSheet.sheetName)
      showReviewOf(nextSheet)
    },
  }
}

export type ReviewStore = ReturnType<typeof createReviewStore>
