import * as v from 'valibot'
import { holdWhile } from '#src/browser/unsaved-work.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import { type AddPetValues, EMPTY_FORM } from './form-rules.ts'

/** A draft as it is stored. A new version reads what an older one has stored, so no name may change. */
const fields = v.object({
  values: v.object({ name: v.string(), category: v.string(), status: v.string() }),
  isKept: v.boolean(),
  replaces: v.optional(v.custom<EntryId>((value) => typeof value === 'string')),
})
const stored = v.pipe(v.string(), v.parseJson(), fields)

/**
 * Keeps the form of an environment in sessionStorage. If that is blocked, the form is kept until
 * the page is reloaded.
 */
export const draftOf = onceForEach(({ id }: CurrentEnvironment) => {
  const name = `${OWN_PREFIX}draft.${id}`
  const unsaved = createStore<AddPetValues | undefined>(undefined)
  holdWhile(unsaved, () => unsaved.get() !== undefined, 'reload')
  return {
    /** Returns what the form had when it was last written. */
    read: (): AddPetValues => unsaved.get() ?? valuesFrom(readStored('session', name)),
    write(values: AddPetValues): void {
      const text = isEmpty(values) ? null : textOf(values)
      const isSaved = writeStored('session', name, text) || text === null
      unsaved.set(isSaved ? undefined : values)
    },
  }
})

function valuesFrom(text: string | null): AddPetValues {
  const { success, output } = v.safeParse(stored, text)
  if (!success) return EMPTY_FORM
  const { values, isKept, replaces } = output
  return { ...values, keepsCategoryAndStatus: isKept, correctedId: replaces }
}

function textOf({ keepsCategoryAndStatus, correctedId, ...values }: AddPetValues): string {
  return JSON.stringify({ values, isKept: keepsCategoryAndStatus, replaces: correctedId })
}

function isEmpty({ name, category, status, keepsCategoryAndStatus }: AddPetValues): boolean {
  return !keepsCategoryAndStatus && name === '' && category === '' && status === ''
}
