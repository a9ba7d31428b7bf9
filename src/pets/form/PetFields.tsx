import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { type DefaultValues, type FieldPath, useController, useForm, useFormContext } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CategoryField } from './CategoryField.tsx'
import { type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import {
  PET_FORM_FIELDS,
  type PetFormErrors,
  type PetFormField,
  petFormResolver,
  type PetFormValues,
} from './pet-form.ts'
import { statusText } from '#src/pets/status-text.ts'

const STATUS_OPTIONS = [
  { value: '', label: statusText(undefined) },
  ...PET_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
]

type PetFieldsProps = {
  fields?: readonly PetFormField[]
  onKeyDown?: (field: PetFormField, event: KeyboardEvent) => void
}

/** The fields of a pet, of which the `FormProvider` around them has the values. */
export function PetFields({ fields = PET_FORM_FIELDS, onKeyDown }: PetFieldsProps) {
  const { control, formState } = useFormContext<PetFormValues>()
  const { errors } = formState
  const name = useController({ control, name: 'name' })
  const category = useController({ control, name: 'category' })
  const status = useController({ control, name: 'status' })
  return (
    <>
      {fields.includes('name') && (
        <TextField
          {...name.field}
          label="Name"
          required
          autoCapitalize="words"
          error={errors.name?.message}
          onKeyDown={(event) => onKeyDown?.('name', event)}
        />
      )}
      {fields.includes('category') && (
        <CategoryField
          name="category"
          value={category.field.value}
          error={errors.category?.message}
          onChange={category.field.onChange}
          onKeyDown={(event) => onKeyDown?.('category', event)}
        />
      )}
      {fields.includes('status') && (
        <RadioGroup
          name="status"
          legend="Status"
          options={STATUS_OPTIONS}
          value={status.field.value}
          error={errors.status?.message}
          onChange={status.field.onChange}
        />
      )}
    </>
  )
}

type PetFormOptions<Values extends PetFormValues> = {
  defaultValues: Values
  /** Is called after each change of these fields, also when the page sets the values. */
  onChange?: () => void
  /** Returns further errors, besides those of the fields themselves. */
  others?: (values: PetFormValues) => PetFormErrors
}

/**
 * Returns a form with these fields. An error message disappears with the next change of any field.
 */
export function usePetForm<Values extends PetFormValues>(options: PetFormOptions<Values>) {
  const { defaultValues, onChange, others } = options
  const { categories } = useEnvironment()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values, unknown, NewPet>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: petFormResolver(categories, others),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const changed = useEffectEvent(() => {
    if (Object.keys(errors).length > 0) form.clearErrors()
    onChange?.()
  })
  useEffect(
    () =>
      form.subscribe({
        name: PET_FORM_FIELDS as FieldPath<Values>[],
        exact: true,
        formState: { values: true },
        callback: () => changed(),
      }),
    [form],
  )
  /**
   * Focuses a field at once. The form library focuses in a later task, and a key that comes before
   * it would go astray.
   */
  const focus = (field: PetFormField | undefined) => {
    const input = element.current?.querySelector<HTMLInputElement>(`[name='${field}']`)
    input?.focus()
    return input
  }
  const focusFirst = (wrong: object) => focus(PET_FORM_FIELDS.find((field) => field in wrong))
  return { form, element, focus, focusFirst }
}
