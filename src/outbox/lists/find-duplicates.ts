import type { Pet } from '#src/pets/pet.ts'
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
  /**
   * Returns whether a look-alike of an entry, by hand or as a row of any import, is pending (see
   * `createPendingFinder`).
   */
  readonly isLookalikePending: (entry: Entry) => Promise<boolean>
}

type Findings<E extends Entry> = {
  readonly duplicates: readonly Duplicate<E>[]
  /**
   * It is `true` if a pet may be a duplicate that does not count as one: it seems to be an older
   * pet, or that of another entry, or a person has said so, or it may be that of a pending
   * look-alike.
   */
  readonly areSomeDoubtful: boolean
}

/** The standings of a pet that is probably another one, and may be a duplicate all the same. */
const DOUBTFUL_STANDINGS = ['older', 'doubtful', 'given-by-person'] as const

/**
 * Returns a function that says whether a look-alike of an entry is pending: nobody knows yet what
 * became of it, because it is being sent, or is unconfirmed and was not looked for yet. The
 * function serves one transaction, and asks the ledger about each look-alike key only once, because
 * many entries may be alike.
 *
 * @param isPending is called with look-alikes that are being sent or unconfirmed, and no others
 */
export function createPendingFinder(
  ledger: Pick<LedgerTransaction, 'findAll'>,
  isPending: (lookalike: Entry) => boolean,
): Lists['isLookalikePending'] {
  const answers = new Map<string, Promise<boolean>>()

  async function isAnyPending({ baseUrl, lookalikeKey }: Entry): Promise<boolean> {
    const [sending, unknown] = await Promise.all([
      ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'sending']),
      ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'unknown']),
    ])
    return [...sending, ...unknown].some(isPending)
  }

  return (entry) => {
    const key = `${entry.baseUrl} ${entry.lookalikeKey}`
    const answer = answers.get(key) ?? isAnyPending(entry)
    answers.set(key, answer)
    return answer
  }
}

/**
 * Compares each added entry with the lists, because the browser may have sent its request twice.
 */
export async function findDuplicates<E extends Entry>(
  added: readonly E[],
  { standingsOf, offered, foundFor = () => [], isLookalikePending }: Lists,
): Promise<Findings<E>> {
  const candidates: { entry: E; pets: readonly Pet[] }[] = []
  let areSomeDoubtful = false
  for (const entry of added) {
    const standings = await standingsOf(entry)
    const unaccounted = standings.get('unaccounted') ?? []
    const pets = [...foundFor(entry), ...unaccounted]
    const mayBelongToPending = pets.length > 0 && (await isLookalikePending(entry))
    if (!mayBelongToPending) candidates.push({ entry, pets })
    // One of them counts as the pet that the person meant by "Mark as added".
    const isOneGivenByPerson = hasNoId(entry) && unaccounted.length > 0
    const isAnyDoubtful = DOUBTFUL_STANDINGS.some((standing) => standings.has(standing))
    if (isAnyDoubtful || isOneGivenByPerson || mayBelongToPending) areSomeDoubtful = true
  }
  return { duplicates: duplicatesOf(candidates, offered), areSomeDoubtful }
}
