import * as v from 'valibot'
import { holdWhile } from '#src/browser/unsaved-work.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import { EMPTY_VALUES } from '#src/pets/form/pet-form.ts'

const fields = v.object({
  values: v.object({ name: v.string(), category: v.string(), status: v.string() }),
  /**
   * Says whether category and status stay in the form after a pet was entered. The name of this
   * field is stored, so it must not change.
   */
  isKept: v.boolean(),
  /**
   * The rejected entry that is being corrected. The name of this field is stored, so it must not
   * change.
   */
  replaces: v.optional(v.custom<EntryId>((value) => typeof value === 'string')),
})
const stored = v.fallback(v.pipe(v.string(), v.parseJson(), fields), { values: EMPTY_VALUES, isKept: false })

type Draft = Readonly<v.InferOutput<typeof stored>>

/**
 * Keeps the pet that is being typed in sessionStorage. If that is blocked, it is kept until the
 * page is reloaded.
 */
export function createDraft({ id }: CurrentEnvironment) {
  const name = `${OWN_PREFIX}draft.${id}`
  const store = createStore<Draft>(v.parse(stored, readStored('session', name)))
  let isSaved = true
  holdWhile(store, () => !isSaved, 'reload')
  return {
    ...store,
    change(part: Partial<Draft>): void {
      const draft = { ...store.get(), ...part }
      const isEmpty = !draft.isKept && Object.values(draft.values).every((value) => value === '')
      isSaved = writeStored('session', name, isEmpty ? null : JSON.stringify(draft)) || isEmpty
      store.set(draft)
    },
  }
}
