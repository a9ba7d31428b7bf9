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
} from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/**
 * The lists that make up the stock, in the order in which they are requested: all pets, then each
 * status.
 */
export const STOCK_FILTERS = [undefined, ...PET_STATUSES] as const

export type ListPets = (filter: PetFilter, signal?: AbortSignal) => Promise<PetList>

export type FetchedList = { readonly status: PetStatus | undefined; readonly list: PetList }

/**
 * Reads all that the service lists, at the highest limit, one request at a time. `listPets` must
 * not read a cache, because the lists serve as evidence, which must be newer than the question.
 */
export async function* fetchAllLists(
  listPets: ListPets,
  signal?: AbortSignal,
): AsyncGenerator<FetchedList, void> {
  for (const status of STOCK_FILTERS) {
    yield { status, list: await listPets({ limit: LIMIT_MAX, status }, signal) }
  }
}

/**
 * Says whether a list holds every pet that its filter matches: it has fewer than the highest limit,
 * and all are readable.
 */
export function isComplete(list: PetList): boolean {
  return !isTruncated(list) && list.unreadable.length === 0
}

/**
 * Says whether the lists hold every pet with this status, which they do when the list of that
 * status or the unfiltered one is complete.
 */
export function listsCover(status: string | undefined, lists: readonly FetchedList[]): boolean {
  return lists.some((read) => (read.status === undefined || read.status === status) && isComplete(read.list))
}

export type StockList = {
  readonly status: PetStatus | undefined
  /** The list, or `undefined` when it was not read yet, or could not be read. */
  readonly list: PetList | undefined
  /** The time when the list was read, in milliseconds since 1970. */
  readonly readAt: number
  /** The reason why the list could not be read (again), or `null` when it could. */
  readonly error: unknown
  /** Says whether a pet may have been added since. */
  readonly isOutdated: boolean
}

/** The stock of pets that the service shows. It is for looking, and no evidence about a POST. */
export type Stock = ReturnType<typeof stockFromLists>

/**
 * Merges the lists into a stock.
 *
 * @param lists in the order of `STOCK_FILTERS`
 */
export function stockFromLists(lists: readonly StockList[]) {
  // A list that could not be read again is left out, because it is not known to be true any more.
  const read = lists.flatMap(({ list, error, ...others }) =>
    list === undefined || error !== null ? [] : [{ list, ...others }],
  )
  const current = read.filter(({ isOutdated }) => !isOutdated)
  const pets = new Map<Int64, { pet: Pet; readAt: number }>()
  for (const { list, readAt } of read) {
    for (const pet of list.pets) {
      // If two lists are of the same moment, the later request counts.
      if (readAt >= (pets.get(pet.id)?.readAt ?? -Infinity)) pets.set(pet.id, { pet, readAt })
    }
  }
  // A pet that a later list would have to hold, but does not, is no longer what it was.
  for (const { status, list, readAt } of current) {
    if (!isComplete(list)) continue
    for (const [id, known] of pets) {
      if (known.readAt < readAt && (status === undefined || status === known.pet.status)) pets.delete(id)
    }
  }
  return {
    lists,
    /** The lists that are there and up to date. Only they show that there is no other pet. */
    current,
    /**
     * Each pet once, as the latest list has it, in the order of the service. Pets of lists that
     * could not be read again are left out.
     */
    pets: Array.from(pets.values(), ({ pet }) => pet),
  }
}

/** A number of pets, which is exact, or else the least that there are. */
export type Count = { readonly value: number; readonly isExact: boolean }

export const COUNTED_STATUSES = [...PET_STATUSES, undefined] as const

export type StockCounts = ReturnType<typeof countStock>

/**
 * Counts the pets. The count of a status is exact when its own list or the unfiltered one is
 * complete, and every other count only when the unfiltered one is. Categories of `categoryIds` are
 * counted even if there is no pet.
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
    /** The counts of `COUNTED_STATUSES`, then of statuses that are not documented, as they came. */
    byStatus: countByStatus(pets, new Set([...COUNTED_STATUSES, ...pets.map(({ status }) => status)])),
    /** The counts of categories, largest first. */
    byCategory: byCategory.toSorted((a, b) => b.all.value - a.all.value),
  }
}

export function countText({ value, isExact }: Count): string {
  return `${isExact ? '' : 'at least '}${formatNumber(value)}`
}

/** Returns "sold pets" and the like, for each status of which there may be more pets. */
function cutStatuses({ byStatus }: StockCounts): string[] {
  return byStatus.flatMap(({ status, count }) =>
    isPetStatus(status) && !count.isExact ? [`${status} pets`] : [],
  )
}

/** Returns "Some sold pets and pets without a status may be missing.", for a stock that is cut. */
export function missingText(counts: StockCounts): string {
  const cut = cutStatuses(counts)
  const missing = [...cut, cut.length === 0 ? 'without a status' : 'pets without a status']
  return `Some ${new Intl.ListFormat('en').format(missing)} may be missing.`
}

/** Says how many pets a search of the stock will cover, before anything is looked for. */
export function stockToSearchMessage(stock: Stock, service: string): string {
  const counts = countStock(stock, [])
  const { value, isExact } = counts.all
  if (stock.current.length === 0) return ''
  if (isExact && value === 0) return `${service} has no pets.`
  const toSearch = `${counted(value, 'pet')} to search.`
  return isExact ? toSearch : `${toSearch} ${missingText(counts)}`
}

/**
 * Says how far a search of the stock goes: how many pets it covers, and of which kinds there may be
 * more. It is empty when nothing was read.
 */
export function stockMessage(stock: Stock, service: string): string {
  const counts = countStock(stock, [])
  const { value, isExact } = counts.all
  if (stock.current.length === 0) return ''
  if (isExact && value === 0) return `${service} has no pets.`
  if (isExact) return `Searched ${value === 1 ? '' : 'all '}${counted(value, 'pet')} in ${service}.`
  return `Searched ${counted(value, 'pet')}. ${missingText(counts)}`
}
