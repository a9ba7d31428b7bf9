import { onReturnToPage } from '#src/browser/on-return-to-page.ts'
import { holdWhile } from '#src/browser/unsaved-work.ts'
import { atPace } from '#src/lib/at-pace.ts'
import { createStore } from '#src/lib/create-store.ts'
import { delay } from '#src/lib/delay.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import type { Entry, Import } from '#src/outbox/entry.ts'
import type { OutboxEvent } from '#src/outbox/news.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import type { ReadRows } from '#src/pages/pet-import/choose/read-rows.ts'
import type { ImportProblem } from '#src/pages/pet-import/import-problem.ts'
import type { PetFormField } from '#src/pets/form/pet-form.ts'
import { type ReadSheet, SheetProblem, toggleFirstRow } from '#src/spreadsheet/sheet.ts'
import {
  answerOfIncluding,
  draftOfCorrections,
  type NewValues,
  type RowChange,
  valueChange,
  withChangedRows,
  withColumn,
} from './draft-changes.ts'
import { givenMeanings } from './given-meanings.ts'
import { type LostChanges, lostChangesOf } from './lost-changes.ts'
import { createKnownPets } from './look-up-known-pets.ts'
import { type Configuration, type Draft, type Review, reviewOf, type ReviewRow } from './review.ts'
import type { RememberedWords } from './remembered-words.ts'
import { isDraftStored, readDraft, writeDraft } from './stored-draft.ts'

/** The milliseconds without typing before the rows are read. */
const DEBOUNCE_MS = 400

/** Milliseconds between two look-ups while other tabs write. */
const PAUSE_MS = 1000

type Source = 'text' | 'file'

/**
 * The rows that a person has chosen, from the first key press or the choice of a file until they
 * are sent.
 */
export type ReviewState = {
  /** The text in the field for pasted rows. */
  readonly text: string
  /** The source that is being read. */
  readonly reading?: Source | undefined
  /** The name of the sheet that is being read in place of the one under review. */
  readonly sheetBeingRead?: string | undefined
  /** The reason why a source cannot be reviewed. A review beside it shows the rows from before. */
  readonly problem?: { readonly source: Source; readonly message: string } | undefined
  readonly review?: Review | undefined
  /** The reason why the last press on "Add N pets" has entered nothing of these rows. */
  readonly refusal?: ImportProblem | undefined
  /** `true` if the browser could not store the review, so that a reload would lose it. */
  readonly isUnstored?: boolean
}

type Options = Configuration & {
  readonly outbox: Pick<Outbox, 'findConflictsOfFile' | 'subscribe'>
  readonly readRows: ReadRows
  /** The name under which the rows are stored. */
  readonly storageName: string
  readonly words: RememberedWords
}

/**
 * Reads, checks and edits rows. The store outlives the page, and what can be stored outlives a
 * reload, too.
 */
