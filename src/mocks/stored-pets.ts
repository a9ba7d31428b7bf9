import { int64FromText } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'

/** Stores a text between visits. Both functions may throw (storage that is full or blocked). */
export type Persistence = { load: () => string | null; save: (text: string) => void }

const VERSION = 1

export function textFromPets(pets: readonly Pet[]): string {
  return JSON.stringify({ version: VERSION, pets })
}

/** `undefined` unless all of it is what `textFromPets` wrote. */
export function petsFromText(text: string): Pet[] | undefined {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(stored) || stored['version'] !== VERSION || !Array.isArray(stored['pets'])) return undefined
  const pets = stored['pets'].map(petFromStored).filter((pet) => pet !== undefined)
  const ids = new Set(pets.map(({ id }) => id))
  return ids.size === stored['pets'].length ? pets : undefined
}

function petFromStored(stored: unknown): Pet | undefined {
  if (!isRecord(stored)) return undefined
  const { id, name, categoryId, status } = stored
  const [petId, category] = [int64FromStored(id), int64FromStored(categoryId)]
  if (petId === undefined || category === undefined || typeof name !== 'string') return undefined
  if (status !== undefined && typeof status !== 'string') return undefined
  return { id: petId, name, categoryId: category, status }
}

function int64FromStored(value: unknown) {
  return typeof value === 'string' ? int64FromText(value) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
