import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Controller, type FieldErrors, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { PetName } from '#src/pets/PetName.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { useFocusFallback } from '#src/ui/use-focus-fallback.ts'
import { useStore } from '#src/ui/use-store.ts'
import { AddAgainDialog } from './AddAgainDialog.tsx'
import type { LastResult } from './create-pet-store.ts'
import { JustAdded } from './JustAdded.tsx'
import { type PetFormField, petFormResolver, type PetFormValues, valuesFromSearch } from './pet-form.ts'
import styles from './PetCreatePage.module.css'
import { RejectionAlert, rejectionOnField } from './ServerRejection.tsx'
import { SimilarPets } from './SimilarPets.tsx'
import { UnknownOutcome } from './UnknownOutcome.tsx'
import { type MayBeAdded, mayBeAddedBy, unresolvedMatches } from './unknown-pets.ts'
import { useCreatePet } from './use-create-pet.ts'
import { useSerialEntry } from './use-serial-entry.ts'
import { useUnfinishedRows } from './use-unfinished-rows.ts'

const STATUS_OPTIONS: readonly { value: PetFormValues['status']; label: string }[] = [
  { value: '', label: statusText(undefined) },
  ...PET_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
]

/** Screen readers announce the success message, so it shows at most so many characters of a name. */
const MAX_NAME_LENGTH = 200

