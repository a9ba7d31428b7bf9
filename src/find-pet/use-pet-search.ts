import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { type Int64, int64FromText } from '#src/lib/int64.ts'
import { petPath } from '#src/lib/paths.ts'
import { searchWords } from '#src/lib/search-text.ts'
import { useKnownPets } from '#src/pets/queries/use-known-pets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { findPets } from './find-pets.ts'

/**
 * Searches the stock and what was seen or added in this tab. Without a text, it finds what was seen
 * or added, last first.
 */
export function usePetSearch(text: string, stock: readonly Pet[]) {
  const { id: environmentId, categories } = useEnvironment()
  const { pathname } = useLocation()
  const { byId, recentIds } = useKnownPets()
  const recent = recentIds.flatMap((id) => byId.get(id)?.pet ?? [])
  const petsById = new Map([...recent, ...stock].map((pet) => [pet.id, pet]))
  const words = searchWords(text)
  const typedId = int64FromText(words.join(' '))
  const isUnknown = typedId !== undefined && !petsById.has(typedId)
  // Whoever looks at a pet wants to find a different one.
  const isOpen = (id: Int64) => pathname === petPath(environmentId, id)
  const recentPets = () =>
    recentIds
      .toReversed()
      .filter((id) => !isOpen(id))
      .flatMap((id) => petsById.get(id) ?? [])
  const isTyped = words.length > 0
  return {
    isTyped,
    matches: isTyped ? findPets([...petsById.values()], text, categories) : recentPets(),
    /** An ID that was typed, and that no pet has. */
    unknownId: isUnknown ? typedId : undefined,
  }
}
