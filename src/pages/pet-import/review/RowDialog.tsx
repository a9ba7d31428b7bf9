import { useEffect, useEffectEvent } from 'react'
import { FormProvider } from 'react-hook-form'
import { counted } from '#src/lib/counted.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { PET_FORM_FIELDS, type PetFormField, type PetFormValues } from '#src/pets/form/pet-form.ts'
import { PetFields, usePetForm } from '#src/pets/form/PetFields.tsx'
import { MAYBE_ROUNDED } from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { cellError } from '#src/spreadsheet/cell-errors.ts'
import type { Review, ReviewRow } from './review.ts'
import type { RowsToEdit } from './review-command.ts'
import type { ReviewStore } from './review-store.ts'

type RowDialogProps = RowsToEdit & {
  review: Review
  store: ReviewStore
  /** Goes on to another row, or closes. */
  onEdit: (rows?: RowsToEdit) => void
}

/** Valid values for the fields that are not shown, so that only the shown ones are checked. */
const VALID_VALUES: PetFormValues = { name: '-', category: '0', status: '' }

/** Edits one row, or gives several rows the same category or status. */
export function RowDialog({ rows, fields = PET_FORM_FIELDS, review, store, onEdit }: RowDialogProps) {
  const [{ number, newPet, values, problems }] = rows
  const shownFields = fields.filter((field) => review.sheet.columns[field] !== undefined)
  const valuesOfShown = (all: PetFormValues) =>
    Object.fromEntries(shownFields.map((field) => [field, all[field]]))
  const problemsOfShown = problems.filter(({ field }) => shownFields.includes(field))
  const isRounded = problemsOfShown.some(({ text }) => text === MAYBE_ROUNDED)
  const { form, element, focusFirst } = usePetForm({
    defaultValues: { ...VALID_VALUES, ...valuesOfShown(values) },
    others: (typed) => ({
      ...spreadsheetErrors(typed),
      // Leaving an ID as it is does not make it right, if a spreadsheet may have rounded it.
      ...(isRounded && plainText(typed.category) === plainText(values.category)
        ? { category: MAYBE_ROUNDED }
        : {}),
    }),
  })
  const showProblems = useEffectEvent(() => {
    for (const { field, text } of problemsOfShown) form.setError(field, { message: text })
    // The typed values take the place of the wrong ones.
    focusFirst(Object.fromEntries(problemsOfShown.map(({ field }) => [field, true])))?.select()
  })
  // This happens after the dialog has given the focus to its first field.
  useEffect(() => showProblems(), [])

  const isOneInvalidRow = rows.length === 1 && newPet === undefined
  const nextInvalidRow = isOneInvalidRow ? rowAfter(number, review.invalid) : undefined
  const save = (goesTo?: ReviewRow) =>
    form.handleSubmit(() => {
      store.edit(rows, () => valuesOfShown(form.getValues()))
      onEdit(goesTo && { rows: [goesTo], fields: undefined })
    }, focusFirst)
  const title = rows.length === 1 ? `Edit row ${number}` : `Fix ${counted(rows.length, 'row')}`
  return (
    <Modal title={title} onClose={onEdit}>
      <form ref={element} className="stack" noValidate onSubmit={(event) => void save(nextInvalidRow)(event)}>
        <FormProvider {...form}>
          <PetFields fields={shownFields} />
        </FormProvider>
        <div className="actions">
          <Button type="submit" variant="primary">
            {nextInvalidRow === undefined ? 'Save' : 'Save and next problem'}
          </Button>
          {nextInvalidRow !== undefined && <Button onClick={(event) => void save()(event)}>Save</Button>}
          <Button variant="quiet" onClick={() => onEdit()}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Returns the row below another one, or the first one after the last. */
function rowAfter(number: number, rows: readonly ReviewRow[]): ReviewRow | undefined {
  const others = rows.filter((row) => row.number !== number)
  return others.find((row) => row.number > number) ?? others[0]
}

/** The fields that still have the error of a spreadsheet in place of a value. */
function spreadsheetErrors(values: PetFormValues): Partial<Record<PetFormField, string>> {
  const errors = PET_FORM_FIELDS.map((field) => [field, cellError(values[field])] as const)
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined))
}
