import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'

export type Sheet = {
  readonly header: readonly string[]
  readonly rows: readonly SheetRow[]
  /** What the user should know about how it was read, for example as Windows-1252. */
  readonly notes: readonly string[]
}

export type SheetRow = {
  /** As a spreadsheet counts: the header is row 1, blank rows count. */
  readonly number: number
  readonly cells: readonly string[]
}

/** Columns from 0; `status: undefined` when there is no such column. */
export type ColumnMap = {
  readonly name: number
  readonly categoryId: number
  readonly status: number | undefined
}

/** What is wrong with a row, by field; at least one. */
export type RowProblems = Readonly<Partial<Record<keyof ColumnMap, string>>>

export type RowValidation =
  | { readonly newPet: NewPet; readonly problems?: never }
  | { readonly newPet?: never; readonly problems: RowProblems }

/** The state of a row. `sending` is on disk before the request, so a crash leaves it there. */
export type RowOutcome =
  | { readonly kind: 'waiting' }
  /** Since `at`, in milliseconds since 1970; older versions did not write it. */
  | { readonly kind: 'sending'; readonly at?: number }
  /** `id: undefined`: the service added the pet, but its response could not be read. */
  | { readonly kind: 'added'; readonly id: Int64 | undefined; readonly message?: string }
  /** By the service, or by validation before it was sent. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** `givenUpAt` (milliseconds since 1970): the app gave up the request, which may still arrive after that. */
  | { readonly kind: 'unknown'; readonly message: string; readonly givenUpAt?: number }

/** Rows by outcome; a row being sent counts as waiting in memory and as unknown on disk. */
export type ImportCounts = Readonly<Record<'added' | 'rejected' | 'unknown' | 'waiting', number>>
