import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, serviceErrorText } from '#src/http/describe-error.ts'
import { useImportActivityStore } from '#src/importer/import-activity.ts'
import { HttpError } from '#src/http/errors.ts'
import { postFailure } from '#src/http/post-outcome.ts'
import { createImporter, type Importer, type ImporterSnapshot } from '#src/importer/importer.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { invalidateLists, fetchFreshList } from '#src/pets/pet-queries.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { onKeyChange } from '#src/session/session.ts'
import { useSession } from '#src/session/session-context.ts'

/** One for each environment for as long as the app is open: a run goes on while the person is on another page. */
const importers = new WeakMap<Petstore, Importer>()

export function useImporter(): [Importer, ImporterSnapshot] {
  const { id, name, baseUrl, categories } = useEnvironment()
  const petstore = usePetstore()
  const session = useSession()
  const client = useQueryClient()
  const activity = useImportActivityStore()

  let importer = importers.get(petstore)
  if (importer === undefined) {
    importer = createImporter({
      environmentId: id,
      baseUrl: absoluteUrl(baseUrl),
      labels: categories,
      activity,
      createPet: (newPet) => petstore.createPet(newPet),
      listPets: fetchFreshList(client, petstore),
      describe: (error) => postWords(error, name),
      waitForKey: (signal) => session.waitForKey(signal),
      onSent: () => void invalidateLists(client),
    })
    const made = importer
    onKeyChange(session, () => {
      const { current } = made.getSnapshot()
      if (session.key() === undefined) current?.signedOut()
      else current?.keyChanged()
    })
    importers.set(petstore, made)
  }

  useEffect(() => void importer.refresh(), [importer])
  return [importer, useSyncExternalStore(importer.subscribe, importer.getSnapshot)]
}

/** For the record and the report: what became of a row that was not simply added. */
function postWords(error: unknown, service: string): string {
  if (error instanceof HttpError) {
    return serviceErrorText(error, service) ?? describeError(error, service).message
  }
  return postFailure(error) === 'committed'
    ? `Added. ${service} did not return an ID.`
    : `${service} did not respond. This row may have been added.`
}
