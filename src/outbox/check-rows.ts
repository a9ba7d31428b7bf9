import { type EntryId, entryIdOf, type ImportRow } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Duplicate } from './lists/duplicates.ts'
import { findDuplicates } from './lists/find-duplicates.ts'
import { IN_FLIGHT_MS } from './lists/next-reading.ts'
import type { Judge, Listed } from './lists/judge.ts'
import { type Evidence, type Reading, resultOf } from './lists/read-lists.ts'
import type { ImportVerdict } from './lists/verdict.ts'

/** The proof that lists give about an import, while none of its rows is sent. */
export type ImportCheck =
  | { readonly kind: 'none' }
  | (EarlierDuplicates & { readonly kind: 'checking' })
  | (EarlierDuplicates & { readonly kind: 'failed'; readonly error: unknown })
  | {
      readonly kind: 'checked'
      /** Milliseconds since 1970. */
      readonly readAt: number
      /**
       * When the lists are read again (milliseconds since 1970), because a second copy of a request
       * may still be on its way; `undefined` once they are new enough.
       */
      readonly checkAgainAt: number | undefined
      readonly duplicates: readonly Duplicate<ImportRow>[]
      readonly duplicatesMayBeMissing: MissingDuplicates
    }

/** The possible duplicates that earlier lists have shown, which stay on the screen. */
type EarlierDuplicates = { readonly duplicates: readonly Duplicate<ImportRow>[] }

/**
 * This says whether there may be more duplicates than the lists show, and why: the lists are cut,
 * lack pets for another reason, or were read in another sign-in than the one that sent some of the
 * rows. The ledger has sign-ins and no API keys, so the key may be the same.
 *
 * - `doubtful`: a pet like a row seems to be an older one, or that of another row, and this rests
 *   on an ID that the service may have given again, or on a person's word. Or it may be that of a
 *   pending look-alike (`createPendingFinder`).
 * - `unconfirmed`: a row is unconfirmed, so a pet that is offered to it, or another one like it,
 *   may be a duplicate.
 */
export type MissingDuplicates =
  | 'no'
  | 'lists-cut'
  | 'lists-incomplete'
  | 'other-sign-in'
  | 'doubtful'
  | 'unconfirmed'

type Lists = {
  readonly verdicts: ReadonlyMap<EntryId, ImportVerdict>
  readonly reading: Reading
  readonly judge: Pick<Judge, 'standingsIn' | 'createPendingFinder' | 'createReaders' | 'toWallTime'>
  /** Lists count only if they were requested after this time, on `Clock.elapsed`. */
  readonly askedAtElapsed: number | undefined
  /** When the last request of the import ended, on `Clock.elapsed`. */
  readonly endedAtElapsed: number
}

/** Compares the rows that were added with the lists. */
export async function checkRows(
  ledger: LedgerTransaction,
  rows: readonly ImportRow[],
  { verdicts, reading, judge, askedAtElapsed = 0, endedAtElapsed }: Lists,
): Promise<ImportCheck> {
  const { evidence, failure, isReading } = reading
  const addedRows = rows.filter(({ state }) => state.kind === 'added')
  const offeredPets = [...verdicts.values()].flatMap(({ pets }) => pets)
  const { readAnswered } = judge.createReaders(ledger)
  const findDuplicatesIn = (lists: Listed) =>
    findDuplicates(addedRows, {
      standingsOf: (row) => judge.standingsIn(lists, readAnswered, row),
      offered: offeredPets,
      isLookalikePending: judge.createPendingFinder(ledger),
    })
  if (isReading || failure !== undefined) {
    // Without a result there is no sign-in, and '' was shown no pets.
    const signInId = resultOf(reading)?.signInId ?? ''
    const { duplicates } = await findDuplicatesIn({ signInId, byLookalikeKey: new Map() })
    return isReading
      ? { kind: 'checking', duplicates }
      : { kind: 'failed', error: failure?.error, duplicates }
  }
  if (evidence === undefined || evidence.requestedAt < askedAtElapsed) return { kind: 'none' }
  const isTooSoon = evidence.requestedAt - endedAtElapsed < IN_FLIGHT_MS
  const unconfirmed = rows.filter(isCheckable)
  const isProvedAbsent = (row: ImportRow) => verdicts.get(entryIdOf(row))?.kind === 'not-added'
  const { duplicates, areSomeDoubtful } = await findDuplicatesIn(evidence)
  return {
    kind: 'checked',
    readAt: evidence.readAt,
    checkAgainAt: isTooSoon ? judge.toWallTime(endedAtElapsed + IN_FLIGHT_MS) : undefined,
    duplicates,
    duplicatesMayBeMissing: missingDuplicates(evidence, [...addedRows, ...unconfirmed], {
      areSomeUnconfirmed: !unconfirmed.every(isProvedAbsent),
      areSomeDoubtful,
    }),
  }
}

function missingDuplicates(
  { completeness, signInId }: Pick<Evidence, 'completeness' | 'signInId'>,
  sentRows: readonly ImportRow[],
  { areSomeUnconfirmed, areSomeDoubtful }: { areSomeUnconfirmed: boolean; areSomeDoubtful: boolean },
): MissingDuplicates {
  if (completeness === 'cut') return 'lists-cut'
  if (completeness === 'incomplete') return 'lists-incomplete'
  if (sentRows.some((row) => row.signInId !== signInId)) return 'other-sign-in'
  if (areSomeDoubtful) return 'doubtful'
  return areSomeUnconfirmed ? 'unconfirmed' : 'no'
}
