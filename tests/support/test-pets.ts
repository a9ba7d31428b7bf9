import { seedPets } from '#src/mocks/seed.ts'
import type { Pet } from '#src/pets/pet.ts'
import { int64 } from './int64.ts'

const LONG = 'Maximilian Alexander Bartholomew Constantine Ferdinand Leopold '.repeat(4)

/** Names, categories and statuses that nobody would believe. */
const ODD: readonly [name: string, categoryId: string, status?: Pet['status']][] = [
  [LONG.slice(0, 199).padEnd(200, '.'), '2', 'available'],
  ['=SUM(Paws)', '6', 'available'],
  ['Orbit', '9223372036854775807', 'available'],
  ['Void', '0'],
  ['Minus', '-1', 'pending'],
]

/** Returns the pets of the demo, and from the 21st on the odd ones that a test must have seen. */
export function testPets(): Pet[] {
  const odd = ODD.map(([name, categoryId, status], index) => ({
    id: int64(String(2001 + index)),
    name,
    categoryId: int64(categoryId),
    status,
  }))
  return seedPets().toSpliced(20, 0, ...odd)
}