export function PetCreatePage() {
  const { name: service, categories } = useEnvironment()
  const unfinishedRows = useUnfinishedRows()
  const findUnfinishedRows = useStore(unfinishedRows)
  const [store, snapshot] = useCreatePet(unfinishedRows)
  const { isDeciding, asking, sending, isKept, leftFormAt, formValues, unknown, added } = snapshot
  const { lastResult: latest } = snapshot
  const { search, key: visit } = useLocation()
  // A result from before this visit is no news, but a rejection still has to be fixed.
  const [initialResult] = useState(latest)
  const lastResult = latest === initialResult && latest?.kind !== 'rejected' ? undefined : latest
  const mayBeAdded =
    asking === undefined ? undefined : mayBeAddedBy(asking.newPet, unknown, findUnfinishedRows)
  const isSettled = mayBeAdded?.unknown.length === 0 && mayBeAdded.imports.length === 0
  useEffect(() => {
    if (isSettled) store.stopAsking()
  }, [isSettled, store])
  useEffect(() => store.stopAsking, [store])
  const form = useForm<PetFormValues, unknown, NewPet>({
    defaultValues: store.get().values,
    resolver: petFormResolver(categories),
    reValidateMode: 'onSubmit',
    // The order of its fields changes with each reset.
    shouldFocusError: false,
  })
  const { register, control, handleSubmit, reset, setValue, setFocus, clearErrors, subscribe, formState } =
    form
  const container = useRef<HTMLDivElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  useFocusFallback(container)
  const isSending = isDeciding || sending !== undefined
  const rejection = lastResult?.kind === 'rejected' ? lastResult : undefined
  const fieldRejection =
    // Where its pet has left the form, the message is not about what is in the field.
    rejection === undefined || rejection.at === leftFormAt
      ? undefined
      : rejectionOnField(rejection.error, service)
  const rejectedField = fieldRejection?.field

  // The draft outlives the page.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => store.type(values) }),
    [subscribe, store],
  )

  // Once for each visit: what one changes afterwards, also to "Not set", stays.
  const filledFor = useRef<string>(undefined)
  useEffect(() => {
    if (isSending || filledFor.current === visit) return
    filledFor.current = visit
    const { category, status } = store.prefill(valuesFromSearch(search, categories))
    if (category !== undefined) setValue('category', category)
    if (status !== undefined) setValue('status', status)
  }, [visit, search, categories, isSending, store, setValue])

  const justAdded = lastResult?.kind === 'added' ? lastResult : undefined
  const startsAnew = justAdded !== undefined && justAdded.at !== leftFormAt
  const shown = useRef(formValues)
  // Before the next key.
  useLayoutEffect(() => {
    if (shown.current === formValues) return
    shown.current = formValues
    if (!startsAnew) return setValue('name', formValues.name)
    // In this order: after a reset there are no fields until the next render.
    setFocus('name')
    reset(formValues)
  }, [formValues, startsAnew, reset, setFocus, setValue])

  const { takesNext, isReadOnly, hasMissedKeys, maySubmit, onKeyDown } = useSerialEntry({
    form,
    element: formElement,
    snapshot,
    isAsking: asking !== undefined,
  })

  const rejectedAt = rejection?.at
  useEffect(() => {
    if (rejectedField !== undefined && rejectedAt !== undefined)
      setFocus(rejectedField, { shouldSelect: true })
  }, [rejectedField, rejectedAt, setFocus])

  const send = async (newPet: NewPet, seen?: MayBeAdded) => {
    const focused = document.activeElement
    const result = await store.send(newPet, seen)
    // The button of the dialog is gone.
    const isElsewhere = focused?.isConnected === true && document.activeElement !== focused
    if (result === 'sent' && store.get().isKept && !isElsewhere) setFocus('name')
  }

  const errorOf = (field: PetFormField) =>
    formState.errors[field]?.message ?? (rejectedField === field ? fieldRejection?.message : undefined)

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
            // handleSubmit calls back in a later task, by when a second press finds the store busy.
            if (!maySubmit()) event.preventDefault()
            else {
              const focusFirst = ({ name }: FieldErrors<PetFormValues>) =>
                setFocus(name ? 'name' : 'category')
              void handleSubmit((newPet) => send(newPet), focusFirst)(event)
            }
          }}
        >
          <div role="status" className={styles['status']}>
            {sending !== undefined ? (
              <p data-result="left">
                Adding <PetName name={sending.newPet.name} max={MAX_NAME_LENGTH} />…
              </p>
            ) : lastResult === undefined || lastResult.kind === 'rejected' ? null : (
              <p data-result={lastResult.kind}>
                <LastResultMessage lastResult={lastResult} />
              </p>
            )}
          </div>
          {hasMissedKeys ? (
            <Alert
              tone="attention"
              message="Some of what you typed was not taken, because a pet was still being added. Check the name."
            />
          ) : null}
          {unknown
            .filter(({ isLeft }) => isLeft !== true)
            .map((pet) => (
              <UnknownOutcome
                key={pet.at}
                pet={pet}
                isSending={isSending}
                onCheck={() => void store.check(pet.at)}
                onCancelCheck={() => store.cancelCheck(pet.at)}
                onConfirmMatch={(found) => store.confirmMatch(pet.at, found)}
                onAddAgain={() => void send(pet.newPet)}
                onLeave={() => store.leave(pet.at)}
              />
            ))}
          {rejection === undefined || fieldRejection !== undefined ? null : (
            <RejectionAlert
              name={rejection.newPet.name}
              error={rejection.error}
              hasLeftForm={rejection.at === leftFormAt}
              isUnresolved={unresolvedMatches(unknown, rejection.newPet).length > 0}
            />
          )}
          <TextField
            {...register('name')}
            label="Name"
            required
            spellCheck={false}
            readOnly={isReadOnly}
            error={errorOf('name')}
            onKeyDown={(event) => onKeyDown('name', event)}
          />
          <Controller
            control={control}
            name="category"
            render={({ field: { ref, value, onChange } }) => (
              <CategoryField
                ref={ref}
                value={value}
                readOnly={isReadOnly}
                error={errorOf('category')}
                onChange={onChange}
                onKeyDown={(event) => onKeyDown('category', event)}
                onChoose={() => {
                  clearErrors('category')
                  if (rejectedField === 'category') store.dismissRejection()
                }}
              />
            )}
          />
          <Controller
            control={control}
            name="status"
            render={({ field: { value, onChange } }) => (
              <RadioGroup
                legend="Status"
                options={STATUS_OPTIONS}
                value={value}
                // Changed while it is sent, the form would keep the pet, one Enter away from being added twice.
                onChange={(status) => (isSending && !takesNext) || onChange(status)}
              />
            )}
          />
          <label className="checkbox">
            <input type="checkbox" checked={isKept} onChange={(event) => store.keep(event.target.checked)} />
            Keep category and status
          </label>
          <SimilarPets control={control} added={added} findUnfinishedRows={findUnfinishedRows} />
          <div className={styles['actions']}>
            <Button type="submit" variant="primary" busy={isSending && !takesNext} aria-describedby="add-to">
              {isSending && !takesNext ? 'Adding…' : 'Add pet'}
            </Button>
            <p id="add-to">to {service}</p>
          </div>
          <SlowResponseNotice
            waiting={sending !== undefined}
            service={service}
            note="If you cancel, the pet may still be added."
            onCancel={store.stopWaiting}
          />
        </form>
        <JustAdded added={added} />
        {asking === undefined || mayBeAdded === undefined || isSettled ? null : (
          <AddAgainDialog
            key={asking.at}
            newPet={asking.newPet}
            mayBeAdded={mayBeAdded}
            added={added}
            isSending={isSending}
            onCheck={() => {
              for (const { at } of mayBeAdded.unknown) void store.check(at)
            }}
            onConfirmMatch={({ at }, found) => store.confirmMatch(at, found)}
            onConfirm={() => void send(asking.newPet, mayBeAdded)}
            onClose={store.cancelSend}
          />
        )}
      </div>
    </>
  )
}

function LastResultMessage({ lastResult }: { lastResult: Exclude<LastResult, { kind: 'rejected' }> }) {
  const { name: service } = useEnvironment()
  const name = <PetName name={lastResult.newPet.name} max={MAX_NAME_LENGTH} />
  if (lastResult.kind === 'left') {
    return (
      <>
        You left {name} unconfirmed. It may be in {service}.
      </>
    )
  }
  return lastResult.pet === undefined ? (
    <>
      {name} added. {service} did not return an ID.
    </>
  ) : (
    <>
      <PetName name={lastResult.pet.name} max={MAX_NAME_LENGTH} /> added (ID {lastResult.pet.id})
    </>
  )
}
