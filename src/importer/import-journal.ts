import type { NewPet } from '#src/pets/pet.ts'
import type { ColumnMap, ImportCounts, RowOutcome } from './import-types.ts'

/** One import, on disk until the user discards it: the only proof of what was sent. */
export type ImportRecord = {
  readonly id: string
  readonly environmentId: string
  /** Absolute. An import is never resumed at another address. */
  readonly baseUrl: string
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
  readonly number: number
  readonly cells: readonly string[]
  /** `undefined` for a row that failed validation and is not sent. */
  readonly newPet: NewPet | undefined
  readonly outcome: RowOutcome
}

export type OutcomeChange = { readonly position: number; readonly outcome: RowOutcome }

export type ListedImport = {
  readonly record: ImportRecord
  readonly counts: ImportCounts
}

export type ImportJournal = {
  readonly record: ImportRecord
  readonly rows: readonly ImportRow[]
  /**
   * All changes or none. Strict durability: once this resolves, they survive a crash of the browser. Rejects when another
   * tab has appended since this journal was opened: this tab no longer knows what was sent.
   */
  readonly append: (changes: readonly OutcomeChange[]) => Promise<void>
}

/** The same rows were imported to the same address since the review looked for earlier imports. */
export class ConcurrentImportError extends Error {
  override readonly name = 'ConcurrentImportError'
}

/**
 * The imports on this device. Every promise resolves when its transaction is complete, and rejects when the browser did
 * not store it (blocked, full, deleted by hand).
 */
export type ImportStore = {
  /**
   * @param known the ids of the imports of these rows that the user was shown.
   * @throws {ConcurrentImportError} when another one exists.
   */
  create: (
    record: ImportRecord,
    rows: readonly ImportRow[],
    known: ReadonlySet<string>,
  ) => Promise<ImportJournal>
  /** The imports of all environments, newest first. */
  list: () => Promise<readonly ListedImport[]>
  /** To continue it; `undefined` when it was discarded. */
  open: (importId: string) => Promise<ImportJournal | undefined>
  rows: (importId: string) => Promise<readonly ImportRow[]>
  discard: (importId: string) => Promise<void>
  readonly isPersistent: boolean
}

export function isConcurrentImport(
  records: readonly ImportRecord[],
  { fileHash, baseUrl }: ImportRecord,
  known: ReadonlySet<string>,
): boolean {
  return records.some(
    (other) => other.fileHash === fileHash && other.baseUrl === baseUrl && !known.has(other.id),
  )
}

/** The counts of an import; an update costs the same for any number of rows. */
export class Tally {
  private readonly kinds: RowOutcome['kind'][]
  private counts: ImportCounts

  constructor(rows: readonly ImportRow[]) {
    this.kinds = rows.map(({ outcome }) => outcome.kind)
    this.counts = countsOf(rows)
  }

  countsAfter(changes: readonly OutcomeChange[]): ImportCounts {
    const counts = { ...this.counts }
    for (const [position, kind] of new Map(changes.map((one) => [one.position, one.outcome.kind]))) {
      counts[countedAs(this.kinds[position] ?? 'waiting')]--
      counts[countedAs(kind)]++
    }
    return counts
  }

  apply(changes: readonly OutcomeChange[]): void {
    this.counts = this.countsAfter(changes)
    for (const { position, outcome } of changes) this.kinds[position] = outcome.kind
  }
}

export function countsOf(rows: readonly ImportRow[]): ImportCounts {
  const counts = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
  for (const { outcome } of rows) counts[countedAs(outcome.kind)]++
  return counts
}

function countedAs(kind: RowOutcome['kind']): keyof ImportCounts {
  return kind === 'sending' ? 'unknown' : kind
}
