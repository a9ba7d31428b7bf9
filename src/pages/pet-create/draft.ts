import * as v from 'valibot'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { draftName, storedInt64, storedNewPet } from '#src/pets/unconfirmed-pets.ts'
import { EMPTY_VALUES, type PetFormValues } from './pet-form.ts'
import type { SentPet } from './unknown-pets.ts'

export type Draft = {
  readonly values: PetFormValues
  /** After a pet was added, its category and status stay in the form. */
  readonly isKept: boolean
  /** The unknown pets and the one being sent: a reload before its outcome is known leaves it *unknown*. */
  readonly sent: readonly SentPet[]
}

const draft = v.object({
  // Not written by older versions of the app.
  baseUrl: v.optional(v.string()),
  // Only written when it is on. v.boolean() would be loaded with the first page.
  isKept: v.optional(v.custom<boolean>((value) => value === true)),
  values: v.object({ name: v.string(), category: v.string(), status: v.picklist([...PET_STATUSES, '']) }),
  sent: v.array(
    v.object({
      at: v.number(),
      newPet: storedNewPet,
      knownIds: v.pipe(
        v.array(storedInt64),
        v.transform((ids) => new Set(ids)),
      ),
      // Not written by older versions of the app.
      isLeft: v.optional(v.custom<boolean>((value) => value === true)),
    }),
  ),
})

/**
 * The draft of one environment in sessionStorage, which lasts as long as the tab. Pets that were sent to another base
 * URL are dropped: the lists of this one cannot tell what became of them.
 */
export function createDraftStorage(environmentId: string, baseUrl: string) {
  const name = draftName(environmentId)
  return {
    read(): Draft {
      try {
        const stored = v.parse(draft, JSON.parse(readStored('session', name) ?? ''))
        const isHere = (stored.baseUrl ?? baseUrl) === baseUrl
        return {
          values: stored.values,
          isKept: stored.isKept === true,
          sent: isHere ? stored.sent : [],
        }
      } catch {
        return { values: EMPTY_VALUES, isKept: false, sent: [] }
      }
    },

    /** @returns whether a reload finds it. */
    write({ values, isKept, sent }: Draft): boolean {
      const isEmpty = values.name === '' && values.category === '' && values.status === ''
      const stored = {
        baseUrl,
        values,
        isKept: isKept || undefined,
        sent: sent.map(({ at, newPet, knownIds, isLeft }) => ({
          at,
          newPet,
          knownIds: [...knownIds],
          isLeft,
        })),
      }
      if (isEmpty && !isKept && sent.length === 0) return writeStored('session', name, null) || true
      return writeStored('session', name, JSON.stringify(stored))
    },
  }
}

export type DraftStorage = ReturnType<typeof createDraftStorage>
