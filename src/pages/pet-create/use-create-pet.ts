import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Int64 } from '#src/lib/int64.ts'
import { type NewPet, type Pet } from '#src/pets/pet.ts'
import { invalidateLists, listedPets } from '#src/pets/pet-queries.ts'
import { isLike } from '#src/pets/look-for-pet.ts'
import { type CreatePetOutcome } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { type DraftStorage } from './draft.ts'
import { EMPTY_VALUES, type SentPet } from './pet-form.ts'

const MUTATION_KEY = ['createPet']

/** `found`: the person recognised the pet of an earlier attempt in the list; nothing is sent. */
type AttemptInput = SentPet & { readonly found?: Pet }

export type Attempt = SentPet & {
  /** Milliseconds since 1970; tells attempts apart. */
  readonly at: number
  /** `undefined` while the POST is on its way. */
  readonly outcome: CreatePetOutcome | undefined
}

/**
 * The attempts of this session, oldest first. They live in the mutation cache and not in the page, so that an
 * outcome that arrives on another page is not lost, and signing out forgets them all.
 */
export function useCreatePet(drafts: DraftStorage) {
  const petstore = usePetstore()
  const client = useQueryClient()
  const attempts = useMutationState({
    filters: { mutationKey: MUTATION_KEY },
    select: ({ state }): Attempt => ({
      ...(state.variables as AttemptInput),
      at: state.submittedAt,
      outcome:
        state.status === 'error'
          ? { kind: 'unknown', error: state.error }
          : (state.data as CreatePetOutcome | undefined),
    }),
  })
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ newPet, found }: AttemptInput): Promise<CreatePetOutcome> =>
      found === undefined ? petstore.createPet(newPet) : Promise.resolve({ kind: 'added', pet: found }),
    onSettled: () => {
      isSending.current = false
    },
    onSuccess: (outcome) => {
      if (outcome.kind === 'added' || outcome.kind === 'added-without-id') {
        drafts.write({ values: EMPTY_VALUES, sent: undefined })
        void invalidateLists(client)
      } else if (outcome.kind === 'refused') {
        drafts.write({ ...drafts.read(), sent: undefined })
      }
    },
  })
  // A ref and not state: two presses within one task must not both get through.
  const isSending = useRef(false)

  return {
    attempts,

    /** One POST, unless one is on its way. */
    send: (newPet: NewPet): void => {
      if (isSending.current || attempts.some(({ outcome }) => outcome === undefined)) return
      isSending.current = true
      const added = attempts.flatMap(({ outcome }) => (outcome?.kind === 'added' ? [outcome.pet] : []))
      // No more than is needed to tell it from older ones: the draft outlives signing out.
      const knownIds = new Set<Int64>(
        [...listedPets(client), ...added].filter((pet) => isLike(pet, newPet)).map(({ id }) => id),
      )
      drafts.write({ ...drafts.read(), sent: { newPet, knownIds } })
      mutate({ newPet, knownIds })
    },

    /** The answer was lost, and the person says that this pet is the one. */
    recognise: (sent: SentPet, found: Pet): void => {
      mutate({ ...sent, found })
    },
  }
}
