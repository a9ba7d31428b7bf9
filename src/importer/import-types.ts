import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** What a file or a paste holds, as text: nothing is interpreted yet. */
export type Sheet = {
  readonly header: readonly string[]
  readonly rows: readonly SheetRow[]
  /** What the person should know about the reading, for example that the file was read as Windows-1252. */
  readonly notes: readonly string[]
}

export type SheetRow = {
  /** As a spreadsheet counts: the header is row 1, blank rows count. */
  readonly number: number
  /** As many as the header has. */
  readonly cells: readonly string[]
}

/** Which column (from 0) holds what; `status: undefined` when no column does. */
export type ColumnMap = {
  readonly name: number
  readonly categoryId: number
  readonly status: number | undefined
}

/** What a row says, checked before anything is sent. */
export type RowValidation =
  | { readonly newPet: NewPet; readonly problem?: never }
  /** In words, as words-and-behaviour.md has them. */
  | { readonly newPet?: never; readonly problem: string }

/** Where a row stands (app-contract, "Importing"). `sending` is on disk before the request, so a crash leaves it there. */
export type RowOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  /** `id: undefined`: the service acted, but its answer could not be read. */
  | { readonly kind: 'added'; readonly id: Int64 | undefined; readonly message?: string }
  /** By the service, or by a check that kept it from being sent. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** `givenUpAt` (milliseconds since 1970): the app ended the wait, and the service may have been at work still. */
  | { readonly kind: 'unknown'; readonly message: string; readonly givenUpAt?: number }

/** How many rows of an import stand where; a row that is being sent counts as waiting while it is, as unknown on disk. */
export type ImportCounts = Readonly<Record<'added' | 'rejected' | 'unknown' | 'waiting', number>>
