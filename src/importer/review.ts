import { validateRow, validateRows, findDuplicateRows } from './validate-row.ts'
import { decodeFile, sizeProblem } from './decode.ts'
import { hashOf } from './file-hash.ts'
import type { ColumnMap, RowValidation, Sheet } from './import-types.ts'
import type { ImportedBefore } from './imported-before.ts'
import { type ColumnsToMap, mapColumns } from './map-columns.ts'
import { readSheet } from './read-sheet.ts'
import { createStore } from '#src/lib/create-store.ts'
import type { CategoryLabels } from '#src/pets/new-pet.ts'

export type ReviewInput = {
  /** `undefined` for pasted rows. */
  readonly fileName: string | undefined
  readonly hash: string
  readonly text: string
}

/** What was read and is looked at, before anything is sent. */
export type Review =
  | { readonly kind: 'empty' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'problem'; readonly problem: string }
  /** The person has to say which column is which. */
  | {
      readonly kind: 'unmapped'
      readonly input: ReviewInput
      readonly sheet: Sheet
      readonly toMap: ColumnsToMap
    }
  | ({ readonly kind: 'ready' } & ReadyReview)

export type ReadyReview = {
  readonly input: ReviewInput
  readonly sheet: Sheet
  readonly columns: ColumnMap
  /** One for each row of the sheet. */
  readonly checks: readonly RowValidation[]
  /** Row numbers, and the number of the row that each repeats. */
  readonly duplicates: ReadonlyMap<number, number>
  readonly before: ImportedBefore
  /** The person wants the rows that were imported before to be sent once more. */
  readonly includesSettled: boolean
}

/** The rows (by position in the sheet) that "Add" sends or, where they have a problem, records as rejected. */
export function rowsToSend({ sheet, before, includesSettled }: ReadyReview): readonly number[] {
  return sheet.rows.flatMap(({ number }, position) =>
    includesSettled || !before.settled.has(number) ? [position] : [],
  )
}

/**
 * Reads, checks and mends; keeps what was mended while the person is on another page. No React.
 *
 * @param findBefore what is known of the rows of this sheet, whose input has this hash.
 */
