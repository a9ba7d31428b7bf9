import { createStore } from '#src/lib/create-store.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap, RowValidation, Sheet, SheetRow } from './import-types.ts'
import type { ImportedBefore } from './imported-before.ts'
import { type ColumnsToMap, mapColumns } from './map-columns.ts'
import { type ImportInput, readFile, readPastedText } from './read-input.ts'
import { readSheet } from './read-sheet.ts'
import { includedRows, type ReadyReview } from './ready-review.ts'
import { createTimeSlice } from './time-slice.ts'
import { findDuplicateRows, validateRow, validateRows } from './validate-row.ts'

export type Review =
  | { readonly kind: 'empty' }
  | { readonly kind: 'reading' }
  /** `source`: where these rows come from. */
  | { readonly kind: 'problem'; readonly problem: string; readonly source: 'file' | 'text' }
  | {
      readonly kind: 'unmapped'
      readonly input: ImportInput
      readonly sheet: Sheet
      readonly toMap: ColumnsToMap
      readonly excluded: ReadonlySet<number>
    }
  | ({ readonly kind: 'ready' } & ReadyReview)

type Ready = Extract<Review, { kind: 'ready' }>

type Problem = { readonly problem: string }

const sourceOf = ({ fileName }: ImportInput) => (fileName === undefined ? 'text' : 'file')

/** "Import all rows again" was decided with the imports that were known then. */
function foundBefore({ before, includesLeftOut }: Ready, found: ImportedBefore): Partial<Ready> {
  const known = new Set(before.imports.map(({ record }) => record.id))
  const isNews = found.imports.some(({ record }) => !known.has(record.id))
  return { before: found, includesLeftOut: includesLeftOut && !isNews }
}

/**
 * Reads, validates and edits rows. It outlives the page, so that edits survive navigation.
 * @param findBefore the earlier imports of the rows of this sheet, whose input has this hash.
 */
