import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, type FieldErrors, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { deferReload } from '#src/browser/warn-before-unload.ts'
import { useEnvironment, useInstance } from '#src/config/environment-context.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { type Key, keyFromText, keyText } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { categoryFieldText } from '#src/pets/validate-new-pet.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useFocusFallback } from '#src/ui/use-focus-fallback.ts'
import { useStore } from '#src/ui/use-store.ts'
import { createDraft } from './draft.ts'
import { JustAdded } from './JustAdded.tsx'
import {
  EMPTY_VALUES,
  fieldOfRejection,
  type PetFormField,
  petFormResolver,
  type PetFormValues,
  valuesFromSearch,
} from './pet-form.ts'
import styles from './PetCreatePage.module.css'
import { SimilarPets } from './SimilarPets.tsx'

const STATUS_OPTIONS: readonly { value: PetFormValues['status']; label: string }[] = [
  { value: '', label: statusText(undefined) },
  ...PET_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
]

export function PetCreatePage() {
  const { id, name: service, categories } = useEnvironment()
  const { justAdded } = useOutbox()
  const snapshot = useStore(justAdded)
  const draft = useInstance(createDraftOfEnvironment, id)
  const { isKept } = useStore(draft)
  const { search, key: visit } = useLocation()
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  /** "Fix" was pressed at this item, but something else is in the form. */
  const [blocked, setBlocked] = useState<Key>()
  const form = useForm<PetFormValues, unknown, NewPet>({
    defaultValues: draft.get().values,
    resolver: petFormResolver(categories),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { register, control, handleSubmit, reset, setValue, getValues, formState } = form
  const { ref: registerName, ...nameField } = register('name')
  const fields = useRef<Partial<Record<PetFormField, HTMLInputElement | null>>>({})
  /** At once: the form library focuses in a later task, and a key that comes before it would go astray. */
  const focus = (field: PetFormField) => fields.current[field]?.focus()
  const { errors } = formState
  /** By the press before; nothing was typed since. */
  const isEmptied = useRef(false)

  useEffect(() => void justAdded.open(), [justAdded])

  const changed = useEffectEvent((values: PetFormValues) => {
    isEmptied.current = false
    draft.change({ values: { ...EMPTY_VALUES, ...values } })
    if (Object.keys(errors).length > 0) form.clearErrors()
    if (blocked !== undefined) setBlocked(undefined)
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }),
    [form],
  )

  // Once for each visit: what was typed before stays, and so does what one changes afterwards.
  const filledFor = useRef<string>(undefined)
  useEffect(() => {
    if (filledFor.current === visit) return
    filledFor.current = visit
    const { category, status } = draft.fill(valuesFromSearch(search, categories))
    if (category !== undefined) setValue('category', category)
    if (status !== undefined) setValue('status', status)
    fields.current.name?.focus()
  }, [visit, search, categories, draft, setValue])

  const enter = (newPet: NewPet) => {
    // A second press within the same task was validated with the same values.
    if (isEmptied.current) return
    const { replaces, category, status } = getValues()
    justAdded.add(newPet, replaces === '' ? undefined : keyFromText(replaces))
    const next = isKept ? { ...EMPTY_VALUES, category, status } : EMPTY_VALUES
    // Before the next key, whoever it comes from.
    flushSync(() => reset(next))
    isEmptied.current = true
    draft.change({ values: next })
    focus('name')
  }

  /** The form is never filled by itself, and nothing that was typed is overwritten. */
  const fix = ({ key, entry: { newPet, state } }: JustAddedItem) => {
    if (newPet === undefined || state.kind !== 'rejected') return
    if (getValues('name').trim() !== '') return setBlocked(key)
    const values = {
      name: newPet.name,
      category: categoryFieldText(newPet.categoryId, categories),
      status: newPet.status ?? ('' as const),
      replaces: keyText(key),
    }
    flushSync(() => reset(values))
    draft.change({ values })
    const field = fieldOfRejection(state.message)
    form.setError(field ?? 'root', { message: state.message })
    focus(field ?? 'name')
  }

  /** What is in the form then is another pet. */
  const discard = ({ key }: JustAddedItem) => {
    if (getValues('replaces') === keyText(key)) setValue('replaces', '')
    void justAdded.discard(key)
  }

  /** Enter leads to the field that is still empty. Where both are, sending says so. */
  const leadOn = (field: PetFormField, event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event.nativeEvent)) return
    const other = field === 'name' ? 'category' : 'name'
    const isOtherNext = getValues(field).trim() !== '' && getValues(other).trim() === ''
    if (!isOtherNext && !event.repeat) return
    event.preventDefault()
    if (isOtherNext) focus(other)
  }

  return (
    <>
      <title>{`Add a pet · ${service} · Petstore Admin`}</title>
      <h1>Add a pet</h1>
      <div ref={container} tabIndex={-1} className={styles['columns']}>
        <form
          className={styles['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isEmptied.current) return focus('name')
            const focusFirst = ({ name }: FieldErrors<PetFormValues>) => focus(name ? 'name' : 'category')
            void handleSubmit(enter, focusFirst)(event)
          }}
        >
          {errors.root?.message === undefined ? null : <Alert message={errors.root.message} />}
          <TextField
            {...nameField}
            ref={(element) => {
              registerName(element)
              fields.current.name = element
            }}
            label="Name"
            required
            spellCheck={false}
            error={errors.name?.message}
            onKeyDown={(event) => leadOn('name', event)}
          />
          <Controller
            control={control}
            name="category"
            render={({ field: { value, onChange } }) => (
              <CategoryField
                ref={(element) => {
                  fields.current.category = element
                }}
                value={value}
                error={errors.category?.message}
                onChange={onChange}
                onKeyDown={(event) => leadOn('category', event)}
              />
            )}
          />
          <SimilarPets control={control} items={snapshot.items} />
          <Controller
            control={control}
            name="status"
            render={({ field: { value, onChange } }) => (
              <RadioGroup legend="Status" options={STATUS_OPTIONS} value={value} onChange={onChange} />
            )}
          />
          <label className="checkbox">
            <input
              type="checkbox"
              checked={isKept}
              onChange={(event) => draft.change({ isKept: event.target.checked })}
            />
            Keep category and status
          </label>
          <div className={styles['actions']}>
            <Button type="submit" variant="primary" aria-describedby="add-to">
              Add pet
            </Button>
            <p id="add-to">to {service}</p>
          </div>
        </form>
        <JustAdded
          snapshot={snapshot}
          fixing={getValues('replaces')}
          blocked={blocked}
          onFix={fix}
          onDiscard={discard}
        />
      </div>
    </>
  )
}

function createDraftOfEnvironment(environmentId: string) {
  const draft = createDraft(environmentId)
  deferReload(draft, () => !draft.isSaved())
  return draft
}
