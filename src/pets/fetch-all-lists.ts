import { LIMIT_MAX, PET_STATUSES, type PetList, type PetStatus } from './pet.ts'
import type { PetFilter } from './petstore.ts'

export type ListPets = (filter: PetFilter, signal?: AbortSignal) => Promise<PetList>

/** One of the four lists, as the service returned it after it was asked for. */
export type FetchedList = { readonly status: PetStatus | undefined; readonly list: PetList }

/**
 * Everything the service will show: the list without a status, then one for each status, with the highest limit. The
 * one place that reads them, so that all who need them have one idea of what they say. A list is given out as soon as it
 * is there; who has seen enough stops reading.
 *
 * What is decided by these lists must be newer than the question: `listPets` asks the service and no cache.
 *
 * @throws what `listPets` throws, the reason of `signal` included.
 */
export async function* fetchAllLists(
  listPets: ListPets,
  signal?: AbortSignal,
): AsyncGenerator<FetchedList, void> {
  for (const status of [undefined, ...PET_STATUSES]) {
    yield { status, list: await listPets({ limit: LIMIT_MAX, status }, signal) }
  }
}

/** Fewer than the highest limit, and each of them readable: then it holds every pet that its filter matches. */
export function isComplete({ returned, unreadable }: PetList): boolean {
  return returned < LIMIT_MAX && unreadable.length === 0
}

/** Whether the lists hold every pet with this status: the list of that status is complete, or the unfiltered one. */
export function listsCover(status: PetStatus | undefined, lists: readonly FetchedList[]): boolean {
  return lists.some((read) => (read.status === undefined || read.status === status) && isComplete(read.list))
}
