import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { createStore } from '#src/lib/create-store.ts'
import { type Batch, type Entry, keyOf } from '#src/outbox/entry.ts'
import type { Outbox, RowToSend } from '#src/outbox/outbox.ts'
import { PET_FORM_FIELDS, type PetFormField, type PetFormValues } from '#src/pets/pet-form.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { mapColumns } from '#src/spreadsheet/map-columns.ts'
import { type ImportInput, readFile, readPastedText } from '#src/spreadsheet/read-input.ts'
import { reportedRows } from '#src/spreadsheet/report.ts'
import { problemsText, rowProblems } from '#src/spreadsheet/row-problems.ts'
import { withFirstRow } from '#src/spreadsheet/build-sheet.ts'
import type { ColumnMap, RowValidation, Sheet } from '#src/spreadsheet/sheet.ts'
import { findDuplicateRows, validateRow } from '#src/spreadsheet/validate-row.ts'

/** What is on the screen of rows that were read: all of it is derived from this, and this survives a reload. */
type Rows = {
  readonly input: ImportInput
  readonly sheet: Sheet
  /** Positions in the sheet that the person leaves out: neither sent nor in the record. */
  readonly excluded: readonly number[]
  /** Rows of an import that were not added: their positions in it, and why, in the order of the sheet. */
  readonly fixes?: {
    readonly batch: Batch
    readonly positions: readonly number[]
    readonly messages: readonly (string | undefined)[]
  }
}

/** Rows that can be sent. Positions are those in the sheet. */
export type ReadyDraft = Rows & {
  readonly kind: 'ready'
  readonly columns: ColumnMap
  readonly validations: readonly RowValidation[]
  /** Row numbers, and the number of the row that each repeats. */
  readonly duplicates: ReadonlyMap<number, number>
  /** By which entries a row may already be there; `undefined` while that is being looked up, or could not be. */
  readonly causes: readonly (readonly Entry[])[] | undefined
  /** By position: the file itself is a report, and says that it was sent. */
  readonly reported: ReadonlySet<number>
  /** The person includes what would be left out. */
  readonly includesLeftOut: boolean
}

export type ImportDraft =
  | { readonly kind: 'empty' }
  | { readonly kind: 'reading' }
  /** `source`: where these rows come from. */
  | { readonly kind: 'problem'; readonly problem: string; readonly source: 'file' | 'text' }
  | ReadyDraft

/** The rows of a draft by what the person may want to see. */
export function rowsOf(draft: ReadyDraft) {
  const { sheet, validations, excluded, includesLeftOut, causes, reported, duplicates } = draft
  const positions = sheet.rows.map((_, position) => position)
  const isExcluded = new Set(excluded)
  const isReady = (position: number) => validations[position]?.newPet !== undefined
  const isSeen = (position: number) =>
    reported.has(position) || (isReady(position) && (causes?.[position]?.length ?? 0) > 0)
  /** What this device has added or sent before, or is still to send. */
  const seen = positions.filter((position) => isSeen(position) && !isExcluded.has(position))
  const left = new Set(includesLeftOut ? [] : seen)
  const included = positions.filter((position) => !isExcluded.has(position) && !left.has(position))
  return {
    seen,
    /** All but those. */
    all: positions.filter((position) => !left.has(position)),
    included,
    ready: included.filter(isReady),
    invalid: included.filter((position) => !isReady(position)),
    excluded: positions.filter((position) => isExcluded.has(position)),
    duplicates: included.filter((position) => duplicates.has(sheet.rows[position]?.number ?? 0)),
  }
}

/** What "Add" puts into the outbox. The gate looks once more; it is told what the person has seen and accepted. */
export function toRowsToSend(draft: ReadyDraft): RowToSend[] {
  const { sheet, columns, validations, causes, reported, includesLeftOut, excluded, fixes } = draft
  const isExcluded = new Set(excluded)
  let next = 0
  return sheet.rows.flatMap((row, position) => {
    const validation = validations[position]
    if (validation === undefined || isExcluded.has(position)) return []
    const { newPet } = validation
    return [
      {
        position: fixes?.positions[position] ?? next++,
        newPet,
        row,
        problem: problemsText(rowProblems(validation, row, columns)),
        ...(includesLeftOut ? { accepted: (causes?.[position] ?? []).map(keyOf) } : {}),
        isLeftOut: reported.has(position) && !includesLeftOut,
      },
    ]
  })
}

