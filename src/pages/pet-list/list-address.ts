import { addressParams } from '#src/lib/address-params.ts'
import { isWholeNumber } from '#src/lib/int64.ts'
import { isPetStatus, LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { ORDERS, type PetOrder } from '#src/pets/table/pet-columns.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** The state of the list, which is all in its address (src/README.md, Addresses). */
export type ListAddress = PetFilter & {
  /** The text in the search box. */
  readonly q: string
  /** The order of the rows, or `undefined` for the service's order. */
  readonly sort: PetOrder | undefined
}

/**
 * Reads the state from an address. Any address becomes valid state, so that no request is out of
 * bounds.
 */
export function listAddressFromSearch(search: string): ListAddress {
  const params = addressParams(search)
  const status = params.get('status')
  return {
    limit: limitFromText(params.get('limit') ?? ''),
    status: isPetStatus(status) ? status : undefined,
    q: params.get('q') ?? '',
    sort: ORDERS.find(({ param }) => param === params.get('sort')),
  }
}

/** Returns what the controls of the page show: the radio button and the option that are chosen. */
export function controlValues({ status, sort }: Pick<ListAddress, 'status' | 'sort'>) {
  return { status: status ?? 'all', sort: sort?.param ?? '' } as const
}

/** Returns the search part of the address, with a leading `?`, or empty. Defaults are left out. */
export function searchFromListAddress({ status, limit, q, sort }: ListAddress): string {
  const params = new URLSearchParams()
  if (status !== undefined) params.set('status', status)
  if (limit !== LIMIT_DEFAULT) params.set('limit', String(limit))
  if (q !== '') params.set('q', q)
  if (sort !== undefined) params.set('sort', sort.param)
  return params.size === 0 ? '' : `?${params}`
}

/**
 * Reads the page size. A whole number out of bounds becomes the nearest bound, and anything else
 * the default.
 */
function limitFromText(text: string): number {
  if (!isWholeNumber(text)) return LIMIT_DEFAULT
  return Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, Number(text)))
}
