import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import { isMarkedByPerson } from '#src/outbox/entry-rules.ts'
import { findAnswered } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { petIdentity } from './pet-identity.ts'
import type { WasSeenBefore } from './was-seen-before.ts'

/** The environment in which an entry was entered, and its address at that time. */
type Place = Pick<Entry, 'environmentId' | 'baseUrl'>

/** Reads the entries that a pet answers, at all addresses of the environment. */
export type ReadAnswered = (place: Place, pet: Pet) => Promise<readonly Entry[]>

/**
 * Asks the ledger once for each pet, because many entries may be like it. For one transaction.
 *
 * @param unwrittenOutcomes entries of this tab whose outcome the ledger does not have yet
 */
export function createAnsweredReader(
  ledger: Pick<LedgerTransaction, 'findAll' | 'baseUrlsOf'>,
  unwrittenOutcomes: readonly Entry[],
): ReadAnswered {
  const answeredByPet = new Map<string, Promise<readonly Entry[]>>()

  async function readAnswered(place: Place, pet: Pet): Promise<readonly Entry[]> {
    const lookalikeKey = lookalikeKeyOf(pet)
    const answeredSince = unwrittenOutcomes.filter(
      (entry) =>
        entry.state.kind === 'added' && entry.state.id === pet.id && entry.lookalikeKey === lookalikeKey,
    )
    return [...(await findAnswered(ledger, { ...place, lookalikeKey }, pet.id)), ...answeredSince]
  }

  return (place, pet) => {
    const key = `${place.environmentId} ${place.baseUrl} ${petIdentity(pet)}`
    const answered = answeredByPet.get(key) ?? readAnswered(place, pet)
    answeredByPet.set(key, answered)
    return answered
  }
}

/**
 * This says what a look-alike in the lists is to an entry.
 *
 * - `unaccounted`: it answers no entry, and nobody here had seen it before this one was sent, so it
 *   may be the pet of this one.
 * - `older`: it answers no entry, and its ID had been seen on this device before this one was sent,
 *   so it is probably another pet.
 * - `accounted`: it is certain that it is the pet of this entry, or that it is not.
 * - `given-by-person`: only a person has said that it is the pet of another entry.
 * - `doubtful`: it seems to be an older pet, or that of another entry, and may be the pet of this
 *   one all the same. The service may have been restored from a backup, or emptied, and have given
 *   the ID again.
 */
export type Standing = 'unaccounted' | 'older' | 'accounted' | 'given-by-person' | 'doubtful'

/** Look-alikes by what they are to an entry. */
export type Standings = ReadonlyMap<Standing, readonly Pet[]>

/** The sign-in that has seen the lists. */
type Viewer = {
  readonly signInId: string
  /** The IDs that the service may have given to another pet (`SeenPets.doubtfulIds`). */
  readonly doubtfulIds: ReadonlySet<Int64>
  readonly wasSeenBefore: WasSeenBefore
}

/** Returns the look-alikes of an entry by what they are to it. */
export async function readStandings(
  readAnswered: ReadAnswered,
  entry: Entry,
  lookalikes: readonly Pet[],
  viewer: Viewer,
): Promise<Standings> {
  const standings = new Map<Standing, Pet[]>()
  for (const pet of lookalikes) {
    const standing = standingOf(entry, pet, await readAnswered(entry, pet), viewer)
    standings.set(standing, [...(standings.get(standing) ?? []), pet])
  }
  return standings
}

/**
 * Returns what the pet is to the entry. It certainly belongs to another entry only if that one was
 * added in the same batch and sign-in, or if a list had shown the pet before this entry was sent.
 * Otherwise the service may have been emptied, or be another one, and may have given the ID again.
 */
function standingOf(
  entry: Entry,
  pet: Pet,
  answered: readonly Entry[],
  { signInId, doubtfulIds, wasSeenBefore }: Viewer,
): Standing {
  const wasThereBefore = entry.knownBefore.includes(pet.id)
  const isDoubtful = doubtfulIds.has(pet.id)
  if (answered.length === 0 && !wasThereBefore) return wasSeenBefore(entry, pet.id) ? 'older' : 'unaccounted'
  if (answered.some((other) => entryIdOf(other) === entryIdOf(entry))) return 'accounted'
  if (isDoubtful) return 'doubtful'
  if (wasThereBefore) return 'accounted'
  const certain = answered.filter(
    ({ batch, state }) => batch === entry.batch && state.kind === 'added' && state.confirmedTo === signInId,
  )
  if (certain.length === 0) return 'doubtful'
  return certain.every(isMarkedByPerson) ? 'given-by-person' : 'accounted'
}
