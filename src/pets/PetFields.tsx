import type { KeyboardEvent, ReactNode } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CategoryField } from './CategoryField.tsx'
import { type NewPet, PET_STATUSES } from './pet.ts'
import { PET_FORM_FIELDS, type PetFormField, type PetFormValues } from './pet-form.ts'
import { statusText } from './status-text.ts'

const STATUS_OPTIONS = [
  { value: '', label: statusText(undefined) },
  ...PET_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
]

type PetFieldsProps = {
  form: UseFormReturn<PetFormValues, unknown, NewPet>
  fields?: readonly PetFormField[]
  onKeyDown?: (field: PetFormField, event: KeyboardEvent) => void
  /** Below the category. */
  children?: ReactNode
}

export function PetFields({ form, fields = PET_FORM_FIELDS, onKeyDown, children }: PetFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  const category = useController({ control, name: 'category' })
  const status = useController({ control, name: 'status' })
  return (
    <>
      {fields.includes('name') ? (
        <TextField
          {...register('name')}
          label="Name"
          required
          spellCheck={false}
          error={errors.name?.message}
          onKeyDown={(event) => onKeyDown?.('name', event)}
        />
      ) : null}
      {fields.includes('category') ? (
        <CategoryField
          name="category"
          value={category.field.value}
          error={errors.category?.message}
          onChange={category.field.onChange}
          onKeyDown={(event) => onKeyDown?.('category', event)}
        />
      ) : null}
      {children}
      {fields.includes('status') ? (
        <RadioGroup
          name="status"
          legend="Status"
          options={STATUS_OPTIONS}
          value={status.field.value}
          error={errors.status?.message}
          onChange={status.field.onChange}
        />
      ) : null}
    </>
  )
}

/** At once: the form library focuses in a later task, and a key that comes before it would go astray. */
export function focusField(form: HTMLElement | null, field: PetFormField): void {
  form?.querySelector<HTMLElement>(`[name='${field}']`)?.focus()
}

export function focusFirstOf(form: HTMLElement | null, wrong: object): void {
  const first = PET_FORM_FIELDS.find((field) => field in wrong)
  if (first !== undefined) focusField(form, first)
}
