import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import { shorten } from '#src/lib/shorten.ts'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { StillWaiting } from '#src/ui/StillWaiting.tsx'
import { statusText } from '#src/ui/StatusTag.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CategoryLabelButtons } from './CategoryLabelButtons.tsx'
import { createDraftStorage } from './draft.ts'
import { JustAdded } from './JustAdded.tsx'
import { checkPetForm, EMPTY_VALUES, type PetFormField, type PetFormValues } from './pet-form.ts'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './PetCreatePage.module.css'
import { RefusalAlert, refusalOnField } from './Refusal.tsx'
import { UnknownOutcome } from './UnknownOutcome.tsx'
import { useCreatePet } from './use-create-pet.ts'

const STATUS_OPTIONS: readonly { value: PetFormValues['status']; label: string }[] = [
  { value: '', label: statusText(undefined) },
  ...PET_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
]

/** The message of success is read out, so it says no more of a name than this. Characters. */
const LONGEST_NAME = 200

export function PetCreatePage() {
  const { id, name: service, categories } = useEnvironment()
  const [drafts] = useState(() => createDraftStorage(id))
  const [draft] = useState(() => drafts.read())
  const { attempts, unknown, send, recognise, stopWaiting } = useCreatePet(drafts)
  // What was added before this visit is in the list; it is not news.
  const [newsAfter] = useState(() => attempts.findLast(({ outcome }) => outcome !== undefined)?.at ?? 0)
  const form = useForm<PetFormValues>({
    defaultValues: draft.values,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })
  const { subscribe, getValues, reset, setValue, setError, clearErrors, handleSubmit, control } = form
  const formElement = useRef<HTMLFormElement>(null)
  const last = attempts.at(-1)
  const isSending = last !== undefined && last.outcome === undefined
  const added =
    last !== undefined &&
    last.at > newsAfter &&
    (last.outcome?.kind === 'added' || last.outcome?.kind === 'added-without-id')
      ? last
      : undefined
  const refusal = last?.outcome?.kind === 'refused' ? last.outcome.error : undefined
  const fieldRefusal = refusalOnField(refusal, service)
  const refusedField = fieldRefusal?.field

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => drafts.write({ ...drafts.read(), values }),
      }),
    [subscribe, drafts],
  )

  const addedAt = added?.at
  const addedName = added?.newPet.name
  useEffect(() => {
    if (addedAt === undefined) return
    // Whoever has begun to type the next one keeps it.
    if (getValues('name') === addedName) reset(EMPTY_VALUES)
    focusField(formElement.current, 'name')
  }, [addedAt, addedName, getValues, reset])

  const refusedAt = refusedField === undefined ? undefined : last?.at
  useEffect(() => {
    if (refusedField !== undefined && refusedAt !== undefined) focusField(formElement.current, refusedField)
  }, [refusedField, refusedAt])

  const submit = (values: PetFormValues) => {
    clearErrors()
    const { newPet, errors } = checkPetForm(values, categories)
    if (newPet !== undefined) return send(newPet)
    const wrong = (['name', 'category'] as const).filter((field) => errors[field] !== undefined)
    for (const field of wrong) setError(field, { message: errors[field] ?? '' })
    if (wrong[0] !== undefined) focusField(formElement.current, wrong[0])
  }

  const errorOf = (field: PetFormField, own: string | undefined) =>
    own ?? (refusedField === field && !isSending ? fieldRefusal?.words : undefined)

  return (
    <>
      <title>{`Add a pet · ${service} · Petstore Admin`}</title>
      <h1>Add a pet</h1>
      <div className={styles['columns']}>
        <form
          ref={formElement}
          className={styles['form']}
          aria-busy={isSending || undefined}
          noValidate
          onSubmit={(event) => {
            // handleSubmit works in a later task; a second press before that sends nothing.
            if (isSending) event.preventDefault()
            else void handleSubmit(submit)(event)
          }}
        >
          <div role="status" className={styles['status']}>
            {added?.outcome?.kind === 'added' ? (
              <p>
                Added <Isolated text={shorten(added.outcome.pet.name, LONGEST_NAME)} />, ID{' '}
                {added.outcome.pet.id}
              </p>
            ) : added?.outcome?.kind === 'added-without-id' ? (
              <p>
                Added <Isolated text={shorten(added.newPet.name, LONGEST_NAME)} />; {service} did not give its
                ID
              </p>
            ) : null}
          </div>
          {unknown.map((sent) => (
            <UnknownOutcome
              key={sent.at}
              sent={sent}
              error={sent.error}
              isSending={isSending}
              onRecognise={(pet) => recognise(sent, pet)}
              onSendAgain={() => send(sent.newPet)}
            />
          ))}
          {refusal === undefined || fieldRefusal !== undefined ? null : <RefusalAlert error={refusal} />}
          <Controller
            control={control}
            name="name"
            render={({ field, fieldState }) => (
              <TextField
                {...field}
                label="Name"
                required
                spellCheck={false}
                readOnly={isSending}
                error={errorOf('name', fieldState.error?.message)}
              />
            )}
          />
          <Controller
            control={control}
            name="category"
            render={({ field, fieldState }) => (
              <TextField
                {...field}
                label="Category ID"
                required
                inputMode={categories.size === 0 ? 'numeric' : 'text'}
                spellCheck={false}
                readOnly={isSending}
                error={errorOf('category', fieldState.error?.message)}
                hint={
                  categories.size === 0 ? (
                    'A whole number'
                  ) : (
                    <CategoryLabelButtons
                      value={field.value}
                      onChoose={(label) => {
                        setValue('category', label)
                        focusField(formElement.current, 'category')
                      }}
                    />
                  )
                }
              />
            )}
          />
          <Controller
            control={control}
            name="status"
            render={({ field }) => (
              <RadioGroup
                legend="Status"
                options={STATUS_OPTIONS}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          <StillWaiting
            waiting={isSending}
            service={service}
            note="Cancelling does not take the pet back: it may have been added."
            onCancel={stopWaiting}
          />
          <div className={styles['actions']}>
            <Button type="submit" variant="primary" busy={isSending} aria-describedby="add-to">
              {isSending ? 'Adding…' : 'Add pet'}
            </Button>
            <span id="add-to">to {service}</span>
          </div>
        </form>
        <JustAdded attempts={attempts} />
      </div>
    </>
  )
}

/** Not the form library's own: after a reset it has no fields until the next render. */
function focusField(form: HTMLFormElement | null, field: PetFormField) {
  const element = form?.elements.namedItem(field)
  if (element instanceof HTMLElement) element.focus()
}