/** Of rows with the same causes, all are left out or none; those of a report may be left out one by one. */
function duplicatesOf({ sheet, validations, excluded, reported, includesLeftOut }: ReadyDraft) {
  const left = new Set([...excluded, ...(includesLeftOut ? [] : reported)])
  const included = sheet.rows.flatMap((_, position) => (left.has(position) ? [] : [position]))
  return findDuplicateRows(sheet.rows, validations, included)
}

type Stored = Rows & { readonly columns?: ColumnMap }

/** Reads, validates and edits rows. It outlives the page; what can be stored outlives a reload, too. */
export function createImportDraft(labels: CategoryLabels, outbox: Outbox, name: string) {
  const store = createStore<ImportDraft>({ kind: 'empty' })
  let lastReading = 0
  let lastText = ''
  let isStored = true
  let storing: ReturnType<typeof setTimeout> | undefined
  let isLookingUp = false
  let isOutdated = false

  function show(draft: ImportDraft) {
    lastReading += 1
    store.set(draft)
    if (draft.kind === 'reading') return
    // In a task of its own: 10,000 rows take as long as all else that a press does.
    clearTimeout(storing)
    storing = setTimeout(() => storeRows(draft))
  }

  function storeRows(draft: ImportDraft) {
    let text: string | null = null
    if (draft.kind === 'ready') {
      const { input, sheet, excluded, fixes, columns } = draft
      text = JSON.stringify({ input, sheet, excluded, fixes, columns })
    }
    const wasStored = isStored
    isStored = writeStored('session', name, text)
    if (isStored !== wasStored) store.set(store.get())
  }

  /** Shows the result of the last reading alone. */
  async function read(source: 'file' | 'text', start: () => ReturnType<typeof readFile>): Promise<void> {
    show({ kind: 'reading' })
    const reading = lastReading
    const { input, sheet, problem } = await start()
    if (reading !== lastReading) return
    if (problem !== undefined) show({ kind: 'problem', source, problem })
    else review({ input, sheet, excluded: [] })
  }

  /** `before`: with the same columns. */
  function review(rows: Rows, columns = mapColumns(rows.sheet, labels), before?: ReadyDraft): void {
    const { sheet } = rows
    const validations = sheet.rows.map((row, position) =>
      before?.sheet.rows[position] === row
        ? (before.validations[position] as RowValidation)
        : validateRow(row, columns, labels),
    )
    // Of a report, the rows to fix are those that were not added.
    const numbers = rows.fixes === undefined ? reportedRows(sheet) : new Set<number>()
    const reported = new Set(sheet.rows.flatMap(({ number }, at) => (numbers.has(number) ? [at] : [])))
    const draft: ReadyDraft = {
      ...rows,
      kind: 'ready',
      columns,
      validations,
      duplicates: new Map(),
      causes: before?.causes,
      reported,
      includesLeftOut: before?.includesLeftOut ?? false,
    }
    show({ ...draft, duplicates: duplicatesOf(draft) })
    void lookUp()
  }

  /** What this device knows of the rows now. One that fails finds nothing, and proves nothing: the gate looks again. */
  async function lookUp(): Promise<void> {
    isOutdated = true
    if (isLookingUp) return
    isLookingUp = true
    while (isOutdated) {
      isOutdated = false
      const draft = store.get()
      if (draft.kind !== 'ready') break
      const newPets = draft.validations.map(({ newPet }) => newPet)
      const causes = await outbox.lookUp(newPets, draft.fixes?.batch.id).catch(() => undefined)
      const now = store.get()
      if (now.kind === 'ready' && now.validations === draft.validations && causes !== undefined)
        store.set({ ...now, causes })
    }
    isLookingUp = false
  }

  /** What was typed, while it has a problem. */
  function problemText(): string {
    const draft = store.get()
    return draft.kind === 'problem' && draft.source === 'text' ? lastText : ''
  }

  /** Acts on the rows that are ready. */
  function change(act: (draft: ReadyDraft) => void): void {
    const draft = store.get()
    if (draft.kind === 'ready') act(draft)
  }

  outbox.subscribe((written) => {
    // Not the rows themselves, when they are entered.
    const isByRows = written?.every(({ row }) => row !== undefined) === true
    if (store.get().kind === 'ready' && !isByRows) void lookUp()
  })
  restore()

  function restore() {
    try {
      const stored = JSON.parse(readStored('session', name) ?? 'null') as Stored | null
      if (stored === null) return
      const { columns, ...rows } = stored
      review(rows, columns)
    } catch {
      // Not one of ours.
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Whether a reload would lose rows, or what is being typed. */
    isUnsaved: (): boolean => {
      const { kind } = store.get()
      return kind === 'ready' ? !isStored : kind === 'reading' || problemText() !== ''
    },

    readFile: (file: File): Promise<void> => read('file', () => readFile(file, labels)),

    readText: async (text: string): Promise<void> => {
      lastText = text
      if (text.trim() === '') show({ kind: 'empty' })
      else await read('text', () => readPastedText(text, labels))
    },

    problemText,

    /** The columns stay as they are. */
    setFirstRow: (isPet: boolean): void =>
      change((draft) => {
        const sheet = withFirstRow(draft.sheet, isPet)
        const moved = sheet.rows.length - draft.sheet.rows.length
        const excluded = draft.excluded
          .map((position) => position + moved)
          .filter((position) => position >= 0)
        review({ ...draft, sheet, excluded }, draft.columns)
      }),

    /** The column of a field. No column has two. */
    setColumn: (field: PetFormField, column: number | undefined): void =>
      change((draft) => {
        const others = Object.entries(draft.columns).filter(([, one]) => one !== column)
        review(draft, {
          name: undefined,
          category: undefined,
          status: undefined,
          ...Object.fromEntries(others),
          [field]: column,
        })
      }),

    /** Gives rows (by position) other values. A category ID that a person has typed or confirmed is not rounded. */
    editRows: (edits: ReadonlyMap<number, Partial<PetFormValues>>): void =>
      change((draft) => {
        const { columns, sheet } = draft
        const rows = sheet.rows.map((row, position) => {
          const edit = edits.get(position)
          if (edit === undefined) return row
          const cells = [...row.cells]
          for (const field of PET_FORM_FIELDS) {
            const [column, text] = [columns[field], edit[field]]
            if (column !== undefined && text !== undefined) cells[column] = text
          }
          return {
            ...row,
            cells,
            ...(edit.category === undefined ? {} : { confirmedId: edit.category.trim() }),
          }
        })
        review({ ...draft, sheet: { ...sheet, rows } }, columns, draft)
      }),

    /** Leaves a row out, or takes it in again. */
    exclude: (position: number, isExcluded: boolean): void =>
      change((draft) => {
        const others = draft.excluded.filter((one) => one !== position)
        review({ ...draft, excluded: isExcluded ? [...others, position] : others }, draft.columns, draft)
      }),

    includeLeftOut: (includesLeftOut: boolean): void =>
      change((before) => {
        const draft = { ...before, includesLeftOut }
        store.set({ ...draft, duplicates: duplicatesOf(draft) })
      }),

    /** Takes rows of an import that were not added: what is ready then takes their places in it. */
    fix: (batch: Batch, entries: readonly Entry[]): void => {
      const { fileName, fileHash: hash = '', header = [], columns } = batch
      if (columns === undefined) return
      const rows = entries.map(({ row = { number: 0, cells: [] } }) => row)
      const positions = entries.map(({ position }) => position)
      const messages = entries.map(({ state }) => (state.kind === 'rejected' ? state.message : undefined))
      review(
        {
          input: { fileName, hash },
          sheet: { header, headerRow: 1, rows, notes: [] },
          excluded: [],
          fixes: { batch, positions, messages },
        },
        columns,
      )
    },

    /** Rows are being typed. */
    awaitText: (): void => show({ kind: 'reading' }),

    clear: (): void => show({ kind: 'empty' }),
  }
}

export type ImportDraftStore = ReturnType<typeof createImportDraft>
