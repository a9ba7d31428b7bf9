import type { Int64 } from '#src/lib/int64.ts'
import { isGivenUp } from '#src/http/errors.ts'
import { reconcileLostPost, type LostPostResult, IN_FLIGHT_GRACE_MS } from '#src/pets/reconcile-lost-post.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import type { ListPets } from '#src/pets/fetch-all-lists.ts'
import { matchesNewPet, isSameNewPet, mayBeSameAnimal } from '#src/pets/same-pet.ts'
import type { DraftStorage } from './draft.ts'
import { EMPTY_VALUES, type PetFormValues, type SentPet } from './pet-form.ts'

/** What the lists say of an unknown pet, read after its POST ended. */
export type CheckState =
  | { readonly kind: 'none' | 'checking' | 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Not there, but the app gave its request up so short a time ago that it may still arrive. */
  | { readonly kind: 'not-found-yet' }
  | LostPostResult

/** Sent, without an answer that says whether the service added it. Another object as soon as more is known of it. */
export type UnknownPet = SentPet & {
  /** `undefined` after a reload while the POST was on its way. */
  readonly error?: unknown
  /** When the app no longer waited for the answer. Milliseconds since 1970. */
  readonly givenUpAt?: number | undefined
  readonly check: CheckState
}

export type AddedPet = {
  readonly kind: 'added'
  readonly at: number
  readonly newPet: NewPet
  /** `undefined` when the service did not return it. */
  readonly pet: Pet | undefined
}

/** What became of the last thing that the person did. */
export type LastResult =
  | AddedPet
  | { readonly kind: 'rejected'; readonly at: number; readonly newPet: NewPet; readonly error: unknown }
  | { readonly kind: 'left'; readonly newPet: NewPet }

export type CreatePetSnapshot = {
  /** The POST on its way. */
  readonly sending: SentPet | undefined
  readonly unknown: readonly UnknownPet[]
  /** Since signing in, oldest first. */
  readonly added: readonly AddedPet[]
  readonly lastResult: LastResult | undefined
}

type CreatePetOptions = {
  petstore: Pick<Petstore, 'createPet'>
  listPets: ListPets
  /** Every pet that a loaded list holds. */
  listedPets: () => readonly Pet[]
  /** What the form says, `undefined` when it says no pet. */
  parse: (values: PetFormValues) => NewPet | undefined
  drafts: DraftStorage
  /** A pet was added: lists that are loaded are out of date. */
  onAdded: () => void
}

const NOT_CHECKED: CheckState = { kind: 'none' }

/**
 * Every pet that is added by hand in one environment in this tab, and what is typed for the next one. It outlives the
 * page, so that an outcome that arrives on another page is not lost. A pet that is unknown stays unknown until the
 * person recognises it, or sends it again after being asked and the service says that it added that one.
 */
export function createCreatePetStore(options: CreatePetOptions) {
  const { petstore, listPets, listedPets, parse, drafts, onAdded } = options
  const listeners = new Set<() => void>()
  const draft = drafts.read()
  let { values } = draft
  let snapshot: CreatePetSnapshot = {
    sending: undefined,
    unknown: unknownAfterRestart(draft.sent),
    added: [],
    lastResult: undefined,
  }
  let lastAt = Math.max(0, ...draft.sent.map(({ at }) => at))
  let posting = new AbortController()
  /** The check under way of each unknown pet. One that is no longer here has nothing to say. */
  const checks = new Map<number, AbortController>()

  function persist() {
    const { unknown, sending } = snapshot
    const sent = sending === undefined ? unknown : [...unknown, sending]
    drafts.write({
      values,
      sent: sent.map(({ at, newPet, knownIds, isLeft }) => ({ at, newPet, knownIds, isLeft })),
    })
  }

  function change(part: Partial<CreatePetSnapshot>) {
    snapshot = { ...snapshot, ...part }
    persist()
    for (const listener of listeners) listener()
  }

  function changeUnknown(at: number, part: Pick<Partial<UnknownPet>, 'check' | 'isLeft'>) {
    change({ unknown: snapshot.unknown.map((pet) => (pet.at === at ? { ...pet, ...part } : pet)) })
  }

  /** Tells pets that were sent apart, whatever the clock does. */
  function nextAt(): number {
    lastAt = Math.max(Date.now(), lastAt + 1)
    return lastAt
  }

  function stopCheck(at: number) {
    checks.get(at)?.abort()
    checks.delete(at)
  }

  function findUnknown(at: number): UnknownPet | undefined {
    const pet = snapshot.unknown.find((candidate) => candidate.at === at)
    const isOnItsWay =
      snapshot.sending !== undefined && pet && isSameNewPet(pet.newPet, snapshot.sending.newPet)
    return isOnItsWay === true ? undefined : pet
  }

  /**
   * The pets that are older than a POST that is sent now; no more than is needed, since the draft outlives signing out.
   * One that may have come from a pet in doubt is not known, unless a check showed it and the person sends all the same.
   */
  function knownIdsBefore(newPet: NewPet, unresolved: readonly UnknownPet[]): ReadonlySet<Int64> {
    const added = snapshot.added.flatMap(({ pet }) => pet ?? [])
    const older = [...listedPets(), ...added].filter(
      (pet) => matchesNewPet(pet, newPet) && !unresolved.some((other) => matchesNewPet(pet, other.newPet)),
    )
    const shown = unresolved.flatMap(({ check }) => (check.kind === 'found' ? check.pets : []))
    return new Set([
      ...[...older, ...shown].map(({ id }) => id),
      ...unresolved.flatMap(({ knownIds }) => [...knownIds]),
    ])
  }

  async function post(sent: SentPet) {
    posting = new AbortController()
    const outcome = await petstore.createPet(sent.newPet, posting.signal)
    // Signed out in the meantime.
    if (snapshot.sending !== sent) return
    const { at, newPet } = sent
    switch (outcome.kind) {
      case 'unknown': {
        const givenUpAt = isGivenUp(outcome.error) ? Date.now() : undefined
        const pet = { ...sent, error: outcome.error, givenUpAt, check: NOT_CHECKED }
        return change({ sending: undefined, unknown: withoutSuperseded([...snapshot.unknown, pet]) })
      }
      case 'rejected':
        return change({
          sending: undefined,
          lastResult: { kind: 'rejected', at, newPet, error: outcome.error },
        })
      case 'added':
      case 'added-without-id': {
        const pet = outcome.kind === 'added' ? outcome.pet : undefined
        // The person was asked about each that is the same; only one that says no less than this one is settled by it.
        const unknown = snapshot.unknown.filter(
          (other) => !(matchesNewPet(other.newPet, newPet) && matchesNewPet(newPet, other.newPet)),
        )
        return add({ kind: 'added', at, newPet, pet }, unknown)
      }
    }
  }

  function add(pet: AddedPet, unknown: readonly UnknownPet[]) {
    // Whoever has begun to type the next one keeps it.
    const typed = parse(values)
    if (typed !== undefined && isSameNewPet(typed, pet.newPet)) values = EMPTY_VALUES
    change({ sending: undefined, unknown, added: [...snapshot.added, pet], lastResult: pet })
    onAdded()
  }

  return {
    getSnapshot: () => snapshot,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** What stands in the form, also when nobody looks at it. */
    values: () => values,

    type: (typed: PetFormValues): void => {
      values = typed
      persist()
    },

    /**
     * One POST, unless one is on its way. A pet that is the same as unknown ones is sent only when the person was asked
     * with them, just as they are now, before their eyes (`confirmed`).
     */
    send: (newPet: NewPet, confirmed: readonly UnknownPet[] = []): 'sent' | 'busy' | 'needs-confirmation' => {
      if (snapshot.sending !== undefined) return 'busy'
      const unresolved = unresolvedMatches(snapshot.unknown, newPet)
      if (unresolved.length !== confirmed.length || unresolved.some((pet) => !confirmed.includes(pet)))
        return 'needs-confirmation'
      for (const { at } of unresolved) stopCheck(at)
      const sending = { at: nextAt(), newPet, knownIds: knownIdsBefore(newPet, unresolved) }
      change({
        sending,
        // What a check has said was before this POST.
        unknown: snapshot.unknown.map((pet) =>
          unresolved.includes(pet) ? { ...pet, check: NOT_CHECKED } : pet,
        ),
        lastResult: undefined,
      })
      void post(sending)
      return 'sent'
    },

    /** No longer waits for the POST on its way: what became of it is unknown. */
    stopWaiting: (): void => posting.abort(),

    /** Asks the service for the lists as they are now, and holds them against an unknown pet. */
    check: async (at: number): Promise<void> => {
      const pet = findUnknown(at)
      if (pet === undefined) return
      stopCheck(at)
      const checking = new AbortController()
      const askedAt = Date.now()
      checks.set(at, checking)
      changeUnknown(at, { check: { kind: 'checking' }, isLeft: undefined })
      const check = await reconcileLostPost(pet.newPet, pet.knownIds, listPets, checking.signal).catch(
        (error: unknown) => ({ kind: 'failed', error }) as const,
      )
      if (checks.get(at) !== checking) return
      checks.delete(at)
      const isEarly = askedAt - (pet.givenUpAt ?? -Infinity) < IN_FLIGHT_GRACE_MS
      changeUnknown(at, { check: check.kind === 'not-found' && isEarly ? { kind: 'not-found-yet' } : check })
    },

    cancelCheck: (at: number): void => {
      if (!checks.has(at)) return
      stopCheck(at)
      changeUnknown(at, { check: { kind: 'cancelled' } })
    },

    /** The person says that this pet, which the check found, is the one whose answer was lost. */
    confirmMatch: (at: number, found: Pet): void => {
      const pet = findUnknown(at)
      if (snapshot.sending !== undefined || pet?.check.kind !== 'found' || !pet.check.pets.includes(found))
        return
      add(
        { kind: 'added', at: nextAt(), newPet: pet.newPet, pet: found },
        snapshot.unknown.filter((other) => other !== pet).map((other) => withKnownId(other, found.id)),
      )
    },

    /** The person does not want to see it any more. It is still in doubt, and asked about when it is sent again. */
    leave: (at: number): void => {
      const pet = findUnknown(at)
      if (pet === undefined) return
      stopCheck(at)
      changeUnknown(at, { check: NOT_CHECKED, isLeft: true })
      change({ lastResult: { kind: 'left', newPet: pet.newPet } })
    },

    /** What the service refused has been changed since. */
    dismissRejection: (): void => {
      if (snapshot.lastResult?.kind === 'rejected') change({ lastResult: undefined })
    },

    /** Another key: what the lists showed to the one before is no evidence for this one. */
    keyChanged: (): void => {
      for (const at of checks.keys()) stopCheck(at)
      change({ unknown: snapshot.unknown.map((pet) => ({ ...pet, check: NOT_CHECKED })) })
    },

    /** Signed out: of what was done with the key, only what is unknown stays. */
    signedOut: (): void => {
      posting.abort()
      for (const at of checks.keys()) stopCheck(at)
      const { unknown, sending } = snapshot
      change({
        sending: undefined,
        unknown: unknownAfterRestart(sending === undefined ? unknown : [...unknown, sending]),
        added: [],
        lastResult: undefined,
      })
    },
  }
}

export type CreatePetStore = ReturnType<typeof createCreatePetStore>

/** The unknown pets that `newPet` could put into the store a second time. */
export function unresolvedMatches(unknown: readonly UnknownPet[], newPet: NewPet): readonly UnknownPet[] {
  return unknown.filter((pet) => mayBeSameAnimal(pet.newPet, newPet))
}

/** One pet of the store ends one doubt and no other. */
function withKnownId(pet: UnknownPet, id: Int64): UnknownPet {
  const others = pet.check.kind === 'found' ? pet.check.pets.filter((found) => found.id !== id) : []
  const check =
    pet.check.kind !== 'found'
      ? pet.check
      : others.length === 0
        ? NOT_CHECKED
        : { ...pet.check, pets: others }
  return { ...pet, knownIds: new Set([...pet.knownIds, id]), check }
}

/** As they were sent, without what was learned of them since. */
function unknownAfterRestart(sent: readonly SentPet[]): UnknownPet[] {
  return withoutSuperseded(
    sent.map(({ at, newPet, knownIds, isLeft }) => ({
      at,
      newPet,
      knownIds,
      isLeft,
      // Nobody knows how it ended: with the page, as far as this one can tell.
      givenUpAt: at,
      check: NOT_CHECKED,
    })),
  )
}

/** Without those that were sent once more: a check of the later one finds what became of either. */
function withoutSuperseded(pets: readonly UnknownPet[]): UnknownPet[] {
  return pets.filter(
    (pet, index) => !pets.slice(index + 1).some((later) => matchesNewPet(pet.newPet, later.newPet)),
  )
}
