import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { invalidateLists, listedPets, fetchFreshList } from '#src/pets/pet-queries.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { onKeyChange } from '#src/session/session.ts'
import { useSession } from '#src/session/session-context.ts'
import { createCreatePetStore, type CreatePetSnapshot, type CreatePetStore } from './create-pet-store.ts'
import { createDraftStorage } from './draft.ts'
import { checkPetForm } from './pet-form.ts'

/** One for each environment for as long as the app is open. */
const stores = new WeakMap<Petstore, CreatePetStore>()

export function useCreatePet(): [CreatePetStore, CreatePetSnapshot] {
  const { id, baseUrl, categories } = useEnvironment()
  const petstore = usePetstore()
  const session = useSession()
  const client = useQueryClient()

  let store = stores.get(petstore)
  if (store === undefined) {
    const made = createCreatePetStore({
      petstore,
      listPets: fetchFreshList(client, petstore),
      listedPets: () => listedPets(client),
      parse: (values) => checkPetForm(values, categories).newPet,
      drafts: createDraftStorage(id, absoluteUrl(baseUrl)),
      onAdded: () => void invalidateLists(client),
    })
    const isSending = () => made.getSnapshot().sending !== undefined
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isSending()) event.preventDefault()
    }
    made.subscribe(() => {
      // No longer than that: a listener can keep a page out of the back/forward cache.
      if (isSending()) window.addEventListener('beforeunload', warnBeforeUnload)
      else window.removeEventListener('beforeunload', warnBeforeUnload)
    })
    onKeyChange(session, () => (session.key() === undefined ? made.signedOut() : made.keyChanged()))
    stores.set(petstore, made)
    store = made
  }
  return [store, useSyncExternalStore(store.subscribe, store.getSnapshot)]
}
