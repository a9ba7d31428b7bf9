import type { Services } from '#src/app/services.ts'
import { delay } from '#src/lib/delay.ts'
import { listQuery } from '#src/pets/list-query.ts'
import type { PrefetchedList } from './handoff.ts'

/** The service may take long, and a response may begin and not end. */
const MAX_WAIT_MS = 300

/**
 * Waits for rows that are about to come, because the inline script paints them in a fraction of the time that the app
 * takes to start. Then puts the pets that are on the screen into the query cache, so that the app's first render shows the
 * same. Where there are none, the page requests its list like any other, and finds the response prefetched.
 */
export async function adoptPrefetchedList(
  services: Services,
  { environmentId, filter, rendered, stop }: PrefetchedList,
): Promise<void> {
  await Promise.race([rendered, delay(MAX_WAIT_MS)])
  const renderedAt = stop()
  const current = services.forEnvironment(environmentId)
  if (renderedAt === undefined || current === undefined) return
  const { queryClient, petstore } = current
  const options = listQuery(petstore, filter)
  // The response is complete. If something is wrong with it after all, the page finds out by itself.
  const list = await queryClient.query(options).catch(() => undefined)
  if (list !== undefined) queryClient.setQueryData(options.queryKey, list, { updatedAt: renderedAt })
}
