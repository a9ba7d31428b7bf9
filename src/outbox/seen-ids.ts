import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import { LIMIT_MAX } from '#src/pets/pet.ts'

/** One text that all tabs of this device share, and later visits, too. */
export type SharedText = {
  /** Returns `null` where nothing is stored, or storage is blocked. */
  readonly read: () => string | null
  readonly write: (text: string) => void
}

/**
 * Sets of the IDs of pets, each under a name. The set of a sign-in has what it was shown, and its
 * name is the ID of the sign-in. The set `DEVICE` has what lists have shown on this device.
 * `seen-pets.ts` adds another set for each sign-in, under a name of its own.
 */
type SeenIds = ReadonlyMap<string, ReadonlySet<Int64>>

/** The name of the set of the device. No sign-in has this ID. */
const DEVICE = ''

/**
 * When there are more, the smallest are forgotten, which are mostly the oldest. So an ID that is
 * larger than one that is kept was never forgotten, and its place says when it was first shown.
 */
export const MAX_IDS_OF_DEVICE = 10_000

const MAX_LINES = 20

/**
 * Remembers the IDs of the pets that the service has shown on this device, whichever tab they were
 * shown in. It keeps nothing else of a pet, because it outlives the sign-in. Where storage is
 * blocked or full, it is the memory of this tab.
 */
export function createSeenIds(shared: SharedText) {
  /**
   * All that this tab knows. Another tab may have overwritten it, so it is never forgotten here.
   */
  let seenIds: SeenIds = new Map([[DEVICE, new Set()]])
  let textBefore: string | null = null

  function read(): SeenIds {
    const text = shared.read()
    if (text !== textBefore) {
      for (const line of (text ?? '').split('\n')) {
        const [name = DEVICE, ...ids] = line.split('\t')
        seenIds = withIds(seenIds, name, ids as Int64[])
      }
      textBefore = text
    }
    return seenIds
  }

  function store(next: SeenIds): void {
    if (next === seenIds) return
    seenIds = next
    shared.write(format(seenIds))
  }

  return {
    /** Adds the IDs of a list to those of the sign-in, and to those of the device. */
    add(signInId: string, ids: readonly Int64[]): void {
      store(withIds(withIds(read(), DEVICE, ids), signInId, ids))
    },

    /** Adds IDs to those of the sign-in alone. */
    addToSignIn(signInId: string, ids: readonly Int64[]): void {
      store(withIds(read(), signInId, ids))
    },

    /**
     * Returns the IDs that this sign-in was shown, or a hundred of them. The set does not change
     * later.
     */
    ofSignIn: (signInId: string): ReadonlySet<Int64> => read().get(signInId) ?? new Set(),

    /**
     * Returns the IDs that lists have shown to any sign-in by now. The set does not change later.
     */
    ofDevice: (): ReadonlySet<Int64> => read().get(DEVICE) ?? new Set(),
  }
}

/** Returns the same map where nothing is new. */
function withIds(seenIds: SeenIds, name: string, ids: readonly Int64[]): SeenIds {
  if (name !== DEVICE) return withIdsOfSignIn(seenIds, name, ids)
  const idsBefore = seenIds.get(DEVICE) ?? new Set()
  if (ids.every((id) => idsBefore.has(id))) return seenIds
  const kept = withoutSmallest(new Set([...idsBefore, ...ids]))
  // An ID that was forgotten, and is shown again, is forgotten at once.
  if (ids.every((id) => idsBefore.has(id) || !kept.has(id))) return seenIds
  return new Map(seenIds).set(DEVICE, kept)
}

/** Returns the IDs without the smallest, as many as a device keeps, in the same order. */
function withoutSmallest(ids: ReadonlySet<Int64>): ReadonlySet<Int64> {
  if (ids.size <= MAX_IDS_OF_DEVICE) return ids
  const smallest = [...ids].toSorted(compareInt64).slice(0, -MAX_IDS_OF_DEVICE)
  return ids.difference(new Set(smallest))
}

/** Moves the sign-in to the end, because the sign-ins that were shown something last are kept. */
function withIdsOfSignIn(seenIds: SeenIds, signInId: string, ids: readonly Int64[]): SeenIds {
  const idsBefore = seenIds.get(signInId) ?? new Set()
  // A hundred are enough: a list that is not cut has fewer pets, so it lacks one of these.
  const hasEnough = idsBefore.size >= LIMIT_MAX || ids.every((id) => idsBefore.has(id))
  const isLast = [...seenIds.keys()].at(-1) === signInId
  if (hasEnough && isLast) return seenIds
  const moved = new Map(seenIds)
  moved.delete(signInId)
  return moved.set(signInId, hasEnough ? idsBefore : new Set([...idsBefore, ...ids]))
}

/**
 * Returns a line for the device, and one for each of the newest sign-ins: the name of the set and
 * its IDs, separated by tabs.
 */
function format(seenIds: SeenIds): string {
  const lines = Array.from(seenIds, ([name, ids]) => [name, ...ids].join('\t'))
  return [...lines.slice(0, 1), ...lines.slice(1).slice(-MAX_LINES)].join('\n')
}
