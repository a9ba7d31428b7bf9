import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { NewPet } from '#src/pets/pet.ts'
import {
  PET_FORM_FIELDS,
  type PetFormErrors,
  petFormResolver,
  type PetFormValues,
} from '#src/pets/pet-form.ts'
import { focusFirstOf, PetFields } from '#src/pets/PetFields.tsx'
import { MAYBE_ROUNDED } from '#src/spreadsheet/validate-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'

type RowDialogProps = {
  number: number
  values: PetFormValues
  /** Those that were there before it was edited. */
  problems: PetFormErrors
  hasStatus: boolean
  /** Another row has a problem. */
  hasNext: boolean
  onSave: (values: PetFormValues, goesOn: boolean) => void
  onClose: () => void
}

/** The fields of the form for a new pet, for one row. */
export function RowDialog({ number, values, problems, hasStatus, hasNext, onSave, onClose }: RowDialogProps) {
  const { categories } = useEnvironment()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<PetFormValues, unknown, NewPet>({
    defaultValues: values,
    // What a spreadsheet may have rounded is not right because nobody has changed it.
    resolver: petFormResolver(categories, ({ category }) =>
      problems.category === MAYBE_ROUNDED && category === values.category ? { category: MAYBE_ROUNDED } : {},
    ),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const focusFirst = (wrong: object) => focusFirstOf(element.current, wrong)
  const opened = useEffectEvent(() => {
    for (const field of PET_FORM_FIELDS)
      if (problems[field] !== undefined) form.setError(field, { message: problems[field] })
    focusFirst(problems)
  })
  // After the dialog has given it to its first field.
  useEffect(() => opened(), [])

  const save = (goesOn: boolean) => form.handleSubmit(() => onSave(form.getValues(), goesOn), focusFirst)
  return (
    <Modal title={`Edit row ${number}`} onClose={onClose}>
      <form
        ref={element}
        className="stack"
        noValidate
        onSubmit={(event) => {
          void save(hasNext)(event)
        }}
      >
        <PetFields form={form} hasStatus={hasStatus} />
        <div className="actions">
          <Button type="submit" variant="primary">
            {hasNext ? 'Save and next problem' : 'Save'}
          </Button>
          {hasNext ? <Button onClick={(event) => void save(false)(event)}>Save</Button> : null}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
