import { LIMIT_MAX, PET_STATUSES, type PetList, type PetStatus } from './pet.ts'
import type { PetFilter } from './petstore.ts'

export type ListPets = (filter: PetFilter, signal?: AbortSignal) => Promise<PetList>

export type FetchedList = { readonly status: PetStatus | undefined; readonly list: PetList }

/**
 * All that the service lists: without a status, then with each status, at the highest limit, one request at a time.
 * `listPets` must not read a cache: the lists serve as evidence, which must be newer than the question.
 *
 * @throws what `listPets` throws, including the reason of `signal`.
 */
export async function* fetchAllLists(
  listPets: ListPets,
  signal?: AbortSignal,
): AsyncGenerator<FetchedList, void> {
  for (const status of [undefined, ...PET_STATUSES]) {
    yield { status, list: await listPets({ limit: LIMIT_MAX, status }, signal) }
  }
}

/** Whether a list holds every pet that its filter matches: fewer than the highest limit, and all readable. */
export function isComplete({ returned, unreadable }: PetList): boolean {
  return returned < LIMIT_MAX && unreadable.length === 0
}

/** Whether the lists hold every pet with this status: the list of that status is complete, or the unfiltered one. */
export function listsCover(status: PetStatus | undefined, lists: readonly FetchedList[]): boolean {
  return lists.some((read) => (read.status === undefined || read.status === status) && isComplete(read.list))
}
