import type { Services } from '#src/app/services.ts'
import type { Fetch } from '#src/http/request.ts'
import { delay } from '#src/lib/delay.ts'
import { listQuery } from '#src/pets/queries/list-query.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** The list that the inline script has requested before the app is loaded. */
export type PrefetchedList = {
  readonly environmentId: string
  readonly filter: PetFilter
  /**
   * Sends the app's own requests. The first of them finds its response here
   * (prefetched-request.ts).
   */
  readonly fetch: Fetch
  /**
   * Resolves once the rows of the list are painted, or when the inline script will not render them.
   */
  readonly rendered: Promise<void>
  /**
   * Stops the inline script from rendering anything more. Returns `undefined` when it has
   * prerendered no page.
   */
  readonly stop: () => StoppedPage | undefined
}

/** The prerendered page as it is when the app hydrates it. */
export type StoppedPage = {
  readonly page: HTMLElement
  /**
   * The time when the rows on the page were rendered (ms since 1970), or `undefined` when there are
   * none.
   */
  readonly renderedAt: number | undefined
  /**
   * Returns the press that the app has still to repeat. It may change until the app has hydrated
   * the page.
   */
  readonly pressToRepeat: () => MouseEvent | undefined
}

/**
 * The wait has a limit, because the service may take long, or a response may begin and never end.
 */
const MAX_WAIT_MS = 300

/**
 * Waits for rows that are about to come, because the inline script paints them in a fraction of the
 * time that the app takes to start. Then puts the pets that are on the screen into the query cache,
 * so that the app's first render shows the same.
 *
 * When there are no rows, the page requests its list as usual, and finds the response prefetched.
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
  // The response is complete. If something is wrong with it after all, the page finds out by
  // itself.
  const list = await current.queryClient.query(options).catch(() => undefined)
  if (list !== undefined)
    current.queryClient.setQueryData(options.queryKey, list, { updatedAt: stopped.renderedAt })
  return stopped
}
