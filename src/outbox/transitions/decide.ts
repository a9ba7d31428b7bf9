import type { Int64 } from '#src/lib/int64.ts'
import { type Accepted, type Entry, type EntryId, entryIdOfAnswerKey } from '#src/outbox/entry.ts'
import { answerTo, canBeLeftOutAgain, joinAccepted } from '#src/outbox/answers.ts'
import { isCheckable, mayBeAdded } from '#src/outbox/entry-rules.ts'
import { findAnswered } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { inSlices } from './in-slices.ts'
import { backToWaiting, recheckHeld, unholdBy } from './unhold.ts'

/**
 * "Add it anyway": the answer to the conflicts that were on the screen, and to no others. If the
 * entry has another conflict by now, it stays held. Returns the entries by hand that the answer
 * unholds.
 */
export async function addAnyway(
  ledger: LedgerTransaction,
  id: EntryId,
  conflicts: readonly Entry[],
): Promise<readonly EntryId[]> {
  const held = await ledger.get(id)
  if (held?.state.kind !== 'held') return []
  const { state } = held
  const accepted = joinAccepted(held.accepted, answerTo(held, conflicts))
  await ledger.put({ ...held, accepted })
  const visit = await ledger.findAll(['state', held.batch, 'held'])
  // The answer is for the whole visit, so it may unhold other entries that the same conflicts hold.
  const isAlike = (entry: Entry) =>
    entry.lookalikeKey === held.lookalikeKey &&
    entry.state.kind === 'held' &&
    entry.state.by.some((by) => state.by.includes(by))
  return recheckHeld(ledger, visit.filter(isAlike))
}

/** A row that was left out, with the answer to its conflicts that were on the screen. */
export type HeldRow = { readonly id: EntryId; readonly accepted: Accepted }

/**
 * "Include them": the same answer for rows of an import. If a row has another conflict by the time
 * it is claimed, the claim holds it again. `askedAbout` gets all that the person was asked about on
 * the screen, which may be more than what held the row at first.
 */
export async function includeHeld(ledger: LedgerTransaction, rows: readonly HeldRow[]): Promise<void> {
  const answered = await inSlices(rows, async ({ id, accepted }) => {
    const row = await ledger.get(id)
    if (row?.state.kind !== 'held') return []
    const askedAbout = row.askedAbout === undefined ? accepted : joinAccepted(row.askedAbout, accepted)
    return [{ ...row, askedAbout, accepted: joinAccepted(row.accepted, accepted) }]
  })
  await inSlices(await backToWaiting(ledger, answered.flat()), (row) => ledger.put(row))
}

/**
 * "Leave out": takes back "Include" for rows that still wait. Each is held again by all entries
 * about which the person was asked, and stays held until a person includes it, whatever becomes of
 * these entries.
 */
export async function leaveOutAgain(ledger: LedgerTransaction, ids: readonly EntryId[]): Promise<void> {
  await inSlices(ids, async (id) => {
    const row = await ledger.get(id)
    if (row?.askedAbout === undefined || !canBeLeftOutAgain(row)) return
    const { entries, imports } = row.askedAbout
    const accepted = {
      entries: row.accepted.entries.filter((key) => !entries.includes(key)),
      imports: row.accepted.imports.filter((importId) => !imports.includes(importId)),
    }
    const by = entries.map(entryIdOfAnswerKey)
    const held = { kind: 'held', by, isByPerson: true } as const
    const state = imports.length > 0 ? { ...held, imports } : held
    await ledger.put({ ...row, accepted, state })
  })
}

/** The person's word about an unconfirmed entry. */
export type Mark = {
  readonly entryId: EntryId
  /** `undefined` if they do not say which pet it is. */
  readonly petId: Int64 | undefined
  /** The pets that the screen names beside the entry, if none of them is its pet. */
  readonly shownIds?: readonly Int64[]
  readonly note?: string | undefined
}

/**
 * The press of "This is it" or "Mark as added". On a slow disk, another key may be signed in by the
 * time the marks are written.
 */
export type MarkPress = {
  /** The sign-in whose lists have shown the pets. */
  readonly signInId: string
  /** Milliseconds since 1970. */
  readonly markedAt: number
}

/**
 * "This is it", "Mark as added". A mark is ignored if its entry was settled elsewhere meanwhile, or
 * if its pet answers another entry by now. Returns the entries by hand that the marks unhold.
 */
export async function markAdded(
  ledger: LedgerTransaction,
  marks: readonly Mark[],
  { signInId, markedAt }: MarkPress,
): Promise<readonly EntryId[]> {
  const unheldIds: EntryId[] = []
  for (const { entryId, petId, shownIds, note } of marks) {
    const entry = await ledger.get(entryId)
    if (entry?.state.kind !== 'unknown' || !isCheckable(entry)) continue
    if (petId !== undefined && (await findAnswered(ledger, entry, petId)).length > 0) continue
    const confirmedTo = petId === undefined ? undefined : signInId
    const before = entry.state
    await ledger.put({
      ...entry,
      state: {
        kind: 'added',
        id: petId,
        note,
        confirmedTo,
        isByPerson: true,
        markedAt,
        before,
        shownBeforeMark: petId === undefined ? shownIds : undefined,
      },
    })
    unheldIds.push(...(await unholdBy(ledger, entry)))
  }
  return unheldIds
}

/**
 * Returns the entry as a discarded one, which is not on the screen any more. If its pet may have
 * been added, it stays a conflict.
 */
export function asDiscarded(entry: Entry): Entry {
  const wasUnknown = entry.wasUnknown || mayBeAdded(entry)
  return { ...entry, wasUnknown, state: { kind: 'discarded' } }
}

/** Takes an entry off the screen. Returns the entries by hand that it unholds. */
export async function discard(ledger: LedgerTransaction, id: EntryId): Promise<readonly EntryId[]> {
  const entry = await ledger.get(id)
  if (entry === undefined || !['waiting', 'held', 'rejected', 'unknown'].includes(entry.state.kind)) return []
  await ledger.put(asDiscarded(entry))
  return unholdBy(ledger, entry)
}
