import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import type { Key } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import {
  EMPTY_VALUES,
  fieldOfRejection,
  type PetFormField,
  type PetFormValues,
  valuesFromSearch,
} from '#src/pets/pet-form.ts'
import { PetFields, usePetForm } from '#src/pets/PetFields.tsx'
import type { NewPet } from '#src/pets/pet.ts'
import { categoryFieldText } from '#src/pets/validate-new-pet.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { draftOf } from './draft.ts'
import { JustAdded } from './JustAdded.tsx'
import styles from './PetCreatePage.module.css'
import { SimilarPets } from './SimilarPets.tsx'

/** Another one for each visit: what its address fills in is no draft until something is typed. */
export function PetCreatePage() {
  return <AddPet key={useLocation().key} />
}

function AddPet() {
  const environment = useEnvironment()
  const { name: service, categories } = environment
  const { justAdded } = useOutbox()
  const snapshot = useStore(justAdded)
  const draft = draftOf(environment)
  const { values, isKept, replaces } = useStore(draft)
  // What was typed before stays.
  const { category, status } = valuesFromSearch(useLocation().search, categories)
  /** "Fix" was pressed at this item, but something else is in the form. */
  const [blocked, setBlocked] = useState<Key>()
  /** By the press before; nothing was typed since. */
  const isEmptied = useRef(false)

  const { form, element, focus, focusFirst } = usePetForm({
    defaultValues: { ...values, category: values.category || category, status: values.status || status },
    onChange: (typed) => {
      isEmptied.current = false
      // Who empties the form is done with the pet that was in it.
      const isEmpty = typed.name.trim() === '' && typed.category.trim() === ''
      draft.change({ values: typed, replaces: isEmpty ? undefined : replaces })
      setBlocked(undefined)
    },
  })
  const { control, handleSubmit, reset, setError, getValues, formState } = form
  const arrived = useEffectEvent(() => void focus('name'))

  useEffect(() => void justAdded.open(), [justAdded])
  useEffect(() => arrived(), [])

  /** Before the next key, whoever it comes from. */
  const fill = (next: PetFormValues, field: PetFormField, fixing?: Key) => {
    flushSync(() => reset(next))
    draft.change({ values: next, replaces: fixing })
    // What is typed takes the place of what is wrong.
    focus(field)?.select()
  }

  // At its field; after a reload, too.
  const fixed = snapshot.items.find(({ key }) => key === replaces)?.entry.state
  const rejection = fixed?.kind === 'rejected' ? fixed.message : undefined
  useEffect(() => {
    if (replaces !== undefined && rejection !== undefined)
      setError(fieldOfRejection(rejection) ?? 'root', { message: rejection })
  }, [replaces, rejection, setError])

  const enter = (newPet: NewPet) => {
    // A second press within the same task was validated with the same values.
    if (isEmptied.current) return
    justAdded.add(newPet, replaces)
    fill(isKept ? { ...getValues(), name: '' } : EMPTY_VALUES, 'name')
    isEmptied.current = true
  }

  /** The form is never filled by itself, and nothing that was typed is overwritten. */
  const fix = ({ key, entry: { newPet, state } }: JustAddedItem) => {
    if (newPet === undefined || state.kind !== 'rejected') return
    const typed = getValues()
    // What is kept is not typed.
    if (typed.name.trim() !== '' || (typed.category.trim() !== '' && !isKept)) return setBlocked(key)
    const { name, categoryId, status: word = '' } = newPet
    const rejected = { name, category: categoryFieldText(categoryId, categories), status: word }
    fill(rejected, fieldOfRejection(state.message) ?? 'name', key)
  }

  /** What is in the form then is another pet. */
  const discard = ({ key }: JustAddedItem) => {
    if (replaces === key) draft.change({ replaces: undefined })
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
      <div className={styles['columns']}>
        <form
          ref={element}
          className="fields"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isEmptied.current) return void focus('name')
            void handleSubmit(enter, focusFirst)(event)
          }}
        >
          {formState.errors.root?.message === undefined ? null : (
            <Alert message={formState.errors.root.message} />
          )}
          <PetFields form={form} onKeyDown={leadOn}>
            <SimilarPets control={control} />
          </PetFields>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={isKept}
              onChange={(event) => draft.change({ isKept: event.target.checked })}
            />
            Keep category and status
          </label>
          <div className="row gap-3">
            <Button type="submit" variant="primary" aria-describedby="add-to">
              Add pet
            </Button>
            <p id="add-to" className="muted">
              to {service}
            </p>
          </div>
        </form>
        <JustAdded snapshot={snapshot} form={{ fixing: replaces, blocked, fix, discard }} />
      </div>
    </>
  )
}
