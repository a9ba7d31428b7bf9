import type { Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'

/**
 * Says whether a list had shown an ID on this device, in any tab and to any sign-in, before the
 * entry was first sent.
 */
export type WasSeenBefore = (entry: Pick<Entry, 'lastSeenId'>, id: Int64) => boolean

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

  return ({ lastSeenId }, id) => {
    if (lastSeenId === undefined) return false
    const lastPlace = currentPlaces().get(lastSeenId)
    const place = currentPlaces().get(id)
    // A device with very many IDs has forgotten the oldest ones, so either may be missing.
    return lastPlace !== undefined && place !== undefined && place <= lastPlace
  }
}
