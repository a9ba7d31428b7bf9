import * as v from 'valibot'
import { readStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { type NewPet, PET_STATUSES } from './pet.ts'

/** The draft of "Add a pet" (pages/pet-create/draft.ts), in sessionStorage. */
export function draftName(environmentId: string): string {
  return `${OWN_PREFIX}draft.${environmentId}`
}

export const storedInt64 = v.pipe(
  v.string(),
  v.transform((text) => int64FromText(text)),
  v.custom<NonNullable<ReturnType<typeof int64FromText>>>((value) => value !== undefined),
)

export const storedNewPet = v.pipe(
  v.object({ name: v.string(), categoryId: storedInt64, status: v.optional(v.picklist(PET_STATUSES)) }),
  v.transform(({ status, ...rest }) => ({ ...rest, status })),
)

const unconfirmed = v.object({
  // Not written by older versions of the app.
  baseUrl: v.optional(v.string()),
  sent: v.array(v.object({ newPet: storedNewPet })),
})

/** What "Add a pet" has sent in this tab without learning whether it was added, as the draft says at this moment. */
export function readUnconfirmedPets(environmentId: string, baseUrl: string): readonly NewPet[] {
  try {
    const stored = v.parse(unconfirmed, JSON.parse(readStored('session', draftName(environmentId)) ?? ''))
    return (stored.baseUrl ?? baseUrl) === baseUrl ? stored.sent.map(({ newPet }) => newPet) : []
  } catch {
    return []
  }
}