export function createReview(
  labels: CategoryLabels,
  findBefore: (fileHash: string, sheet: Sheet, checks: readonly RowValidation[]) => Promise<ImportedBefore>,
) {
  const store = createStore<Review>({ kind: 'empty' })
  let lastReading = 0
  let lastEdit: Promise<unknown> | undefined
  let isHeld = false
  let lastText = ''

  /** The store is that of the last call; the result of an earlier one is dropped. */
  async function runLatest(source: 'file' | 'text', read: () => Promise<Review | Problem>): Promise<void> {
    const reading = ++lastReading
    store.set({ kind: 'reading' })
    const failed = (): Problem => ({
      problem: `These rows could not be read. ${source === 'file' ? 'Choose the file' : 'Paste them'} again.`,
    })
    const outcome = await read().catch(failed)
    const result: Review = 'kind' in outcome ? outcome : { kind: 'problem', source, ...outcome }
    if (reading === lastReading) store.set(result)
  }

  function override(next: Review) {
    lastReading += 1
    store.set(next)
  }

  async function parse(
    { input, notes, problem }: Awaited<ReturnType<typeof readFile>>,
    firstRowIsData = false,
  ): Promise<Review | Problem> {
    if (problem !== undefined) return { problem }
    const parsed = await readSheet(input.text, { notes, firstRowIsData })
    if (parsed.problem !== undefined) return { problem: parsed.problem }
    const { sheet } = parsed
    const mapped = mapColumns(sheet.header)
    return 'missing' in mapped
      ? { kind: 'unmapped', input, sheet, toMap: mapped, excluded: new Set() }
      : validate(input, sheet, mapped, new Set())
  }

  async function validate(
    input: ImportInput,
    sheet: Sheet,
    columns: ColumnMap,
    excluded: ReadonlySet<number>,
  ): Promise<Review> {
    const checks = await validateRows(sheet, columns, labels)
    const before = await findBefore(input.hash, sheet, checks)
    const rows = { sheet, before, includesLeftOut: false, excluded }
    const duplicates = await findDuplicateRows(sheet.rows, checks, includedRows(rows))
    return { kind: 'ready', input, columns, checks, duplicates, ...rows }
  }

  /** After each change that is shown, of rows or of which of them are sent: slower, and dropped by the next change. */
  async function findDuplicates(): Promise<void> {
    const review = store.get()
    if (review.kind !== 'ready') return
    const duplicates = await findDuplicateRows(review.sheet.rows, review.checks, includedRows(review))
    if (store.get() === review) store.set({ ...review, duplicates })
  }

  async function updateImportedBefore(): Promise<void> {
    const review = store.get()
    if (review.kind !== 'ready') return
    const before = await findBefore(review.input.hash, review.sheet, review.checks)
    const current = store.get()
    if (current.kind !== 'ready' || current.checks !== review.checks) return
    store.set({ ...current, ...foundBefore(current, before) })
    await findDuplicates()
  }

  async function editRows(edits: ReadonlyMap<number, ReadonlyMap<number, string>>): Promise<boolean> {
    const slice = createTimeSlice()
    for (;;) {
      const review = store.get()
      if (review.kind !== 'ready') return false
      const rows: SheetRow[] = [...review.sheet.rows]
      const checks: RowValidation[] = [...review.checks]
      for (const [position, cells] of edits) {
        if (slice.isExpired()) await slice.yield()
        const row = rows[position]
        if (row === undefined) continue
        const edited = { ...row, cells: row.cells.map((cell, column) => cells.get(column) ?? cell) }
        rows[position] = edited
        checks[position] = validateRow(edited, review.columns, labels)
      }
      const current = store.get()
      if (current.kind !== 'ready' || current.input !== review.input || isHeld) return false
      // The columns were changed meanwhile: once more, on top of that.
      if (current.checks !== review.checks) continue
      store.set({ ...current, sheet: { ...current.sheet, rows }, checks })
      return true
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    readFile: (file: File): Promise<void> => runLatest('file', async () => parse(await readFile(file))),

    readText: async (text: string): Promise<void> => {
      lastText = text
      if (text.trim() === '') override({ kind: 'empty' })
      else await runLatest('text', async () => parse(await readPastedText(text)))
    },

    /** What was typed, while it has a problem. */
    problemText: (): string => {
      const review = store.get()
      return review.kind === 'problem' && review.source === 'text' ? lastText : ''
    },

    /** There is no header: the columns get numbers, and the user maps them. */
    takeFirstRowAsData: async (): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'unmapped') return
      const { input, sheet, toMap } = review
      await runLatest(sourceOf(input), async () => {
        const result = await parse({ input, notes: sheet.notes }, true)
        // A name like "Column 1" tells nothing; what was guessed from the cells still holds.
        return 'kind' in result && result.kind === 'unmapped'
          ? { ...result, toMap: { ...result.toMap, guess: toMap.guess, looksLikeData: false } }
          : result
      })
    },

    map: async (columns: ColumnMap): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'unmapped') return
      await runLatest(sourceOf(review.input), () =>
        validate(review.input, review.sheet, columns, review.excluded),
      )
    },

    /** Gives rows (by position) other cells (by column): all of them at once, or none where other rows were read since. */
    editRows: async (edits: ReadonlyMap<number, ReadonlyMap<number, string>>): Promise<void> => {
      // One after the other: a slow one must not undo a later one.
      const edited = lastEdit === undefined ? editRows(edits) : lastEdit.then(() => editRows(edits))
      lastEdit = edited
      const isChanged = await edited
      if (lastEdit === edited) lastEdit = undefined
      if (!isChanged) return
      await findDuplicates()
      // An edited row may be like one that was imported before.
      await updateImportedBefore()
    },

    /** Leaves a row out, or takes it in again. */
    exclude: async (position: number, isExcluded: boolean): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'ready' || isHeld) return
      const excluded = new Set(review.excluded)
      if (isExcluded) excluded.add(position)
      else excluded.delete(position)
      store.set({ ...review, excluded })
      await findDuplicates()
    },

    changeColumns: (): void => {
      const review = store.get()
      if (review.kind !== 'ready' || isHeld) return
      const { input, sheet, columns, excluded } = review
      const toMap = { missing: [], guess: columns, looksLikeData: false }
      override({ kind: 'unmapped', input, sheet, toMap, excluded })
    },

    includeLeftOut: async (includesLeftOut: boolean): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'ready' || isHeld) return
      store.set({ ...review, includesLeftOut })
      await findDuplicates()
    },

    /** To be called when the imports on this device may have changed. */
    updateImportedBefore,

    /** While rows are about to be sent, nothing of them changes. */
    hold: (isOn: boolean): void => void (isHeld = isOn),

    /** These rows are sent. Rows that were read since stay. */
    done: ({ input }: ReadyReview): void => {
      const review = store.get()
      if (review.kind === 'ready' && review.input === input) store.set({ kind: 'empty' })
    },

    /** Rows are being typed. */
    awaitText: (): void => {
      if (!isHeld) override({ kind: 'reading' })
    },

    clear: (): void => {
      if (!isHeld) override({ kind: 'empty' })
    },
  }
}

export type ReviewStore = ReturnType<typeof createReview>
