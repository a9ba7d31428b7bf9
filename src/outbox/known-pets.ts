import type { QueryClient } from '@tanstack/react-query'
import { createEmitter } from '#src/lib/create-store.ts'
import { isPetQuery, shownPets } from '#src/pets/pet-queries.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { OutboxPorts } from './ports.ts'

/**
 * The pets that lists have shown to this tab. What this tab has added is in the ledger: an answer is evidence for the entry
 * that it answers, and not for a look-alike.
 */
export function knownPetsOf(client: QueryClient): OutboxPorts['knownPets'] {
  const changes = createEmitter()
  let known: readonly Pet[] | undefined

  client.getQueryCache().subscribe((event) => {
    if (!isPetQuery(event.query)) return
    known = undefined
    const hasOtherData = event.type === 'updated' && ['success', 'setState'].includes(event.action.type)
    if (hasOtherData || event.type === 'removed') changes.notify()
  })

  return {
    get(): readonly Pet[] {
      known ??= shownPets(client)
      return known
    },
    subscribe: changes.subscribe,
  }
}
