import type { Pet } from './pet.ts'

export function labelsPath(environmentId: string, pets: readonly Pick<Pet, 'id'>[]): string {
  return `/${environmentId}/pets/labels?ids=${pets.map(({ id }) => id).join(',')}`
}
