import { listQuery } from '#src/pets/list-query.ts'
import type { PrefetchedList } from './handoff.ts'
import type { Services } from '#src/app/services.ts'

/**
 * The start of the page may have drawn the pets already (src/start). Then the app has them before it draws for the first
 * time, so that what is on the screen stays; otherwise they are asked for by the page, like any list.
 */
export async function adoptPrefetchedList(
  services: Services,
  { environmentId, filter, handOver }: PrefetchedList,
): Promise<void> {
  const drawnAt = handOver()
  const current = services.forEnvironment(environmentId)
  if (drawnAt === undefined || current === undefined) return
  const { queryClient, petstore } = current
  const options = listQuery(petstore, filter)
  // The whole answer is there. What is wrong with it after all, the page will find out by itself.
  const list = await queryClient.query(options).catch(() => undefined)
  if (list !== undefined) queryClient.setQueryData(options.queryKey, list, { updatedAt: drawnAt })
}
