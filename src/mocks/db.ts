import { parseJson, stringifyJson } from '#src/http/json.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { type NewPet, parsePetList, type Pet } from '#src/pets/pet.ts'
import { seedPets } from './seed.ts'

/** Stores a text between visits. Both functions may throw. */
export type Persistence = { load: () => string | null; save: (text: string) => void }

/**
 * Returns a pet as it is sent: int64 as JSON numbers with all digits, and no `status` when none is
 * set.
 */
export function wirePet({ id, name, categoryId, status }: Pet) {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status }
}

export type PetstoreDb = ReturnType<typeof createPetstoreDb>

/**
 * Creates the pets of the mocked petstore. They are those that `persistence` has stored if they can
 * be read, or else `pets`.
 */
export function createPetstoreDb({
  pets: given = seedPets(),
  persistence,
}: { pets?: readonly Pet[]; persistence?: Persistence } = {}) {
  let pets = given

  /**
   * Reads what another tab wrote, because every tab of the demo has its own instance over the same
   * storage.
   */
  const read = (): readonly Pet[] => {
    try {
      pets = parsePetList(parseJson(persistence?.load() ?? '')).pets
    } catch {
      // The storage has nothing, or nothing of ours.
    }
    return pets
  }

  const write = (next: readonly Pet[]): void => {
    pets = next
    try {
      persistence?.save(stringifyJson(next.map(wirePet)))
    } catch {
      // The storage is full or blocked, so what it has is out of date.
      persistence = undefined
    }
  }

  return {
    all: read,
    /** Lists the pets from `add` first, newest on top, then the others. */
    list: ({ status, limit }: { status?: string | undefined; limit: number }): readonly Pet[] =>
      read()
        .filter((pet) => status === undefined || pet.status === status)
        .slice(0, limit),
    get: (id: Int64): Pet | undefined => read().find((pet) => pet.id === id),
    /** Adds a pet as a POST does. It comes first in the list, where the user looks for it. */
    add: (newPet: NewPet): Pet => {
      const pet: Pet = { id: nextId(read()), ...newPet }
      write([pet, ...pets])
      return pet
    },
    /**
     * Adds a pet for a test. Fields have defaults, and the pet comes last, so that a list has the
     * order of the test.
     */
    create: (partial: Partial<Pet> = {}): Pet => {
      const id = nextId(read())
      const pet: Pet = { id, name: 'Rex', categoryId: '1' as Int64, status: 'available', ...partial }
      write([...pets, pet])
      return pet
    },
    reset: (): void => write(given),
    clear: (): void => write([]),
  }
}

/**
 * Returns an ID that is one more than the largest, from 1001 on, or the next one that is free. The
 * seed has IDs from 2^53 on, which lose precision as numbers. They do not count, so that assigned
 * IDs stay readable.
 */
function nextId(pets: readonly Pet[]): Int64 {
  const taken = new Set(pets.map((pet) => BigInt(pet.id)))
  let id = 1000n
  for (const other of taken) if (other > id && other < 2n ** 53n) id = other
  do id += 1n
  while (taken.has(id))
  return String(id) as Int64
}
