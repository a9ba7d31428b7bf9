import type { Pet } from '#src/pets/pet.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import { isAnsweredBy, isCheckable, mayHaveTwin } from '#src/outbox/entry-rules.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { Clock } from '#src/outbox/ports.ts'
import { findConflicts } from '#src/outbox/transitions/gate.ts'
import type { Evidence, ListReader } from './read-lists.ts'
import { type CheckState, type Verdict, verdictOf } from './verdict.ts'

/** Judges entries by the lists and the ledger. */
export function createJudge(lists: Pick<ListReader, 'get'>, clock: Clock) {
  /** When the last request of an entry ended, on `Clock.elapsed`. */
  const endTimes = new Map<string, number>()

  /** Returns when this tab first saw the last request of the entry as ended. No other clock can be trusted. */
  function endOf(entry: Entry): number {
    const request = entry.state.kind === 'unknown' ? (entry.state.claim ?? entry.state.endedAt) : ''
    const name = `${entryIdOf(entry)} ${request}`
    const time = endTimes.get(name) ?? clock.elapsed()
    endTimes.set(name, time)
    return time
  }

  const toWallTime = (elapsed: number) => clock.now() + elapsed - clock.elapsed()

  /** Returns what these lists say of an entry. */
  async function judge(ledger: LedgerTransaction, entry: Entry, evidence: Evidence): Promise<Verdict> {
    const pets = evidence.byLookalikeKey.get(entry.lookalikeKey) ?? []
    const conflicts = await findConflicts(ledger, entry)
    return verdictOf(entry, {
      evidence,
      pets: await readUnaccounted(ledger, entry, pets),
      // Look-alikes of its own batch are no conflict: they are looked for in the same lists, and each pet
      // answers one of them.
      conflicts: conflicts.filter(({ batch }) => batch !== entry.batch),
      endedAt: endOf(entry),
      toWallTime,
    })
  }

  return {
    endOf,
    judge,

    /** Returns the verdict, or why there is none yet; `undefined` where lists cannot tell. */
    async checkStateOf(ledger: LedgerTransaction, entry: Entry): Promise<CheckState | undefined> {
      if (!isCheckable(entry) && !mayHaveTwin(entry)) return undefined
      const { evidence, failure, isReading } = lists.get()
      if (failure !== undefined && !isReading) return { kind: 'failed', error: failure.error }
      if (evidence === undefined || evidence.requestedAt < endOf(entry)) return { kind: 'checking' }
      return judge(ledger, entry, evidence)
    },
  }
}

export type Judge = ReturnType<typeof createJudge>

/** Returns those of the pets that answer no entry, and were not there before this one was sent. */
export async function readUnaccounted(
  ledger: LedgerTransaction,
  entry: Entry,
  pets: readonly Pet[],
): Promise<readonly Pet[]> {
  const unaccounted: Pet[] = []
  for (const pet of pets) {
    if (entry.knownBefore.includes(pet.id)) continue
    const withThisId = await ledger.all(['id', entry.baseUrl, pet.id])
    if (!withThisId.some((other) => isAnsweredBy(other, pet))) unaccounted.push(pet)
  }
  return unaccounted
}
