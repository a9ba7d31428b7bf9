import type { Services } from '#src/app/services.ts'
import type { Fetch } from '#src/http/request.ts'
import { delay } from '#src/lib/delay.ts'
import { listQuery } from '#src/pets/list-query.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** What the inline script has begun before the app is loaded. */
export type PrefetchedList = {
  readonly environmentId: string
  readonly filter: PetFilter
  /** For the app's own requests, of which the first finds its response here (prefetched-request.ts). */
  readonly fetch: Fetch
  /** Resolves once its rows are painted, or when the inline script will not render them. */
  readonly rendered: Promise<void>
  /** From now on the inline script renders nothing more. `undefined` where it has prerendered no page. */
  readonly stop: () => StoppedPage | undefined
}

/** The prerendered page as it is when the app takes its place. */
type StoppedPage = {
  readonly page: Element
  /** When the rows on it were rendered (ms since 1970); `undefined` when there are none. */
  readonly renderedAt: number | undefined
  /** Returns the press that the app has still to do. There may be another one until it takes the place of the page. */
  readonly pressToRepeat: () => MouseEvent | undefined
}

/** The service may take long, and a response may begin and not end. */
const MAX_WAIT_MS = 300

/**
 * Waits for rows that are about to come, because the inline script paints them in a fraction of the time that the app
 * takes to start. Then puts the pets that are on the screen into the query cache, so that the app's first render shows the
 * same. Where there are none, the page requests its list like any other, and finds the response prefetched.
 *
 * @returns the page that was prerendered, if one was
 */
export async function adoptPrefetchedList(
  services: Services,
  { environmentId, filter, rendered, stop }: PrefetchedList,
): Promise<StoppedPage | undefined> {
  await Promise.race([rendered, delay(MAX_WAIT_MS)])
  const stopped = stop()
  const current = services.forEnvironment(environmentId)
  if (stopped?.renderedAt === undefined || current === undefined) return stopped
  const options = listQuery(current.petstore, filter)
  // The response is complete. If something is wrong with it after all, the page finds out by itself.
  const list = await current.queryClient.query(options).catch(() => undefined)
  if (list !== undefined)
    current.queryClient.setQueryData(options.queryKey, list, { updatedAt: stopped.renderedAt })
  return stopped
}
