import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { invalidateLists, listedPets, listPetsNow } from '#src/pets/pet-queries.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { onKeyGone } from '#src/session/session.ts'
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
      listPets: listPetsNow(client, petstore),
      listed: () => listedPets(client),
      read: (values) => checkPetForm(values, categories).newPet,
      drafts: createDraftStorage(id, absoluteUrl(baseUrl)),
      onAdded: () => void invalidateLists(client),
    })
    const isSending = () => made.getSnapshot().sending !== undefined
    const askBeforeLeaving = (event: BeforeUnloadEvent) => {
      if (isSending()) event.preventDefault()
    }
    made.subscribe(() => {
      // No longer than that: a listener can keep a page out of the back/forward cache.
      if (isSending()) window.addEventListener('beforeunload', askBeforeLeaving)
      else window.removeEventListener('beforeunload', askBeforeLeaving)
    })
    onKeyGone(session, () => (session.key() === undefined ? made.signedOut() : made.keyChanged()))
    stores.set(petstore, made)
    store = made
  }
  return [store, useSyncExternalStore(store.subscribe, store.getSnapshot)]
}