export function createReview(
  labels: CategoryLabels,
  findBefore: (fileHash: string, sheet: Sheet, checks: readonly RowValidation[]) => Promise<ImportedBefore>,
) {
  const store = createStore<Review>({ kind: 'empty' })
  let run = 0

  /** Only the last of several readings counts. */
  async function runLatest(work: () => Promise<Review>): Promise<void> {
    run += 1
    const mine = run
    store.set({ kind: 'reading' })
    const result = await work().catch((): Review => ({
      kind: 'problem',
      problem: 'These rows could not be read. Choose the file again.',
    }))
    if (mine === run) store.set(result)
  }

  async function readInput(
    input: ReviewInput,
    notes: readonly string[],
    firstRowIsData: boolean,
  ): Promise<Review> {
    const { sheet, problem } = await readSheet(input.text, { notes, firstRowIsData })
    if (sheet === undefined) return { kind: 'problem', problem }
    const mapped = mapColumns(sheet.header)
    return 'missing' in mapped
      ? { kind: 'unmapped', input, sheet, toMap: mapped }
      : check(input, sheet, mapped)
  }

  async function check(input: ReviewInput, sheet: Sheet, columns: ColumnMap): Promise<Review> {
    const checks = await validateRows(sheet, columns, labels)
    const duplicates = await findDuplicateRows(sheet.rows, checks)
    const before = await findBefore(input.hash, sheet, checks)
    return { kind: 'ready', input, sheet, columns, checks, duplicates, before, includesSettled: false }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    readFile: (file: File): Promise<void> =>
      runLatest(async () => {
        const tooLarge = sizeProblem(file.size)
        if (tooLarge !== undefined) return { kind: 'problem', problem: tooLarge }
        let bytes: Uint8Array<ArrayBuffer>
        try {
          bytes = new Uint8Array(await file.arrayBuffer())
        } catch {
          return {
            kind: 'problem',
            problem: `${file.name} could not be read. It was changed or moved, or it is a folder. Choose it again.`,
          }
        }
        const decoded = decodeFile(bytes)
        if (decoded.text === undefined) return { kind: 'problem', problem: decoded.problem }
        const input = { fileName: file.name, hash: await hashOf(bytes), text: decoded.text }
        return readInput(input, decoded.notes, false)
      }),

    readText: (text: string): Promise<void> => {
      if (text.trim() === '') {
        run += 1
        store.set({ kind: 'empty' })
        return Promise.resolve()
      }
      return runLatest(async () =>
        readInput({ fileName: undefined, hash: await hashOf(text), text }, [], false),
      )
    },

    /** The first row is no header but a pet: the columns are numbered, and the person maps them. */
    takeFirstRowAsData: async (): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'unmapped') return
      const { input, sheet, toMap } = review
      await runLatest(async () => {
        const result = await readInput(input, sheet.notes, true)
        // "Column 1" says nothing; what was guessed from the cells still holds.
        return result.kind === 'unmapped'
          ? { ...result, toMap: { ...result.toMap, guess: toMap.guess, looksLikeData: false } }
          : result
      })
    },

    map: async (columns: ColumnMap): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'unmapped') return
      const { input, sheet } = review
      await runLatest(() => check(input, sheet, columns))
    },

    /** `cells` by column; the row is checked anew. */
    editRow: async (position: number, cells: ReadonlyMap<number, string>): Promise<void> => {
      const review = store.get()
      if (review.kind !== 'ready') return
      const row = review.sheet.rows[position]
      if (row === undefined) return
      const edited = { ...row, cells: row.cells.map((cell, column) => cells.get(column) ?? cell) }
      const rows = review.sheet.rows.with(position, edited)
      const checks = review.checks.with(position, validateRow(edited, review.columns, labels))
      const next = { ...review, sheet: { ...review.sheet, rows }, checks }
      // What was typed is there at once; what repeats what is counted while the page goes on.
      store.set(next)
      const duplicates = await findDuplicateRows(rows, checks)
      const now = store.get()
      if (now.kind === 'ready' && now.checks === checks) store.set({ ...now, duplicates })
    },

    /** The person chooses the columns anew; what was mended stays. */
    changeColumns: (): void => {
      const review = store.get()
      if (review.kind !== 'ready') return
      run += 1
      const { input, sheet, columns } = review
      store.set({
        kind: 'unmapped',
        input,
        sheet,
        toMap: { missing: [], guess: columns, looksLikeData: false },
      })
    },

    /** Whether rows that were imported before are sent once more. */
    includeSettled: (includesSettled: boolean): void => {
      const review = store.get()
      if (review.kind === 'ready') store.set({ ...review, includesSettled })
    },

    /** The imports on this device may have changed. */
    lookBefore: async (): Promise<void> => {
      const looked = store.get()
      if (looked.kind !== 'ready') return
      const { input, sheet, checks: checked } = looked
      const before = await findBefore(input.hash, sheet, checked)
      const review = store.get()
      if (review.kind !== 'ready' || review.input !== input) return
      const known = new Set(review.before.imports.map(({ record }) => record.id))
      // "All rows again" was said of the imports that were known then.
      const isNews = before.imports.some(({ record }) => !known.has(record.id))
      store.set({ ...review, before, includesSettled: review.includesSettled && !isNews })
    },

    /** The rows are sent. What was read since stays. */
    done: ({ input }: ReadyReview): void => {
      const review = store.get()
      if (review.kind === 'ready' && review.input === input) store.set({ kind: 'empty' })
    },

    clear: (): void => {
      run += 1
      store.set({ kind: 'empty' })
    },
  }
}

export type ReviewStore = ReturnType<typeof createReview>
