import type { checkPetForm, PetFormField } from '#src/pets/pet-form.ts'

export type Sheet = {
  readonly header: readonly string[]
  readonly rows: readonly SheetRow[]
  /** The row of the headings; `undefined` where the first row is a pet: the columns are called "Column 1", … */
  readonly headerRow: number | undefined
  /** What the user should know about how it was read, for example as Windows-1252. */
  readonly notes: readonly string[]
}

export type ReadSheet =
  | { readonly sheet: Sheet; readonly problem?: never }
  | { readonly sheet?: never; readonly problem: string }

export type SheetRow = {
  /** As a spreadsheet counts: the header is row 1, blank rows count. */
  readonly number: number
  readonly cells: readonly string[]
  /** The category ID that a person has typed or confirmed: no spreadsheet has rounded it. */
  readonly confirmedId?: string
}

/** Columns from 0; `undefined` where none is known. */
export type ColumnMap = Readonly<Record<PetFormField, number | undefined>>

export type RowValidation = ReturnType<typeof checkPetForm>
