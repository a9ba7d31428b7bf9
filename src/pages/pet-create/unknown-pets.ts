import type { Int64 } from '#src/lib/int64.ts'
import type { FindUnfinishedRows, UnfinishedRows } from '#src/importer/unfinished-rows.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { latestGivenUpAt, type LostPostResult } from '#src/pets/reconcile-lost-post.ts'
import { matchesNewPet, mayBeSameAnimal } from '#src/pets/same-pet.ts'

/** A POST, and the pets that existed before it, to tell its pet from older ones like it. */
export type SentPet = {
  /** When it was sent, in milliseconds since 1970; unique, so it also serves as the id. */
  readonly at: number
  readonly newPet: NewPet
  readonly knownIds: ReadonlySet<Int64>
  /** The user closed its alert with "Leave it". */
  readonly isLeft?: boolean | undefined
}

/** What the lists, read after the POST ended, say of an unknown pet. */
export type CheckState =
  | { readonly kind: 'none' | 'checking' | 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Not found, but the app gave up the request so recently that it may still arrive. */
  | { readonly kind: 'not-found-yet' }
  | LostPostResult

/** Sent, but no response says whether the service added it. Replaced by a new object with every change. */
export type UnknownPet = SentPet & {
  /** `undefined` after a reload during the POST. */
  readonly error?: unknown
  /**
   * When the app stopped waiting for the response, at the latest, where a reload or signing out has made it forget
   * (`createPetCreation` knows it otherwise). Milliseconds since 1970.
   */
  readonly givenUpAt?: number | undefined
  readonly check: CheckState
}

type Pets = readonly UnknownPet[]

export const NOT_CHECKED: CheckState = { kind: 'none' }

/** What may have added a pet already. */
export type MayBeAdded = {
  /** By a POST of this page. */
  readonly unknown: readonly UnknownPet[]
  /** By rows of imports, or will be: those that are waiting. */
  readonly imports: readonly UnfinishedRows[]
}

export function mayBeAddedBy(newPet: NewPet, unknown: Pets, findRows: FindUnfinishedRows): MayBeAdded {
  return {
    unknown: unresolvedMatches(unknown, newPet),
    imports: findRows(newPet),
  }
}

/** Whether the user has seen all of it, and none of the unknown pets has changed since. */
export function isCovered({ unknown, imports }: MayBeAdded, seen: MayBeAdded): boolean {
  return (
    unknown.length === seen.unknown.length &&
    unknown.every((pet) => seen.unknown.includes(pet)) &&
    imports.every(({ id, kind, numbers }) => {
      const before = seen.imports.find((one) => one.id === id && one.kind === kind)
      const rows = new Set(before?.numbers)
      return numbers.every((number) => rows.has(number))
    })
  )
}

/** The unknown pets of which `newPet` may be a duplicate. */
export function unresolvedMatches(unknown: Pets, newPet: NewPet): Pets {
  return unknown.filter((pet) => mayBeSameAnimal(pet.newPet, newPet))
}

/**
 * Of the pets that the app has seen (`existing`), those that a POST sent now cannot have created. Only matching ones,
 * because the draft, which stores them, outlives signing out. A pet that an unresolved POST may have created is left
 * out, unless a check showed it and the user sends all the same.
 */
export function knownIdsBefore(
  newPet: NewPet,
  existing: readonly Pet[],
  unresolved: Pets,
): ReadonlySet<Int64> {
  const older = existing.filter(
    (pet) => matchesNewPet(pet, newPet) && !unresolved.some((other) => matchesNewPet(pet, other.newPet)),
  )
  const shown = unresolved.flatMap(({ check }) => (check.kind === 'found' ? check.pets : []))
  return new Set([
    ...[...older, ...shown].map(({ id }) => id),
    ...unresolved.flatMap(({ knownIds }) => [...knownIds]),
  ])
}

export function updateUnknown(
  pets: Pets,
  at: number,
  part: Pick<Partial<UnknownPet>, 'check' | 'isLeft'>,
): Pets {
  return pets.map((pet) => (pet.at === at ? { ...pet, ...part } : pet))
}

/** The checks of `outdated` say nothing any more; one that is under way is cancelled. */
export function withoutChecks(pets: Pets, outdated: Pets): Pets {
  return pets.map((pet) => {
    if (!outdated.includes(pet)) return pet
    return { ...pet, check: pet.check.kind === 'checking' ? { kind: 'cancelled' } : NOT_CHECKED }
  })
}

/** `pets` when `id` is known not to be any of them: a pet in the store resolves one POST and no other. */
export function withKnownId(pets: Pets, id: Int64): Pets {
  return pets.map((pet) => {
    const knownIds = new Set([...pet.knownIds, id])
    if (pet.check.kind !== 'found') return { ...pet, knownIds }
    const others = pet.check.pets.filter((found) => found.id !== id)
    return { ...pet, knownIds, check: others.length === 0 ? NOT_CHECKED : { ...pet.check, pets: others } }
  })
}

/** As they were sent, without anything learned since; for after a reload and after signing out. */
export function unknownAfterRestart(sent: readonly SentPet[], now: number): Pets {
  return withoutSuperseded(
    sent.map(({ at, newPet, knownIds, isLeft }) => ({
      at,
      newPet,
      knownIds,
      isLeft,
      givenUpAt: latestGivenUpAt(at, now),
      check: NOT_CHECKED,
    })),
  )
}

/** Without those that were sent once more: a check of the later one also finds the pet of the earlier one. */
export function withoutSuperseded(pets: Pets): Pets {
  return pets.filter(
    (pet, index) => !pets.slice(index + 1).some((later) => matchesNewPet(pet.newPet, later.newPet)),
  )
}