export function createReviewStore({
  labels,
  environmentNames,
  outbox,
  readRows,
  storageName,
  words,
}: Options) {
  const store = createStore<ReviewState>({ text: '' })
  const knownPets = createKnownPets(outbox)
  /** The number of places that show the review. */
  let viewers = 0
  /** The chosen workbook, from which another sheet can be read. A reload loses it. */
  let workbook: File | undefined
  /**
   * The sheets of the workbook that are not under review, and that the person has changed, by their
   * names.
   */
  let changedSheets = new Map<string, Draft>()
  let readingController = new AbortController()

  const shownDraft = () => store.get().review?.draft

  const currentReviewOf = (draft: Draft) =>
    reviewOf(draft, { labels, environmentNames }, knownPets.get(), words.get())

  function show(state: ReviewState): void {
    const draft = state.review?.draft
    const isStored = writeDraft(storageName, draft)
    store.set(draft !== undefined && !isStored ? { ...state, isUnstored: true } : state)
  }

  function showReviewOf(draft: Draft): void {
    show({ text: store.get().text, review: currentReviewOf(draft) })
    void lookUp()
  }

  /**
   * Gives up what is being read, so that only the last reading is shown. Returns the signal of a
   * new one.
   */
  function beginReading(): AbortSignal {
    readingController.abort()
    readingController = new AbortController()
    return readingController.signal
  }

  async function readNonBlankText(text: string, isPasted: boolean): Promise<void> {
    const signal = beginReading()
    // `show` would store that there are no rows. Until the text is read, a reload has those from
    // before.
    store.set({ text, reading: 'text' })
    await delay(isPasted ? 0 : DEBOUNCE_MS)
    if (signal.aborted) return
    const read = await readOrSayWhy({ text, labels }, signal)
    if (read === undefined) return
    forgetWorkbook()
    reviewSheet(read, undefined)
  }

  /**
   * Reads the sheet that most likely has the pets. The rows and the text from before stay until it
   * is read.
   */
  async function readFile(file: File): Promise<void> {
    const read = await readFileOrSayWhy(file, undefined)
    if (read === undefined) return
    forgetWorkbook()
    workbook = file
    store.set({ text: '' })
    reviewSheet(read, file.name)
  }

  /** Reads another sheet of the workbook. The one under review stays until it is read. */
  async function readSheet(file: File, sheetName: string): Promise<void> {
    const read = await readFileOrSayWhy(file, sheetName)
    if (read === undefined) return
    setSheetAside()
    reviewSheet(read, file.name)
  }

  async function readFileOrSayWhy(file: File, sheetName: string | undefined): Promise<ReadSheet | undefined> {
    const signal = beginReading()
    const { text, review, isUnstored = false } = store.get()
    store.set({ text, reading: 'file', review, isUnstored, sheetBeingRead: sheetName })
    return readOrSayWhy({ file, labels, sheetName }, signal)
  }

  /**
   * Returns `undefined` if the source cannot be read, which is shown, or if the reading was given
   * up.
   */
  async function readOrSayWhy(
    request: Parameters<ReadRows>[0],
    signal: AbortSignal,
  ): Promise<ReadSheet | undefined> {
    try {
      const read = await readRows(request, signal)
      return signal.aborted ? undefined : read
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof SheetProblem)) throw error
      const source = request.file === undefined ? 'text' : 'file'
      const { text, review } = store.get()
      show({ text, review, problem: { source, message: error.message } })
      return undefined
    }
  }

  function reviewSheet({ sheet, sheetNames, sheetName }: ReadSheet, fileName: string | undefined): void {
    const layoutAsRead = { columns: sheet.columns, hasHeadings: sheet.headings !== undefined }
    showReviewOf({ fileName, sheet, sheetNames, sheetName, layoutAsRead })
  }

  /**
   * Keeps the sheet under review if the person has changed it, because another one takes its place.
   */
  function setSheetAside(): void {
    const draft = shownDraft()
    if (draft?.sheetName === undefined || lostChangesOf(draft, [], labels) === undefined) return
    changedSheets.set(draft.sheetName, draft)
  }

  function forgetWorkbook(): void {
    workbook = undefined
    changedSheets = new Map()
  }

  /**
   * Finds out which pets of the rows this device knows, as long as somebody looks at them. If that
   * fails, nothing is proved, and the outbox looks again before it sends.
   */
  const lookUp = oneAtATime(async () => {
    const { review: reviewBefore } = store.get()
    if (reviewBefore === undefined || viewers === 0) return
    const isChanged = await knownPets.lookUp(reviewBefore.rows)
    const state = store.get()
    if (!isChanged || state.review === undefined) return
    store.set({ ...state, review: currentReviewOf(state.review.draft) })
  })
  const lookUpAtPace = atPace(lookUp, () => delay(PAUSE_MS))

  /** Notes which pets have to be looked up again, and looks them up. */
  function onEvent(event: OutboxEvent): void {
    if (event.kind === 'batches-changed-elsewhere') {
      if (knownPets.outdate(event.lookalikeKeys)) lookUpAtPace()
    } else if (event.kind === 'written') {
      const isOutdated = knownPets.outdate(event.lookalikeKeys)
      // Without keys, something was deleted, for example an import.
      const isDeleted = event.lookalikeKeys === undefined
      // Rows that are entered while a review is on the screen are those of the review.
      const areRowsOfReview = !isDeleted && event.entries.every(isUnsentRow)
      if (isOutdated && !areRowsOfReview) void lookUp()
    }
  }

  function updateSheet(update: (sheet: Draft['sheet']) => Draft['sheet']): void {
    const draft = shownDraft()
    if (draft === undefined) return
    // A person who goes on with these rows does not want others in their place.
    beginReading()
    showReviewOf({ ...draft, sheet: update(draft.sheet) })
  }

  function changeRows(rows: readonly ReviewRow[], change: RowChange): void {
    updateSheet((sheet) => withChangedRows(sheet, rows, change))
  }

  /** Gives up the file that is being read, if any. */
  function cancelReading(): void {
    if (store.get().reading === undefined) return
    beginReading()
    const { text, review } = store.get()
    show({ text, review })
  }

  /** Takes the rows off the screen. After corrections, the rows from before come back. */
  function removeRows(): void {
    beginReading()
    const aside = shownDraft()?.aside
    if (aside === undefined) show({ text: '' })
    else showReviewOf(aside)
  }

  /** Returns whether closing or reloading the page would lose changes of the person. */
  const wouldLoseChanges = () => store.get().isUnstored === true || changedSheets.size > 0

  /** Says whether a reload would lose anything, even text that is only being typed or read. */
  const isUnsaved = () => {
    const { review, reading, text } = store.get()
    const isUnread = review === undefined && (reading !== undefined || text !== '')
    return isUnread || wouldLoseChanges()
  }
  holdWhile(store, isUnsaved, 'reload')
  // A text can be typed again, and a file chosen again, but a review may be the work of an hour.
  holdWhile(store, wouldLoseChanges, 'leave')
  outbox.subscribe(onEvent)
  const storedDraft = readDraft(storageName)
  if (storedDraft !== undefined) showReviewOf(storedDraft)
  onReturnToPage(() => {
    if (!isUnsaved()) showStored()
  })

  /**
   * Shows what is stored. This page comes out of the back/forward cache, and a later page of the
   * tab may have changed the rows, or added them.
   */
  function showStored(): void {
    const shown = shownDraft()
    if (shown !== undefined && isDraftStored(storageName, shown)) return
    const stored = readDraft(storageName)
    if (stored !== undefined) showReviewOf(stored)
    else if (shown !== undefined) show({ text: '' })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /**
     * Says from now on which pets of the rows this device knows, until the returned function is
     * called. All are looked up, because nobody has listened before.
     */
    keepUpToDate(): () => void {
      viewers += 1
      knownPets.outdate(undefined)
      void lookUp()
      return () => {
        viewers -= 1
      }
    },

    readFile,

    async readText(text: string, isPasted: boolean): Promise<void> {
      if (text.trim() !== '') return readNonBlankText(text, isPasted)
      beginReading()
      show({ text })
      return undefined
    },

    cancelReading,

    /**
     * Says whether another file may take the place of the rows, because the person has changed
     * nothing in them.
     */
    canReplace: (): boolean => {
      const draft = shownDraft()
      const isUnchanged = draft === undefined || lostChangesOf(draft, [], labels) === undefined
      return isUnchanged && changedSheets.size === 0
    },

    /** Says whether another sheet can be read. After a reload, the file has to be chosen again. */
    canChangeSheet: (): boolean => workbook !== undefined,

    /** Reviews another sheet of the workbook. The changes in this sheet come back with it. */
    async chooseSheet(sheetName: string): Promise<void> {
      cancelReading()
      if (workbook === undefined || shownDraft()?.sheetName === sheetName) return
      const changedDraft = changedSheets.get(sheetName)
      if (changedDraft === undefined) {
        await readSheet(workbook, sheetName)
        return
      }
      setSheetAside()
      changedSheets.delete(sheetName)
      showReviewOf(changedDraft)
    },

    /** Makes the first row a pet, or headings. The columns stay as they are. */
    toggleFirstRow: (): void => updateSheet(toggleFirstRow),

    /** Chooses the column of a field. No column has two fields. */
    setColumn: (field: PetFormField, column: number | undefined): void =>
      updateSheet((sheet) => withColumn(sheet, field, column)),

    /**
     * Gives rows other values. Rows that are left out stay so. What a word is taken for is
     * remembered for the next file.
     */
    edit: (rows: readonly ReviewRow[], valuesFor: (row: ReviewRow) => NewValues): void => {
      const { problemGroups = [] } = store.get().review ?? {}
      words.remember(givenMeanings(problemGroups, rows, valuesFor, labels))
      updateSheet((sheet) => withChangedRows(sheet, rows, valueChange(sheet.columns, valuesFor, labels)))
    },

    leaveOut: (rows: readonly ReviewRow[]): void =>
      changeRows(rows, () => ({ decision: { kind: 'left-out' } })),

    /**
     * Includes rows: ends the reason for which each is left out. If there is another reason,
     * because a hidden row may already have been added, it is left out for that from now on.
     */
    include: (rows: readonly ReviewRow[]): void =>
      changeRows(rows, (shownRow) => ({
        decision: { kind: 'included', accepted: answerOfIncluding(shownRow) },
      })),

    /** Leaves hidden rows out again. */
    leaveHiddenOut: (rows: readonly ReviewRow[]): void => changeRows(rows, () => ({ decision: undefined })),

    /**
     * Reviews rows of an import that were not added. The rows that are ready then take their places
     * in it.
     */
    fix: (batch: Import, entries: readonly Entry[]): void => {
      beginReading()
      showReviewOf(draftOfCorrections(batch, entries, shownDraft()))
    },

    /** Returns the changes that `clear` would lose, or `undefined` if there are none. */
    lostChanges: (): LostChanges | undefined => {
      const draft = shownDraft()
      if (draft === undefined) return undefined
      // After corrections, the rows from before come back, with all sheets of their workbook.
      const otherDrafts = draft.batch === undefined ? [...changedSheets.values()] : []
      return lostChangesOf(draft, otherDrafts, labels)
    },

    /** Clears the rows, or cancels corrections. */
    clear: (): void => {
      // Corrections have no workbook, and the workbook of the rows from before comes back with
      // them.
      if (shownDraft()?.batch === undefined) forgetWorkbook()
      removeRows()
    },

    /**
     * Notes why the press on "Add N pets" has entered nothing of these rows; `undefined` takes that
     * back. It is shown until the rows change, even if the page was left meanwhile.
     */
    noteRefusal(draft: Draft, refusal: ImportProblem | undefined): void {
      if (shownDraft() === draft) store.set({ ...store.get(), refusal })
    },

    /**
     * Removes the rows that were sent, unless others have taken their place meanwhile. Changes in
     * another sheet of the workbook come next, because they are not sent yet.
     */
    removeSent(draft: Draft): void {
      if (shownDraft() !== draft) return
      removeRows()
      const [nextDraft] = changedSheets.values()
      if (draft.batch !== undefined || nextDraft?.sheetName === undefined) return
      changedSheets.delete(nextDraft.sheetName)
      showReviewOf(nextDraft)
    },
  }
}

export type ReviewStore = ReturnType<typeof createReviewStore>

/** Returns whether this is a row of an import of which no request has left yet. */
function isUnsentRow({ importId, state, requestedBy }: Entry): boolean {
  const isToBeSent = state.kind === 'waiting' || state.kind === 'held'
  return importId !== '' && isToBeSent && requestedBy === undefined
}
