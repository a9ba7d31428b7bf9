import type { ConfigResult } from '#src/config/config.ts'
import type { Fetch } from '#src/http/request.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** What the start of the page has begun before the app is there. The script in index.html leaves it on `window`. */
export type Start = {
  readonly config: Promise<ConfigResult>
  /** `undefined` where the page shows no list, or without a key that may go to the service of the configuration. */
  readonly list: Promise<PrefetchedList | undefined>
  /** The code of the app may run: the first rows are on the screen, or they keep it waiting. Never rejects. */
  readonly ready: Promise<void>
}

/** The list that the page is about to show. */
export type PrefetchedList = {
  readonly environmentId: string
  readonly filter: PetFilter
  readonly fetch: Fetch
  /** Resolves once the pets are on the screen, or it is clear that the start cannot draw them. */
  readonly drawn: Promise<void>
  /**
   * From now on the app draws, and the start nothing more.
   *
   * @returns when the pets on the screen came (milliseconds since 1970), `undefined` when none are drawn.
   */
  readonly handOver: () => number | undefined
}

declare global {
  interface Window {
    /** Not there in development, where index.html has no start script. */
    bootstrapHandoff?: Start
  }
}
