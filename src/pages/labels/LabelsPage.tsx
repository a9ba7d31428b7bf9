import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { addressParams } from '#src/lib/address-params.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { type Int64, int64FromText } from '#src/lib/int64.ts'
import { ageOf, currentMoment } from '#src/lib/moment.ts'
import { petListPath } from '#src/lib/paths.ts'
import { truncate } from '#src/lib/truncate.ts'
import { getOrSearchPet, PetNotFoundError } from '#src/pets/one-pet/get-or-search-pet.ts'
import { STOCK_MAX_AGE_MS } from '#src/pets/queries/list-query.ts'
import { staleAfter } from '#src/pets/queries/load-times.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
import { useKnownPetsStore } from '#src/pets/queries/use-known-pets.ts'
import { readStockList } from '#src/pets/stock/read-stock-list.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { STOCK_FILTERS } from '#src/pets/stock/stock.ts'
import { useQueryView } from '#src/pets/queries/use-query-view.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { ImportLabels } from './ImportLabels.tsx'
import { Labels } from './Labels.tsx'

export function LabelsPage() {
  const { name: service } = useEnvironment()
  const params = addressParams(useLocation().search)
  const importId = params.get('import')
  const wanted = params.getAll('ids').flatMap((list) => list.split(/[\s,;]+/).filter((text) => text !== ''))
  const isOfImport = importId !== null && importId !== '' && wanted.length === 0
  return (
    <div className="stack">
      <PageTitle page="Labels" environmentName={service} />
      <h1>Labels</h1>
      {isOfImport && <ImportLabels key={importId} importId={importId} />}
      {!isOfImport && <PetLabels key={wanted.join()} wanted={wanted} />}
    </div>
  )
}

/** Shows a label for each ID of the address, once and in its order, and names what is no ID. */
function PetLabels({ wanted }: { wanted: readonly string[] }) {
  const { name: environmentName } = useEnvironment()
  const ids = [...new Set(wanted.flatMap((text) => int64FromText(text) ?? []))]
  const { kind, data: lookup, pets, error, isFetching, cancel, retry } = usePets(ids)
  const isLoading = kind === 'loading'
  const noIds = new Set(wanted.filter((text) => int64FromText(text) === undefined))
  const notFound = [...[...noIds].map((text) => bidiIsolate(truncate(text, 40))), ...(lookup?.notFound ?? [])]
  return (
    <>
      {/* It keeps its place, so that no label moves when it is loaded. */}
      <SlowResponseNotice waiting={isLoading && isFetching} service={environmentName} onCancel={cancel} />
      {kind === 'failed' && (
        <Alert
          {...describeError(
            error,
            environmentName,
            `${counted(ids.length - pets.length, 'label is', 'labels are')} missing.`,
          )}
          onRetry={retry}
        />
      )}
      {!isLoading && notFound.length > 0 && (
        <NotFoundNote
          ids={notFound}
          mayExist={lookup?.mayExist === true}
          isLinkNeeded={pets.length === 0 && ids.length > 0}
        />
      )}
      {ids.length === 0 && <NoPetsSelected />}
      {(isLoading ? ids : pets).length > 0 && (
        <Labels pets={isLoading ? [] : pets} comingCount={isLoading ? ids.length : 0} />
      )}
    </>
  )
}

type NotFoundNoteProps = {
  ids: readonly string[]
  /** `true` if the service may have these pets, although it does not show them. */
  mayExist: boolean
  /** `true` if the page has no other link to the list of pets. */
  isLinkNeeded: boolean
}

/** Names the IDs without a label. It is a note, because there is nothing to decide. */
function NotFoundNote({ ids, mayExist, isLinkNeeded }: NotFoundNoteProps) {
  const { id: environmentId, name: environmentName } = useEnvironment()
  const idsText = ids.join(', ')
  const isLong = ids.length > 20
  const idsName = ids.length === 1 ? `ID ${idsText}` : `IDs ${idsText}`
  const subject = isLong ? counted(ids.length, 'ID') : idsName
  const doubt = mayExist ? ' (may still exist)' : ''
  return (
    <div role="alert" className="stack gap-1 note">
      <p>
        <BidiText text={`No label for ${subject}: not found in ${environmentName}${doubt}.`} />
      </p>
      {isLong && (
        <details className="small">
          <summary>Details</summary>
          <BidiText text={idsText} max={Infinity} />
        </details>
      )}
      {isLinkNeeded && <Link to={petListPath(environmentId)}>Go to pets</Link>}
    </div>
  )
}

function NoPetsSelected() {
  const { id: environmentId } = useEnvironment()
  return (
    <div className="stack card empty">
      <p>No labels to print. Open a pet or the list, then “Print labels”.</p>
      <Link to={petListPath(environmentId)}>Go to pets</Link>
    </div>
  )
}

/**
 * Loads the pets of some IDs, with as few requests as possible and one at a time. It uses the
 * loaded pets, then the lists of the stock until all are found, then one request for each that is
 * left. Pets that were found stay found after a failure.
 */
function usePets(ids: readonly Int64[]) {
  const client = useQueryClient()
  const petstore = usePetstore()
  const knownPets = useKnownPetsStore()
  // This renders the labels when there are further pets.
  useStore(knownPets)
  const queryKey = ['pets of labels', ids]
  // Ages count from the arrival at this page, so that the first pets stay new enough, however long
  // the others take.
  const [arrival] = useState(currentMoment)
  const loaded = (): ReadonlyMap<Int64, Pet> => {
    const maxAge = STOCK_MAX_AGE_MS + ageOf(arrival)
    const newEnough = [...knownPets.get().byId.values()].filter((known) => ageOf(known.loaded) <= maxAge)
    return new Map(newEnough.map(({ pet }) => [pet.id, pet]))
  }
  const missing = (there = loaded()) => ids.filter((id) => !there.has(id))
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const listPets = readStockList(client, petstore)
      try {
        for (const status of STOCK_FILTERS)
          if (missing().length > 0) await listPets({ limit: LIMIT_MAX, status }, signal)
      } catch {
        // The lists only save requests. Without them, each pet is still requested.
        signal.throwIfAborted()
      }
      const notFound: Int64[] = []
      let mayExist = false
      for (const id of missing()) {
        try {
          await getOrSearchPet(id, { petstore, listPets, signal })
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof PetNotFoundError)) throw error
          notFound.push(id)
          mayExist ||= error.cause === undefined
        }
      }
      return { notFound, mayExist }
    },
    staleTime: staleAfter(STOCK_MAX_AGE_MS),
    gcTime: 0,
  })
  const pets = loaded()
  return { ...useQueryView(query, queryKey), pets: ids.flatMap((id) => pets.get(id) ?? []) }
}
