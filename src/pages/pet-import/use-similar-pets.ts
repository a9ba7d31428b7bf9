import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findSimilarPets } from '#src/importer/similar-rows.ts'
import type { RowValidation } from '#src/importer/import-types.ts'
import type { Pet } from '#src/pets/pet.ts'
import { LISTS } from '#src/pets/list-query.ts'
import { listedPets } from '#src/pets/pet-queries.ts'
import { useSessionState } from '#src/session/session-context.ts'

const NONE: ReadonlyMap<number, Pet> = new Map()

/** Rows (by position) that are like a pet of a list that is loaded; sends nothing. */
export function useSimilarPets(checks: readonly RowValidation[]): ReadonlyMap<number, Pet> {
  const client = useQueryClient()
  const { kind } = useSessionState()
  const [found, setFound] = useState({ checks, similar: NONE })
  useEffect(() => {
    let isCurrent = true
    let lists = ''
    const find = async () => {
      // Lists that were loaded with a key that is gone are gone as well.
      const now = client
        .getQueryCache()
        .findAll({ queryKey: LISTS })
        .map(({ queryHash, state }) => `${queryHash} ${state.dataUpdatedAt}`)
        .join()
      if (now === lists) return
      lists = now
      const similar = await findSimilarPets(checks, listedPets(client))
      if (isCurrent && lists === now) setFound({ checks, similar })
    }
    void find()
    const unsubscribe = client.getQueryCache().subscribe(() => void find())
    return () => {
      isCurrent = false
      unsubscribe()
    }
  }, [client, checks])
  // Positions of rows that were read or edited since may be others.
  // Nor may whoever sits here now be allowed to see what was loaded with a key that has ended.
  return found.checks === checks && kind === 'signed-in' ? found.similar : NONE
}
