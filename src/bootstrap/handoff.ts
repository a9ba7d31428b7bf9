import type { Fetch } from '#src/http/request.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** What the inline script has begun before the app is loaded, and leaves on `window` for it. */
type BootstrapHandoff = {
  /** `undefined` where the address is not a list, or there is no key for the service of the configuration. */
  readonly list: PrefetchedList | undefined
  /** Shows the prerendered page; called by index.html as soon as its templates are parsed. */
  readonly mount: () => void
}

export type PrefetchedList = {
  readonly environmentId: string
  readonly filter: PetFilter
  /** For the app's own requests, of which the first finds its response here (prefetched-request.ts). */
  readonly fetch: Fetch
  /** Resolves once its rows are painted, or when the inline script will not render them. */
  readonly rendered: Promise<void>
  /**
   * From now on the inline script renders nothing more.
   *
   * @returns when the rows on the screen were rendered (ms since 1970), `undefined` when there are none.
   */
  readonly stop: () => number | undefined
}

declare global {
  interface Window {
    /** Missing in development, where index.html has no inline script, and where a host's policy blocks it. */
    bootstrapHandoff?: BootstrapHandoff
  }
}
