import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { invalidateLists, listedPets } from '#src/pets/pet-queries.ts'
import { canComeFrom, isSameNewPet } from '#src/pets/same-pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import type { DraftStorage } from './draft.ts'
import { EMPTY_VALUES, type SentPet } from './pet-form.ts'

const MUTATION_KEY = ['createPet']

/** Of the POST on its way: it outlives the page that sent it, as its outcome does. */
const waitings = new WeakMap<QueryClient, AbortController>()

type AttemptInput = SentPet & {
  /** The unknown pets that are no longer in question: this one is sent, or taken, in their place. */
  readonly settles: readonly number[]
  /** The person recognised the pet of an earlier attempt in the list; nothing is sent. */
  readonly found?: Pet
}

export type Attempt = AttemptInput & {
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
  const [leftBehind] = useState(() => drafts.read().sent)
  const attempts = useMutationState({
    filters: { mutationKey: MUTATION_KEY },
    select: ({ state }): Attempt => ({
      ...(state.variables as AttemptInput),
      outcome:
        state.status === 'error'
          ? { kind: 'unknown', error: state.error }
          : (state.data as CreatePetOutcome | undefined),
    }),
  })
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ newPet, found }: AttemptInput): Promise<CreatePetOutcome> => {
      if (found !== undefined) return Promise.resolve({ kind: 'added', pet: found })
      const waiting = new AbortController()
      waitings.set(client, waiting)
      return petstore.createPet(newPet, waiting.signal)
    },
    onSettled: () => {
      isSending.current = false
    },
    onSuccess: (outcome, { at, newPet }) => {
      const { values, sent } = drafts.read()
      const isAdded = outcome.kind === 'added' || outcome.kind === 'added-without-id'
      if (isAdded) void invalidateLists(client)
      if (outcome.kind === 'unknown') return
      // Whoever has begun to type the next one keeps it.
      const isDone = isAdded && values.name === newPet.name
      drafts.write({ values: isDone ? EMPTY_VALUES : values, sent: sent.filter((pet) => pet.at !== at) })
    },
  })
  // A ref and not state: two presses within one task must not both get through.
  const isSending = useRef(false)

  const settled = new Set(attempts.flatMap(({ settles }) => settles))
  const unknown: readonly (SentPet & { error?: unknown })[] = [
    // From before a reload; those of this session are among the attempts.
    ...leftBehind.filter(({ at }) => !attempts.some((attempt) => attempt.at === at)),
    ...attempts.flatMap((attempt) =>
      attempt.outcome?.kind === 'unknown' ? [{ ...attempt, error: attempt.outcome.error }] : [],
    ),
  ].filter(({ at }) => !settled.has(at))

  function settle(inPlace: readonly number[], by?: SentPet) {
    const { values, sent } = drafts.read()
    const rest = sent.filter(({ at }) => !inPlace.includes(at))
    drafts.write({ values, sent: by === undefined ? rest : [...rest, by] })
  }

  return {
    attempts,

    /** Sent, without an answer that says whether the service took them. */
    unknown,

    /** One POST, unless one is on its way. Sending an unknown pet once more settles the attempt before. */
    send: (newPet: NewPet): void => {
      if (isSending.current || attempts.some(({ outcome }) => outcome === undefined)) return
      isSending.current = true
      const added = attempts.flatMap(({ outcome }) => (outcome?.kind === 'added' ? [outcome.pet] : []))
      // No more than is needed to tell it from older ones: the draft outlives signing out.
      const knownIds = new Set<Int64>(
        [...listedPets(client), ...added].filter((pet) => canComeFrom(pet, newPet)).map(({ id }) => id),
      )
      const settles = unknown.filter((pet) => isSameNewPet(pet.newPet, newPet)).map(({ at }) => at)
      const sent = { at: Date.now(), newPet, knownIds }
      settle(settles, sent)
      mutate({ ...sent, settles })
    },

    /** No longer waits for the POST on its way: what became of it is unknown. */
    stopWaiting: (): void => waitings.get(client)?.abort(),

    /** The answer was lost, and the person says that this pet is the one. */
    recognise: (sent: SentPet, found: Pet): void => {
      settle([sent.at])
      mutate({ at: Date.now(), newPet: sent.newPet, knownIds: sent.knownIds, settles: [sent.at], found })
    },
  }
}
