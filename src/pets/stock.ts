import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import {
  isPetStatus,
  isTruncated,
  LIMIT_MAX,
  type Pet,
  PET_STATUSES,
  type PetList,
  type PetStatus,
} from './pet.ts'
import type { PetFilter } from './petstore.ts'

/** The lists that make up the stock, in the order in which they are requested: all pets, then each status. */
export const STOCK_FILTERS = [undefined, ...PET_STATUSES] as const

export type ListPets = (filter: PetFilter, signal?: AbortSignal) => Promise<PetList>

export type FetchedList = { readonly status: PetStatus | undefined; readonly list: PetList }

/**
 * All that the service lists, at the highest limit, one request at a time. `listPets` must not read a cache: the lists
 * serve as evidence, which must be newer than the question.
 */
export async function* fetchAllLists(
  listPets: ListPets,
  signal?: AbortSignal,
): AsyncGenerator<FetchedList, void> {
  for (const status of STOCK_FILTERS) {
    yield { status, list: await listPets({ limit: LIMIT_MAX, status }, signal) }
  }
}

/** Whether a list holds every pet that its filter matches: fewer than the highest limit, and all readable. */
export function isComplete(list: PetList): boolean {
  return !isTruncated(list) && list.unreadable.length === 0
}

/** Whether the lists hold every pet with this status: the list of that status is complete, or the unfiltered one. */
export function listsCover(status: string | undefined, lists: readonly FetchedList[]): boolean {
  return lists.some((read) => (read.status === undefined || read.status === status) && isComplete(read.list))
}

export type StockList = {
  readonly status: PetStatus | undefined
  /** `undefined`: not read yet, or it failed. */
  readonly list: PetList | undefined
  /** When it was read. Milliseconds since 1970. */
  readonly readAt: number
  /** Why it could not be read (again); `null` when it could. */
  readonly error: unknown
  /** A pet may have been added since. */
  readonly isOutdated: boolean
}

/** What the service shows of the store: for looking, not for evidence about a POST. */
export type Stock = ReturnType<typeof stockFromLists>

/** @param lists in the order of `STOCK_FILTERS`. */
export function stockFromLists(lists: readonly StockList[]) {
  // What a list that failed said before is not known to be true any more.
  const read = lists.flatMap(({ list, error, ...others }) =>
    list === undefined || error !== null ? [] : [{ list, ...others }],
  )
  const current = read.filter(({ isOutdated }) => !isOutdated)
  const pets = new Map<Int64, { pet: Pet; readAt: number }>()
  for (const { list, readAt } of read) {
    for (const pet of list.pets) {
      // Of two lists of the same moment, the later request.
      if (readAt >= (pets.get(pet.id)?.readAt ?? -Infinity)) pets.set(pet.id, { pet, readAt })
    }
  }
  // One that a later list would have to hold, and does not, is no longer what it was.
  for (const { status, list, readAt } of current) {
    if (!isComplete(list)) continue
    for (const [id, known] of pets) {
      if (known.readAt < readAt && (status === undefined || status === known.pet.status)) pets.delete(id)
    }
  }
  return {
    lists,
    /** Those that are there and up to date: only they show that there is no other pet. */
    current,
    /** Each pet once, as the latest list has it; in the order of the service. Without what lists that failed had. */
    pets: Array.from(pets.values(), ({ pet }) => pet),
  }
}

/** How many there are, or at least are. */
export type Count = { readonly value: number; readonly isExact: boolean }

export const COUNTED_STATUSES = [...PET_STATUSES, undefined] as const

export type StockCounts = ReturnType<typeof countStock>

/**
 * The count of a status is exact when its own list or the unfiltered one is complete; every other one only when the
 * unfiltered one is. Categories of `categoryIds` are counted even if there is no pet.
 */
export function countStock({ pets, current }: Stock, categoryIds: Iterable<string>) {
  const isWhole = listsCover(undefined, current)
  const countAll = (some: readonly Pet[]): Count => ({ value: some.length, isExact: isWhole })
  const countByStatus = (some: readonly Pet[], statuses: Iterable<string | undefined>) =>
    Array.from(statuses, (status) => {
      const value = some.filter((pet) => pet.status === status).length
      return { status, count: { value, isExact: listsCover(status, current) } satisfies Count }
    })
  const groups = Map.groupBy(pets, ({ categoryId }): string => categoryId)
  const byCategory = Array.from(new Set([...groups.keys(), ...categoryIds]), (categoryId) => {
    const some = groups.get(categoryId) ?? []
    // A status that is not documented counts in `all` alone.
    return { categoryId, all: countAll(some), byStatus: countByStatus(some, COUNTED_STATUSES) }
  })
  return {
    all: countAll(pets),
    /** `COUNTED_STATUSES`, then those that are not documented, as they came. */
    byStatus: countByStatus(pets, new Set([...COUNTED_STATUSES, ...pets.map(({ status }) => status)])),
    /** Largest first. */
    byCategory: byCategory.toSorted((a, b) => b.all.value - a.all.value),
  }
}

export function countText({ value, isExact }: Count): string {
  return `${isExact ? '' : 'at least '}${formatNumber(value)}`
}

/** "sold pets": each status of which there may be more. */
export function cutStatuses({ byStatus }: StockCounts): string[] {
  return byStatus.flatMap(({ status, count }) =>
    isPetStatus(status) && !count.isExact ? [`${status} pets`] : [],
  )
}

/** How far a search of the stock goes: in how many, and of what there may be more. Empty when nothing was read. */
export function stockMessage(stock: Stock, service: string): string {
  const counts = countStock(stock, [])
  const { value, isExact } = counts.all
  if (stock.current.length === 0) return ''
  if (isExact && value === 0) return `${service} has no pets.`
  if (isExact) return `Searched ${value === 1 ? '' : 'all '}${counted(value, 'pet')} in ${service}.`
  const cut = cutStatuses(counts)
  const missing = [...cut, cut.length === 0 ? 'without a status' : 'pets without a status']
  return `Searched ${counted(value, 'pet')}. Some ${new Intl.ListFormat('en').format(missing)} may be missing.`
}
