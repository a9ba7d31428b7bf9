import * as v from 'valibot'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { createStore } from '#src/lib/create-store.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import type { Key } from '#src/outbox/entry.ts'
import { EMPTY_VALUES, type PetFormValues } from '#src/pets/pet-form.ts'

type Draft = {
  readonly values: PetFormValues
  /** After a pet was entered, its category and status stay in the form. */
  readonly isKept: boolean
  /** The rejected entry that is being fixed. */
  readonly replaces?: Key | undefined
}

const stored = v.object({
  isKept: v.boolean(),
  values: v.object({ name: v.string(), category: v.string(), status: v.string() }),
  replaces: v.optional(v.custom<Key>((value) => typeof value === 'string')),
})

/** What is being typed, in sessionStorage; where that is blocked, as long as the page is not reloaded. */
export function createDraft(environmentId: string) {
  const name = `${OWN_PREFIX}draft.${environmentId}`
  const store = createStore<Draft>(read(name))
  let isSaved = true
  return {
    ...store,
    /** Whether a reload keeps it. */
    isSaved: (): boolean => isSaved,
    change(part: Partial<Draft>): void {
      const draft = { ...store.get(), ...part }
      const isEmpty = !draft.isKept && Object.values(draft.values).every((value) => value === '')
      isSaved = writeStored('session', name, isEmpty ? null : JSON.stringify(draft)) || isEmpty
      store.set(draft)
    },
  }
}

function read(name: string): Draft {
  try {
    return v.parse(stored, JSON.parse(readStored('session', name) ?? ''))
  } catch {
    return { values: EMPTY_VALUES, isKept: false }
  }
}
