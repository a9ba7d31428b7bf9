import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { MAX_IDS_OF_DEVICE } from '#src/outbox/seen-ids.ts'

/**
 * Says whether a list had shown an ID on this device, in any tab and to any sign-in, before the
 * entry was first sent.
 */
export type WasSeenBefore = (entry: Pick<Entry, 'lastSeenId' | 'seenIdCount'>, id: Int64) => boolean

/**
 * @param seenIds returns all IDs that lists have shown on this device by now, in the order in which
 *   they were first shown (`SeenIds`), and the same set until there is another ID
 */
export function createWasSeenBefore(seenIds: () => ReadonlySet<Int64>): WasSeenBefore {
  let ids: ReadonlySet<Int64> = new Set()
  let places: ReadonlyMap<Int64, number> = new Map()

  /** Returns the place of each ID in that order. They are counted again only if the IDs change. */
  function currentPlaces(): ReadonlyMap<Int64, number> {
    const currentIds = seenIds()
    if (currentIds !== ids) {
      ids = currentIds
      places = new Map(Array.from(ids, (id, place) => [id, place]))
    }
    return places
  }

  return ({ lastSeenId, seenIdCount }, id) => {
    if (lastSeenId === undefined) return false
    const knownPlaces = currentPlaces()
    const lastPlace = knownPlaces.get(lastSeenId)
    const place = knownPlaces.get(id)
    const mayHaveForgotten = knownPlaces.size >= MAX_IDS_OF_DEVICE
    const hasLastMoved = seenIdCount !== undefined && lastPlace !== seenIdCount - 1
    // New IDs come last, and move no other. So if this one has moved, and none was forgotten, the
    // order of that time is lost, and the present one does not tell what came before the request.
    if (hasLastMoved && !mayHaveForgotten) return false
    if (place !== undefined && lastPlace !== undefined) return place <= lastPlace
    // The device has forgotten `lastSeenId`, and with it which of the two came first, or it may
    // have forgotten `id`.
    return mayHaveForgotten && (place !== undefined || isSmallerThanAll(id, knownPlaces.keys()))
  }
}

/** Returns whether the device may have forgotten this ID: it forgets only the smallest ones. */
function isSmallerThanAll(id: Int64, knownIds: Iterable<Int64>): boolean {
  return Array.from(knownIds).every((knownId) => compareInt64(id, knownId) < 0)
}
