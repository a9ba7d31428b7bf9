import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { seedPets } from './seed.ts'
import { type Persistence, petsFromText, textFromPets } from './stored-pets.ts'

/** The first id that a store without pets assigns is one more. */
const ID_BEFORE_FIRST = 1000n

/** Ids from here on are in the seed to test exactness; ids that the service assigns stay readable. */
const ASSIGNED_BELOW = 2n ** 53n

export type PetstoreDb = ReturnType<typeof createPetstoreDb>

/**
 * The mocked petstore's memory. It starts with `pets` (the seed when left out), or with what `persistence` kept;
 * a text it cannot read, and a storage that throws, count as none.
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

  // Each tab of the demo has its own memory over the same storage, so what another tab wrote is taken over first.
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
    // A save that fails leaves the older text in place, which must not come back as another tab's.
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
    /** In the store's order: what `add` took first (newest on top), then the pets it started with. */
    list: ({ status, limit }: { status?: string | undefined; limit: number }): readonly Pet[] => {
      syncFromStorage()
      return pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit)
    },
    get: (id: Int64): Pet | undefined => {
      syncFromStorage()
      return pets.find((pet) => pet.id === id)
    },
    /** As the service does on a POST. The pet comes first in the list, where a person who added it looks for it. */
    add: (newPet: NewPet): Pet => {
      syncFromStorage()
      const pet: Pet = { id: assignId(), ...newPet }
      write([pet, ...pets])
      return pet
    },
    /** For tests, which state only what matters to them. The pet comes last, so that lists read as the test does. */
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
