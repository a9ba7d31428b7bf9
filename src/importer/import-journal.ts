import type { NewPet } from '#src/pets/pet.ts'
import type { ColumnMap, ImportCounts, RowOutcome } from './import-types.ts'

/** One import, as it rests on disk until a person discards it: the only proof of what was sent. */
export type ImportRecord = {
  readonly id: string
  readonly environmentId: string
  /** Absolute: an import is never resumed under another one. */
  readonly baseUrl: string
  /** `undefined` for pasted rows. */
  readonly fileName: string | undefined
  readonly fileHash: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly header: readonly string[]
  readonly columns: ColumnMap
}

export type ImportRow = {
  /** From 0, in the order of the file. */
  readonly position: number
  /** As the spreadsheet counts. */
  readonly number: number
  readonly cells: readonly string[]
  /** `undefined` for a row that a check kept from being sent. */
  readonly newPet: NewPet | undefined
  readonly outcome: RowOutcome
}

export type OutcomeChange = { readonly position: number; readonly outcome: RowOutcome }

export type ListedImport = {
  readonly record: ImportRecord
  /** A row that was being sent when it was last heard of counts as unknown. */
  readonly counts: ImportCounts
}

/** What becomes of the rows of one import, for the one tab that has it open. */
export type ImportJournal = {
  readonly record: ImportRecord
  /** As they were when the journal was opened. */
  readonly rows: readonly ImportRow[]
  /**
   * All or none. With strict durability: what resolves here survives the death of the browser. Rejects when another
   * tab has appended since this journal was opened: this one no longer knows what was sent.
   */
  readonly append: (changes: readonly OutcomeChange[]) => Promise<void>
}

/** The same rows were imported to the same address since the person looked at what was imported before. */
export class ConcurrentImportError extends Error {
  override readonly name = 'ConcurrentImportError'
}

/**
 * The imports on this device. Every promise resolves when the transaction is complete, and rejects when the browser did
 * not keep it (blocked, full, deleted by hand).
 */
export type ImportStore = {
  /**
   * @param known the ids of the imports of these rows that the person knows of.
   * @throws {ConcurrentImportError} when there is another one.
   */
  create: (
    record: ImportRecord,
    rows: readonly ImportRow[],
    known: ReadonlySet<string>,
  ) => Promise<ImportJournal>
  /** The imports of all environments, newest first. */
  list: () => Promise<readonly ListedImport[]>
  /** To go on with it; `undefined` when it was discarded. */
  open: (importId: string) => Promise<ImportJournal | undefined>
  /** As they are now, to look at. */
  rows: (importId: string) => Promise<readonly ImportRow[]>
  discard: (importId: string) => Promise<void>
  /** Whether a reload loses the record. */
  readonly isPersistent: boolean
}

/** Whether there is an import of the same rows to the same address that is not among those known. */
export function isConcurrentImport(
  records: readonly ImportRecord[],
  { fileHash, baseUrl }: ImportRecord,
  known: ReadonlySet<string>,
): boolean {
  return records.some(
    (other) => other.fileHash === fileHash && other.baseUrl === baseUrl && !known.has(other.id),
  )
}

/** The counts of an import, kept up to date at a cost that does not grow with the number of its rows. */
export class Tally {
  private readonly kinds: RowOutcome['kind'][]
  private counts: ImportCounts

  constructor(rows: readonly ImportRow[]) {
    this.kinds = rows.map(({ outcome }) => outcome.kind)
    this.counts = countsOf(rows)
  }

  countsAfter(changes: readonly OutcomeChange[]): ImportCounts {
    const counts = { ...this.counts }
    // Of two changes of one row, the later counts.
    for (const [position, kind] of new Map(changes.map((one) => [one.position, one.outcome.kind]))) {
      counts[countedAs(this.kinds[position] ?? 'waiting')]--
      counts[countedAs(kind)]++
    }
    return counts
  }

  take(changes: readonly OutcomeChange[]): void {
    this.counts = this.countsAfter(changes)
    for (const { position, outcome } of changes) this.kinds[position] = outcome.kind
  }
}

export function countsOf(rows: readonly ImportRow[]): ImportCounts {
  const counts = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
  for (const { outcome } of rows) counts[countedAs(outcome.kind)]++
  return counts
}

/** On disk, a row that is being sent is one whose answer is not known. */
function countedAs(kind: RowOutcome['kind']): keyof ImportCounts {
  return kind === 'sending' ? 'unknown' : kind
}
