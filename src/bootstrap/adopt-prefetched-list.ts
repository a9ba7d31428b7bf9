import type { Services } from '#src/app/services.ts'
import { listQuery } from '#src/pets/list-query.ts'
import type { PrefetchedList } from './handoff.ts'

/**
 * Puts prefetched pets that are already on the screen into the query cache, so that the app's first render shows the
 * same. Where none are on the screen, the page requests its list like any other, and finds the response prefetched.
 */
export async function adoptPrefetchedList(
  services: Services,
  { environmentId, filter, stop }: PrefetchedList,
): Promise<void> {
  const renderedAt = stop()
  const current = services.forEnvironment(environmentId)
  if (renderedAt === undefined || current === undefined) return
  const { queryClient, petstore } = current
  const options = listQuery(petstore, filter)
  // The response is complete. If something is wrong with it after all, the page finds out by itself.
  const list = await queryClient.query(options).catch(() => undefined)
  if (list !== undefined) queryClient.setQueryData(options.queryKey, list, { updatedAt: renderedAt })
}

/** Whether rows are on the screen that the app has not replaced. */
export function isPrerendered(): boolean {
  return document.querySelector('.prerendered tbody > tr') !== null
}
