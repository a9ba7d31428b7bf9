import type { Pet } from '#src/pets/pet.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { isAnsweredBy } from '#src/outbox/entry-rules.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { petIdentity } from './pet-identity.ts'

/** Reads the entries of a service that a pet of it answers. */
export type ReadAnswered = (baseUrl: string, pet: Pet) => Promise<readonly Entry[]>

/** Asks the ledger once for each pet, because many entries may be like it. For one transaction. */
export function createAnsweredReader(ledger: Pick<LedgerTransaction, 'findAll'>): ReadAnswered {
  const answeredByPet = new Map<string, Promise<readonly Entry[]>>()

  async function read(baseUrl: string, pet: Pet): Promise<readonly Entry[]> {
    const withThisId = await ledger.findAll(['id', baseUrl, pet.id])
    return withThisId.filter((entry) => isAnsweredBy(entry, pet))
  }

  return (baseUrl, pet) => {
    const key = `${baseUrl} ${petIdentity(pet)}`
    const answered = answeredByPet.get(key) ?? read(baseUrl, pet)
    answeredByPet.set(key, answered)
    return answered
  }
}

/** Returns those of the pets that answer no entry, and were not there before this one was sent. */
export async function readUnaccounted(
  readAnswered: ReadAnswered,
  entry: Entry,
  pets: readonly Pet[],
): Promise<readonly Pet[]> {
  const unaccounted: Pet[] = []
  for (const pet of possiblePetsOf(entry, pets)) {
    const answered = await readAnswered(entry.baseUrl, pet)
    if (answered.length === 0) unaccounted.push(pet)
  }
  return unaccounted
}

/**
 * Returns whether one of these pets may be this entry's although it answers another entry, because
 * that was added in another batch or sign-in, and no list had shown the pet before this entry was
 * sent. The service may have been restored from a backup in between, or emptied, and have given the
 * same ID to another pet.
 */
export async function mayHaveReusedId(
  readAnswered: ReadAnswered,
  entry: Entry,
  pets: readonly Pet[],
  signInId: string | undefined,
): Promise<boolean> {
  for (const pet of possiblePetsOf(entry, pets)) {
    const answered = await readAnswered(entry.baseUrl, pet)
    const isOfSameTime = ({ batch, state }: Entry) =>
      batch === entry.batch && state.kind === 'added' && state.confirmedTo === signInId
    if (answered.length > 0 && !answered.some(isOfSameTime)) return true
  }
  return false
}

/** The lists cannot prove this of an entry, because it rests on a person's word. */
export type PersonsWord = {
  /** `true` if the entry may be a pet that was taken for another one by mistake. */
  readonly mayBeTakenByMistake: boolean
  /**
   * The entries that a person has marked, on which the absence of this one rests. They are as
   * unproved as before: if their own pets come later, one of theirs may be the pet of this one.
   */
  readonly marked: readonly Entry[]
}

/**
 * Follows each pet that this entry may be to the entry that a person gave it to, from there to the
 * pets which that entry may be as well, and so on, until one answers no entry.
 *
 * Whoever says "This is it" may choose the wrong one of two look-alikes. Then the other one answers
 * no entry, and this entry seems to be missing because the other one was there before it was sent.
 *
 * @param lookalikes all pets with its look-alike key
 */
export async function readPersonsWord(
  readAnswered: ReadAnswered,
  entry: Entry,
  lookalikes: readonly Pet[],
): Promise<PersonsWord> {
  const marked: Entry[] = []
  const reached = new Map<string, Pet>()
  const reach = (other: Entry): void => {
    for (const pet of possiblePetsOf(other, lookalikes)) reached.set(petIdentity(pet), pet)
  }
  reach(entry)
  // A map also iterates over what is added to it meanwhile.
  for (const pet of reached.values()) {
    const answered = await readAnswered(entry.baseUrl, pet)
    if (answered.length === 0) return { mayBeTakenByMistake: true, marked }
    for (const other of answered.filter(isByPerson)) {
      marked.push(other)
      reach(other)
    }
  }
  return { mayBeTakenByMistake: false, marked }
}

/** Returns the pets that were not there before the entry was sent. */
function possiblePetsOf({ knownBefore }: Entry, pets: readonly Pet[]): readonly Pet[] {
  return pets.filter(({ id }) => !knownBefore.includes(id))
}

function isByPerson({ state }: Entry): boolean {
  return state.kind === 'added' && state.isByPerson === true
}
