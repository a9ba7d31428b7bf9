import { BASE_PATH } from '#src/lib/base-path.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { Pet } from './pet.ts'

/**
 * Returns the whole address of a pet's page, for use outside of the app, as in other programs and
 * on paper.
 */
export function petUrl(environmentId: string, id: Int64): string {
  return new URL(`${BASE_PATH}${environmentId}/pets/${id}`, window.location.origin).href
}

export function labelsPath(environmentId: string, pets: readonly Pick<Pet, 'id'>[]): string {
  return `/${environmentId}/pets/labels?ids=${pets.map(({ id }) => id).join(',')}`
}
