import { parseJson, stringifyJson } from '#src/http/json.ts'
import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'
import { type NewPet, parsePetList, type Pet } from '#src/pets/pet.ts'
import { wirePet } from './responses.ts'
import { seedPets } from './seed.ts'

/** Stores a text between visits. Both functions may throw (storage that is full or blocked). */
export type Persistence = { load: () => string | null; save: (text: string) => void }

/** One less than the first id that an empty store assigns. */
const ID_BEFORE_FIRST = 1000n

/** The seed has ids from here on, which lose precision as numbers; assigned ids stay below and readable. */
const ASSIGNED_BELOW = 2n ** 53n

export type PetstoreDb = ReturnType<typeof createPetstoreDb>

/**
 * The pets of the mocked petstore. It starts with what `persistence` has stored, else with `pets` (default: the seed).
 * A stored text that is not valid, and a storage that throws, are ignored.
 */
export function createPetstoreDb(options: { pets?: readonly Pet[]; persistence?: Persistence } = {}) {
  const { pets: startingPets = seedPets() } = options
  let { persistence } = options
  let pets = startingPets

  /** Every tab of the demo has its own instance over the same storage: adopts what another tab wrote. */
  const read = (): readonly Pet[] => {
    try {
      const stored = parsePetList(parseJson(persistence?.load() ?? ''))
      if (stored.unreadable.length === 0) pets = stored.pets
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
      // What is still stored is older.
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
      if (pets.some((other) => other.id === pet.id)) throw new Error(`There is a pet with the id ${pet.id}.`)
      write([...pets, pet])
      return pet
    },
    reset: (): void => write(startingPets),
    clear: (): void => write([]),
  }
}

/** One more than the largest below `ASSIGNED_BELOW`, or the next one that is free. */
function nextId(pets: readonly Pet[]): Int64 {
  const taken = new Set(pets.map((pet) => BigInt(pet.id)))
  let id = ID_BEFORE_FIRST
  for (const other of taken) if (other > id && other < ASSIGNED_BELOW) id = other
  do id += 1n
  while (taken.has(id))
  return int64FromBigInt(id) as Int64
}
