import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { seedPets } from './seed.ts'
import { type Persistence, petsFromText, textFromPets } from './stored-pets.ts'

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
  const { pets: startingPets = seedPets(), persistence } = options
  let pets: readonly Pet[] = startingPets
  let lastId = largestAssigned(pets)
  let knownText: string | null = null

  const replace = (next: readonly Pet[]) => {
    pets = next
    lastId = largestAssigned(next)
  }

  // Every tab of the demo has its own instance over the same storage: adopt what another tab wrote.
  const syncFromStorage = () => {
    const text = load(persistence)
    if (text === null || text === knownText) return
    knownText = text
    const stored = petsFromText(text)
    if (stored !== undefined) replace(stored)
  }

  const write = (next: readonly Pet[]) => {
    replace(next)
    if (persistence === undefined) return
    const text = textFromPets(next)
    // When saving fails, the older text stays stored and must not be adopted as another tab's.
    if (save(persistence, text)) knownText = text
  }

  const assignId = (): Int64 => {
    const taken = new Set(pets.map(({ id }) => id))
    for (let candidate = lastId + 1n; ; candidate++) {
      const id = int64FromBigInt(candidate)
      if (id === undefined) throw new Error('No id is left to assign.')
      if (!taken.has(id)) return id
    }
  }

  return {
    all: (): readonly Pet[] => {
      syncFromStorage()
      return pets
    },
    /** Pets from `add` first, newest on top, then the others. */
    list: ({ status, limit }: { status?: string | undefined; limit: number }): readonly Pet[] => {
      syncFromStorage()
      return pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit)
    },
    get: (id: Int64): Pet | undefined => {
      syncFromStorage()
      return pets.find((pet) => pet.id === id)
    },
    /** As on a POST. The pet comes first in the list, where the user looks for it. */
    add: (newPet: NewPet): Pet => {
      syncFromStorage()
      const pet: Pet = { id: assignId(), ...newPet }
      write([pet, ...pets])
      return pet
    },
    /** For tests: fields have defaults, and the pet comes last, so that a list has the order of the test. */
    create: (partial: Partial<Pet> = {}): Pet => {
      syncFromStorage()
      const pet: Pet = { id: assignId(), name: 'Rex', categoryId: ONE, status: 'available', ...partial }
      if (pets.some(({ id }) => id === pet.id))
        throw new Error(`There is a pet with the id ${pet.id} already.`)
      write([...pets, pet])
      return pet
    },
    reset: (): void => write(startingPets),
    clear: (): void => write([]),
  }
}

const ONE = '1' as Int64

function largestAssigned(pets: readonly Pet[]): bigint {
  let largest = ID_BEFORE_FIRST
  for (const pet of pets) {
    const id = BigInt(pet.id)
    if (id > largest && id < ASSIGNED_BELOW) largest = id
  }
  return largest
}

function load(persistence: Persistence | undefined): string | null {
  try {
    return persistence?.load() ?? null
  } catch {
    return null
  }
}

function save(persistence: Persistence, text: string): boolean {
  try {
    persistence.save(text)
    return true
  } catch {
    return false
  }
}
