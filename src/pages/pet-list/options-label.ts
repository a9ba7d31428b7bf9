import { LIMIT_DEFAULT } from '#src/pets/pet.ts'
import type { PetOrder } from '#src/pets/table/pet-columns.ts'
import type { ListAddress } from './list-address.ts'

/**
 * Returns the label of the button that shows the options on a phone, for example "Options" or
 * "Options 50 pets, by name". What is set has a line of its own below the word.
 */
export function optionsLabel({ limit, sort }: Pick<ListAddress, 'limit' | 'sort'>): string {
  const parts: string[] = []
  if (limit !== LIMIT_DEFAULT) parts.push(limit === 1 ? '1 pet' : `${limit} pets`)
  if (sort !== undefined) parts.push(orderText(sort))
  return parts.length === 0 ? 'Options' : `Options\n${parts.join(', ')}`
}

function orderText({ column: { id }, descending }: PetOrder): string {
  return `by ${id === 'id' ? 'ID' : id}${descending ? ' ↓' : ''}`
}
