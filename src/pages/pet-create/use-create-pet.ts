import { deferReload, warnBeforeUnload } from '#src/browser/warn-before-unload.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CurrentEnvironment, useEnvironment, useInstance } from '#src/config/environment-context.ts'
import type { UnfinishedRowsStore } from '#src/importer/unfinished-rows.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { invalidateLists, listedPets, fetchFreshList } from '#src/pets/pet-queries.ts'
import { createPetCreation, type PetCreation } from '#src/pets/pet-creation.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { onKeyChange } from '#src/session/on-key-change.ts'
import type { Session } from '#src/session/session.ts'
import { useSession } from '#src/session/session-context.ts'
import { useStore } from '#src/ui/use-store.ts'
import { createCreatePetStore, type CreatePetSnapshot, type CreatePetStore } from './create-pet-store.ts'
import { createDraftStorage } from './draft.ts'
import { checkPetForm } from './pet-form.ts'

type Dependencies = {
  environment: CurrentEnvironment
  petstore: Petstore
  creation: PetCreation
  session: Session
  client: QueryClient
  unfinishedRows: UnfinishedRowsStore
}

/** One store for each environment, for as long as the app is open. */
export function useCreatePet(unfinishedRows: UnfinishedRowsStore): [CreatePetStore, CreatePetSnapshot] {
  const petstore = usePetstore()
  const store = useInstance(createStoreOfEnvironment, {
    environment: useEnvironment(),
    petstore,
    creation: useInstance(createPetCreation, petstore),
    session: useSession(),
    client: useQueryClient(),
    unfinishedRows,
  })
  return [store, useStore(store)]
}

function createStoreOfEnvironment({
  environment,
  petstore,
  creation,
  session,
  client,
  unfinishedRows,
}: Dependencies): CreatePetStore {
  const { id, baseUrl, categories } = environment
  const store = createCreatePetStore({
    creation,
    listPets: fetchFreshList(client, petstore),
    listedPets: () => listedPets(client),
    parse: (values) => checkPetForm(values, categories).newPet,
    drafts: createDraftStorage(id, absoluteUrl(baseUrl)),
    readUnfinishedRows: unfinishedRows.refresh,
    onMayBeAdded: () => void invalidateLists(client),
  })
  warnBeforeUnload(store, () => store.get().sending !== undefined)
  deferReload(store, () => !store.isSaved())
  onKeyChange(session, () => (session.key() === undefined ? store.signedOut() : store.keyChanged()))
  return store
}
