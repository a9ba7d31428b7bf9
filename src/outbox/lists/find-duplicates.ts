import type { Pet } from '#src/pets/pet.ts'
import type { ClaimAges } from '#src/outbox/claim-ages.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { type Duplicate, duplicatesOf, hasNoId } from './duplicates.ts'
import type { Standings } from './standings.ts'

/** The sources with which added entries are compared. */
export type Lists = {
  /** Returns the look-alikes of an entry that lists have shown, by what they are to it. */
  readonly standingsOf: (entry: Entry) => Promise<Standings>
  /** Pets that are offered for entries which may have been added. */
  readonly offered: readonly Pet[]
  /** Returns the pets that an earlier request of an added entry may have added. They come first. */
  readonly foundFor?: (entry: Entry) => readonly Pet[]
  /** Returns whether a look-alike of an entry is being sent, by hand or as a row of any import. */
  readonly isLookalikeBeingSent: (entry: Entry) => Promise<boolean>
}

type Findings<E extends Entry> = {
  readonly duplicates: readonly Duplicate<E>[]
  /**
   * It is `true` if a pet may be a duplicate that does not count as one: it seems to be an older
   * pet, or that of another entry, or a person has said so, or it may be that of a request whose
   * answer has not come yet.
   */
  readonly areSomeDoubtful: boolean
}

/** The standings of a pet that is probably another one, and may be a duplicate all the same. */
const DOUBTFUL_STANDINGS = ['older', 'doubtful', 'given-by-person'] as const

/**
 * Returns a function that looks for look-alikes of an entry that are being sent. It asks the ledger
 * once for each look-alike key, because many entries may be alike. For one transaction.
 *
 * A request that this tab has seen for more than a minute has ended. Its tab may be gone, so that
 * nobody has written what became of it.
 */
export function createSendingFinder(
  ledger: Pick<LedgerTransaction, 'findAll'>,
  claimAges: Pick<ClaimAges, 'isOnItsWay'>,
): Lists['isLookalikeBeingSent'] {
  const answers = new Map<string, Promise<boolean>>()

  function isBeingSent({ state }: Entry): boolean {
    return state.kind === 'sending' && claimAges.isOnItsWay(state.claim)
  }

  return ({ baseUrl, lookalikeKey }) => {
    const key = `${baseUrl} ${lookalikeKey}`
    const answer =
      answers.get(key) ??
      ledger
        .findAll(['lookalike', baseUrl, lookalikeKey, 'sending'])
        .then((lookalikes) => lookalikes.some(isBeingSent))
    answers.set(key, answer)
    return answer
  }
}

/**
 * Compares each added entry with the lists, because the browser may have sent its request twice.
 */
export async function findDuplicates<E extends Entry>(
  added: readonly E[],
  { standingsOf, offered, foundFor = () => [], isLookalikeBeingSent }: Lists,
): Promise<Findings<E>> {
  const candidates: { entry: E; pets: readonly Pet[] }[] = []
  let areSomeDoubtful = false
  for (const entry of added) {
    const standings = await standingsOf(entry)
    const unaccounted = standings.get('unaccounted') ?? []
    const pets = [...foundFor(entry), ...unaccounted]
    const mayAnswerComeYet = pets.length > 0 && (await isLookalikeBeingSent(entry))
    if (!mayAnswerComeYet) candidates.push({ entry, pets })
    // One of them counts as the pet that the person meant by "Mark as added".
    const isOneGivenByPerson = hasNoId(entry) && unaccounted.length > 0
    const isAnyDoubtful = DOUBTFUL_STANDINGS.some((standing) => standings.has(standing))
    if (isAnyDoubtful || isOneGivenByPerson || mayAnswerComeYet) areSomeDoubtful = true
  }
  return { duplicates: duplicatesOf(candidates, offered), areSomeDoubtful }
}
