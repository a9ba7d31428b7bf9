import { useEffect, useEffectEvent } from 'react'
import { counted } from '#src/lib/counted.ts'
import { PET_FORM_FIELDS, type PetFormField, type PetFormValues } from '#src/pets/pet-form.ts'
import { PetFields, usePetForm } from '#src/pets/PetFields.tsx'
import { MAYBE_ROUNDED } from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import type { ImportDraftStore, Reviewed, ReviewRow } from './import-draft.ts'

export type EditedRows = {
  /** As they were when it was opened: one, or several that get the same. */
  readonly rows: readonly [ReviewRow, ...ReviewRow[]]
  /** Left out: all. */
  readonly fields?: readonly PetFormField[]
}

type RowDialogProps = EditedRows & {
  review: Reviewed
  store: ImportDraftStore
  /** Goes on to another row, or closes. */
  onEdit: (edited?: EditedRows) => void
}

/** Valid values for the fields that are not shown, so that only the shown ones are checked. */
const RIGHT: PetFormValues = { name: '-', category: '0', status: '' }

export function RowDialog({ rows, fields = PET_FORM_FIELDS, review, store, onEdit }: RowDialogProps) {
  const [{ number, newPet, values, problems }] = rows
  const shown = fields.filter((field) => review.sheet.columns[field] !== undefined)
  const ofShown = (all: PetFormValues) => Object.fromEntries(shown.map((field) => [field, all[field]]))
  const wrong = problems.filter(({ field }) => shown.includes(field))
  const isRounded = wrong.some(({ text }) => text === MAYBE_ROUNDED)
  const { form, element, focusFirst } = usePetForm({
    defaultValues: { ...RIGHT, ...ofShown(values) },
    // An ID that a spreadsheet may have rounded is not right because nobody has changed it.
    others: ({ category }) =>
      isRounded && category.trim() === values.category.trim() ? { category: MAYBE_ROUNDED } : {},
  })
  const opened = useEffectEvent(() => {
    for (const { field, text } of wrong) form.setError(field, { message: text })
    // The typed values take the place of the wrong ones.
    focusFirst(Object.fromEntries(wrong.map(({ field }) => [field, true])))?.select()
  })
  // After the dialog has given it to its first field.
  useEffect(() => opened(), [])

  /** From one problem to the next. */
  const isNext = rows.length === 1 && newPet === undefined
  const next = isNext ? review.invalid.find((row) => row.number !== number) : undefined
  const save = (goesTo?: ReviewRow) =>
    form.handleSubmit(() => {
      store.edit(rows, () => ofShown(form.getValues()))
      onEdit(goesTo && { rows: [goesTo] })
    }, focusFirst)
  const title = rows.length === 1 ? `Edit row ${number}` : `Fix ${counted(rows.length, 'row')}`
  return (
    <Modal title={title} onClose={onEdit}>
      <form ref={element} className="stack" noValidate onSubmit={(event) => void save(next)(event)}>
        <PetFields form={form} fields={shown} />
        <div className="actions">
          <Button type="submit" variant="primary">
            {next ? 'Save and next problem' : 'Save'}
          </Button>
          {next ? <Button onClick={(event) => void save()(event)}>Save</Button> : null}
          <Button variant="quiet" onClick={() => onEdit()}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
