import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import { shorten } from '#src/lib/shorten.ts'
import { type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { Isolated } from '#src/ui/Isolated.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { StillWaiting } from '#src/ui/StillWaiting.tsx'
import { statusText } from '#src/ui/StatusTag.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useKeepFocus } from '#src/ui/use-keep-focus.ts'
import { AddAgainDialog } from './AddAgainDialog.tsx'
import { CategoryLabelButtons } from './CategoryLabelButtons.tsx'
import { inDoubt, type News, type UnknownPet } from './create-pet-store.ts'
import { JustAdded } from './JustAdded.tsx'
import { checkPetForm, type PetFormField, type PetFormValues } from './pet-form.ts'
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
  const { name: service, categories } = useEnvironment()
  const [store, { sending, unknown, added, news: latest }] = useCreatePet()
  // What was added before this visit is in the list; it is not news.
  const [before] = useState(latest)
  const news = latest === before && latest?.kind !== 'refused' ? undefined : latest
  const [asked, setAsked] = useState<NewPet>()
  const doubts = asked === undefined ? [] : inDoubt(unknown, asked)
  if (asked !== undefined && doubts.length === 0) setAsked(undefined)
  const form = useForm<PetFormValues>({
    defaultValues: store.values(),
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })
  const { subscribe, reset, setValue, setError, clearErrors, handleSubmit, control } = form
  const container = useRef<HTMLDivElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  useKeepFocus(container)
  const isSending = sending !== undefined
  const refusal = news?.kind === 'refused' ? news : undefined
  const fieldRefusal = refusalOnField(refusal?.error, service)
  const refusedField = fieldRefusal?.field

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => store.type(values) }),
    [subscribe, store],
  )

  const justAdded = news?.kind === 'added' ? news : undefined
  useEffect(() => {
    if (justAdded === undefined) return
    reset(store.values())
    focusField(formElement.current, 'name')
  }, [justAdded, store, reset])

  const refusedAt = refusal?.at
  useEffect(() => {
    if (refusedField !== undefined && refusedAt !== undefined) focusField(formElement.current, refusedField)
  }, [refusedField, refusedAt])

  const send = (newPet: NewPet, confirmed?: readonly UnknownPet[]) => {
    const answer = store.send(newPet, confirmed)
    if (answer === 'in doubt') setAsked(newPet)
    else if (answer === 'sent') setAsked(undefined)
  }

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
      <div ref={container} tabIndex={-1} className={styles['columns']}>
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
            {news === undefined || news.kind === 'refused' ? null : (
              <p data-news={news.kind}>
                <NewsWords news={news} service={service} />
              </p>
            )}
          </div>
          {unknown
            .filter(({ isLeft }) => isLeft !== true)
            .map((pet) => (
              <UnknownOutcome
                key={pet.at}
                pet={pet}
                isSending={isSending}
                onCheck={() => void store.check(pet.at)}
                onCancelCheck={() => store.cancelCheck(pet.at)}
                onRecognise={(found) => store.recognise(pet.at, found)}
                onAddAgain={() => send(pet.newPet)}
                onLeave={() => store.leave(pet.at)}
              />
            ))}
          {refusal === undefined || fieldRefusal !== undefined ? null : (
            <RefusalAlert
              name={refusal.newPet.name}
              error={refusal.error}
              isInDoubt={inDoubt(unknown, refusal.newPet).length > 0}
            />
          )}
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
                        clearErrors('category')
                        if (refusedField === 'category') store.forgetRefusal()
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
            note="If you cancel, the pet may still be added."
            onCancel={store.stopWaiting}
          />
          <div className={styles['actions']}>
            <Button type="submit" variant="primary" busy={isSending} aria-describedby="add-to">
              {isSending ? 'Adding…' : 'Add pet'}
            </Button>
            <span id="add-to">to {service}</span>
          </div>
        </form>
        <JustAdded added={added} />
        {asked === undefined || doubts.length === 0 ? null : (
          <AddAgainDialog
            doubts={doubts}
            isSending={isSending}
            onCheck={() => {
              for (const { at } of doubts) void store.check(at)
            }}
            onRecognise={({ at }, found) => store.recognise(at, found)}
            onConfirm={() => send(asked, doubts)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </div>
    </>
  )
}

function NewsWords({ news, service }: { news: Exclude<News, { kind: 'refused' }>; service: string }) {
  const name = <Isolated text={shorten(news.newPet.name, LONGEST_NAME)} />
  if (news.kind === 'left') {
    return (
      <>
        You left {name} unconfirmed. It may be in {service}.
      </>
    )
  }
  return news.pet === undefined ? (
    <>
      {name} added. {service} did not return an ID.
    </>
  ) : (
    <>
      <Isolated text={shorten(news.pet.name, LONGEST_NAME)} /> added (ID {news.pet.id})
    </>
  )
}

/** Not the form library's own: after a reset it has no fields until the next render. */
function focusField(form: HTMLFormElement | null, field: PetFormField) {
  const element = form?.elements.namedItem(field)
  if (element instanceof HTMLElement) element.focus()
}
