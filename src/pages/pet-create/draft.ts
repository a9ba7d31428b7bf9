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

type Prefill = Pick<PetFormValues, 'category' | 'status'>

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
  /** By an address: nobody typed that. */
  let filled: Prefill = { category: '', status: '' }
  return {
    ...store,
    /** Whether a reload keeps it. */
    isSaved: (): boolean => isSaved,
    /** @returns what this address fills in: what is empty, and what another address has filled in; nothing that was typed. */
    fill(wanted: Prefill): Partial<Prefill> {
      const { category, status } = store.get().values
      const fillsCategory = wanted.category !== '' && mayFill(category, filled.category)
      // "Not set" is a status, too: that of another pet goes.
      const fillsStatus = (wanted.category !== '' || wanted.status !== '') && mayFill(status, filled.status)
      const part = {
        ...(fillsCategory ? { category: wanted.category } : {}),
        ...(fillsStatus ? { status: wanted.status } : {}),
      }
      filled = { ...filled, ...part }
      return part
    },
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

function mayFill(value: string, filled: string): boolean {
  return value.trim() === '' || value === filled
}
