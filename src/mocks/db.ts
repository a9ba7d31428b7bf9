import { parseJson, stringifyJson } from '#src/http/json.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { type NewPet, parsePetList, type Pet } from '#src/pets/pet.ts'
import { seedPets } from './seed.ts'

/** Stores a text between visits. Both functions may throw. */
export type Persistence = { load: () => string | null; save: (text: string) => void }

/** As sent: int64 as JSON numbers with all digits, and no `status` when none is set. */
export function wirePet({ id, name, categoryId, status }: Pet) {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status }
}

export type PetstoreDb = ReturnType<typeof createPetstoreDb>

/** The pets of the mocked petstore: what `persistence` has stored and can be read, else `pets`. */
export function createPetstoreDb({
  pets: given = seedPets(),
  persistence,
}: { pets?: readonly Pet[]; persistence?: Persistence } = {}) {
  let pets = given

  /** Every tab of the demo has its own instance over the same storage: adopts what another tab wrote. */
  const read = (): readonly Pet[] => {
    try {
      pets = parsePetList(parseJson(persistence?.load() ?? '')).pets
    } catch {
      // Nothing, or nothing of ours, is stored.
    }
    return pets
  }

  const write = (next: readonly Pet[]): void => {
    pets = next
    try {
      persistence?.save(stringifyJson(next.map(wirePet)))
    } catch {
      // Full or blocked: what it has is older.
      persistence = undefined
    }
  }

  return {
    all: read,
    /** Pets from `add` first, newest on top, then the others. */
    list: ({ status, limit }: { status?: string | undefined; limit: number }): readonly Pet[] =>
      read()
        .filter((pet) => status === undefined || pet.status === status)
        .slice(0, limit),
    get: (id: Int64): Pet | undefined => read().find((pet) => pet.id === id),
    /** As on a POST. The pet comes first in the list, where the user looks for it. */
    add: (newPet: NewPet): Pet => {
      const pet: Pet = { id: nextId(read()), ...newPet }
      write([pet, ...pets])
      return pet
    },
    /** For tests: fields have defaults, and the pet comes last, so that a list has the order of the test. */
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
 * One more than the largest, from 1001 on, or the next one that is free. Ids from 2^53 on, which the seed has and which lose
 * precision as numbers, do not count, so that assigned ones stay readable.
 */
function nextId(pets: readonly Pet[]): Int64 {
  const taken = new Set(pets.map((pet) => BigInt(pet.id)))
  let id = 1000n
  for (const other of taken) if (other > id && other < 2n ** 53n) id = other
  do id += 1n
  while (taken.has(id))
  return String(id) as Int64
}
