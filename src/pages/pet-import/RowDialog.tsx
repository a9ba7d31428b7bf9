import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { petFormResolver, type PetFormValues } from '#src/pets/pet-form.ts'
import { focusFirstOf, PetFields } from '#src/pets/PetFields.tsx'
import { MAYBE_ROUNDED, problemText } from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import type { ImportDraftStore, ReadyDraft, ReviewRow } from './import-draft.ts'

type RowDialogProps = {
  /** As it was when it was opened. */
  row: ReviewRow
  draft: ReadyDraft
  store: ImportDraftStore
  /** Goes on to another row, or closes. */
  onEdit: (row?: ReviewRow) => void
}

export function RowDialog({ row, draft, store, onEdit }: RowDialogProps) {
  const { categories } = useEnvironment()
  const element = useRef<HTMLFormElement>(null)
  const { values } = row
  const isRounded = row.problems.some(({ error }) => error === MAYBE_ROUNDED)
  const form = useForm<PetFormValues, unknown, NewPet>({
    defaultValues: values,
    // What a spreadsheet may have rounded is not right because nobody has changed it.
    resolver: petFormResolver(categories, ({ category }) =>
      isRounded && category === values.category ? { category: MAYBE_ROUNDED } : {},
    ),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const focusFirst = (wrong: object) => focusFirstOf(element.current, wrong)
  const opened = useEffectEvent(() => {
    // A word is named, else what to do.
    for (const problem of row.problems)
      form.setError(problem.field, { message: problem.word ? problemText(problem) : problem.error })
    focusFirst(Object.fromEntries(row.problems.map(({ field }) => [field, true])))
  })
  // After the dialog has given it to its first field.
  useEffect(() => opened(), [])

  /** From one problem to the next. */
  const next =
    row.newPet === undefined ? draft.invalid.find(({ position }) => position !== row.position) : undefined
  const save = (goesTo?: ReviewRow) =>
    form.handleSubmit(() => {
      const { category, ...others } = form.getValues()
      store.edit([row], () => (category === values.category ? others : { ...others, category }))
      onEdit(goesTo)
    }, focusFirst)
  return (
    <Modal title={`Edit row ${row.number}`} onClose={onEdit}>
      <form ref={element} className="stack" noValidate onSubmit={(event) => void save(next)(event)}>
        <PetFields form={form} hasStatus={draft.sheet.columns.status !== undefined} />
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
