import { isWholeNumber } from '#src/lib/int64.ts'
import { isPetStatus, LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

export const SORT_FIELDS = ['id', 'name', 'category', 'status'] as const
export type SortField = (typeof SORT_FIELDS)[number]
export type Sort = { readonly field: SortField; readonly descending: boolean }

/** The state of the list, which is all in its address (src/README.md, Addresses). */
export type ListAddress = PetFilter & {
  /** The text in the search box. */
  readonly q: string
  /** `undefined`: the service's order. */
  readonly sort: Sort | undefined
}

/** Any address becomes valid state, so that no request is out of bounds. */
export function listAddressFromSearch(params: URLSearchParams): ListAddress {
  const status = params.get('status')
  return {
    limit: limitFromText(params.get('limit') ?? ''),
    status: isPetStatus(status) ? status : undefined,
    q: params.get('q') ?? '',
    sort: sortFromParam(params.get('sort') ?? ''),
  }
}

/** With a leading `?`, or empty; defaults are left out. */
export function searchFromListAddress({ status, limit, q, sort }: ListAddress): string {
  const params = new URLSearchParams()
  if (status !== undefined) params.set('status', status)
  if (limit !== LIMIT_DEFAULT) params.set('limit', String(limit))
  if (q !== '') params.set('q', q)
  if (sort !== undefined) params.set('sort', sortParam(sort))
  return params.size === 0 ? '' : `?${params}`
}

/** A whole number out of bounds becomes the nearest bound, anything else the default. */
function limitFromText(text: string): number {
  if (!isWholeNumber(text)) return LIMIT_DEFAULT
  return Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, Number(text)))
}

/** The reverse of `sortParam`; anything else is the service's order. */
export function sortFromParam(text: string): Sort | undefined {
  const descending = text.startsWith('-')
  const field = SORT_FIELDS.find((candidate) => candidate === (descending ? text.slice(1) : text))
  return field === undefined ? undefined : { field, descending }
}

/** Empty: the service's order. */
export function sortParam(sort: Sort | undefined): string {
  return sort === undefined ? '' : (sort.descending ? '-' : '') + sort.field
}
