import type { QueryClient } from '@tanstack/react-query'
import { createEmitter } from '#src/lib/create-store.ts'
import { isPetQuery, shownPets } from '#src/pets/pet-queries.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { OutboxPorts } from './ports.ts'

/** Pets that a GET has shown to this tab. The answers to what it added are in the ledger. */
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
