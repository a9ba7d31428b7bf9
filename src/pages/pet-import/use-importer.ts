import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deferReload, warnBeforeUnload } from '#src/browser/warn-before-unload.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { type CurrentEnvironment, useEnvironment, useInstance } from '#src/config/environment-context.ts'
import { describeError, serviceErrorText } from '#src/http/describe-error.ts'
import { HttpError } from '#src/http/errors.ts'
import { postFailure } from '#src/http/post-outcome.ts'
import { createImportActivity, type ImportActivityStore } from '#src/importer/import-activity.ts'
import { createImportStorage, type GetImportStore } from '#src/importer/import-storage.ts'
import { createImporter, type Importer, type ImporterSnapshot } from '#src/importer/importer.ts'
import { fetchFreshList, invalidateLists } from '#src/pets/pet-queries.ts'
import { createPetCreation, type PetCreation } from '#src/pets/pet-creation.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { useSession } from '#src/session/session-context.ts'
import { onKeyChange } from '#src/session/on-key-change.ts'
import type { Session } from '#src/session/session.ts'
import { useStore } from '#src/ui/use-store.ts'

/** One importer for each environment: a run continues while the user is on another page. */
export function useImporter(): [Importer, ImporterSnapshot] {
  const environment = useEnvironment()
  const petstore = usePetstore()
  const session = useSession()
  const client = useQueryClient()
  const activity = useInstance(createImportActivity, undefined)
  const getStore = useInstance(createImportStorage, undefined)
  const importer = useInstance(createEnvironmentImporter, {
    environment,
    getStore,
    petstore,
    creation: useInstance(createPetCreation, petstore),
    session,
    client,
    activity,
  })

  useEffect(() => void importer.refresh(), [importer])
  return [importer, useStore(importer)]
}

type Dependencies = {
  environment: CurrentEnvironment
  getStore: GetImportStore
  petstore: Petstore
  creation: PetCreation
  session: Session
  client: QueryClient
  activity: ImportActivityStore
}

function createEnvironmentImporter({
  environment,
  getStore,
  petstore,
  creation,
  session,
  client,
  activity,
}: Dependencies): Importer {
  const importer = createImporter({
    environmentId: environment.id,
    baseUrl: absoluteUrl(environment.baseUrl),
    labels: environment.categories,
    getStore,
    activity,
    creation,
    listPets: fetchFreshList(client, petstore),
    describe: (error) => outcomeMessage(error, environment.name),
    waitForKey: (signal) => session.waitForKey(signal),
    onSent: () => void invalidateLists(client),
  })
  warnBeforeUnload(activity, () => activity.get()?.isRunning === true)
  deferReload(importer.review, () => importer.review.get().kind !== 'empty')
  // What is in memory alone.
  deferReload(importer, () => {
    const { current, savedImports, isPersistent } = importer.get()
    return isPersistent === false && (current !== undefined || savedImports.length > 0)
  })
  deferReload(activity, () => activity.get()?.isUnsaved === true)
  onKeyChange(session, () => {
    const { current } = importer.get()
    if (session.key() === undefined) current?.signedOut()
    else current?.keyChanged()
  })
  return importer
}

function outcomeMessage(error: unknown, service: string): string {
  if (error instanceof HttpError) {
    return serviceErrorText(error, service) ?? describeError(error, service).message
  }
  return postFailure(error) === 'committed'
    ? `Added. ${service} did not return an ID.`
    : `${service} did not respond. This row may have been added.`
}
