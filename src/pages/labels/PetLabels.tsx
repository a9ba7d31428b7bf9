import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { HttpError } from '#src/http/errors.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { getOrSearchPet } from '#src/pets/get-or-search-pet.ts'
import { loadedPets, readStockList } from '#src/pets/pet-queries.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { KeyEndedAlert } from '#src/session/KeyEndedAlert.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { invalidMessage, notFoundMessage } from './label-messages.ts'
import { Labels } from './Labels.tsx'
import { MAX_LABELS, type WantedLabels } from './labels-address.ts'
import styles from './LabelsPage.module.css'
import { NoLabels } from './NoLabels.tsx'
import { createPetLookups } from './pet-lookups.ts'

/** Labels for the IDs of the address. */
export function PetLabels({ ids, invalid, given }: Extract<WantedLabels, { kind: 'ids' }>) {
  const { id: environmentId, name: service } = useEnvironment()
  const session = useSessionState()
  const lookups = usePetLookups(ids, session)
  const { found, notFound, isLoading, error } = useStore(lookups)
  const pets = useMemo(() => ids.flatMap((id) => found.get(id) ?? []), [ids, found])
  const looked = found.size + notFound.size
  // Whoever sits here now may not be allowed to see what was loaded with the key.
  const hasEnded = session.kind === 'key-ended'
  const isWaiting = isLoading && !hasEnded

  if (hasEnded && !session.isPrompting) return <KeyEndedAlert error={error} />
  return (
    <>
      {invalid.length === 0 ? null : <Alert tone="attention" message={invalidMessage(invalid)} />}
      {given <= ids.length ? null : (
        <Alert
          tone="attention"
          message={`The address has ${formatNumber(given)} IDs. Labels are made for the first ${formatNumber(MAX_LABELS)}.`}
        />
      )}
      <div className={styles['waiting']} aria-busy={isLoading || undefined}>
        <p role="status">
          {isLoading ? `Reading the pets: ${formatNumber(looked)} of ${formatNumber(ids.length)}…` : ''}
        </p>
        <SlowResponseNotice waiting={isWaiting} service={service} onCancel={() => lookups.cancel()} />
      </div>
      {error === null ? null : (
        <Alert
          {...describeError(error, service)}
          message={`${ids.length - looked === 1 ? `ID ${ids.find((id) => !found.has(id) && !notFound.has(id))} has` : `${formatNumber(ids.length - looked)} of ${formatNumber(ids.length)} pets have`} no label yet. ${describeError(error, service).message}`}
        >
          <Button icon="refresh" onClick={() => void lookups.load()}>
            Try again
          </Button>
        </Alert>
      )}
      {notFound.size === 0 || isLoading || hasEnded ? null : (
        <Alert tone="attention" {...notFoundMessage(notFound, service)}>
          {pets.length > 0 ? undefined : <Link to={`/${environmentId}/pets`}>Go to pets</Link>}
        </Alert>
      )}
      {isLoading || hasEnded ? (
        <PageSkeleton />
      ) : pets.length > 0 ? (
        <Labels pets={pets} />
      ) : ids.length === 0 ? (
        <NoLabels>No pets are chosen.</NoLabels>
      ) : null}
    </>
  )
}

function usePetLookups(
  ids: Extract<WantedLabels, { kind: 'ids' }>['ids'],
  { key, kind }: ReturnType<typeof useSessionState>,
) {
  const isSignedIn = kind === 'signed-in'
  const client = useQueryClient()
  const petstore = usePetstore()
  const lookups = useMemo(() => {
    const listPets = readStockList(client, petstore)
    return createPetLookups({
      ids,
      loaded: () => loadedPets(client),
      listPets,
      lookUp: (id, signal) =>
        getOrSearchPet(id, { petstore, listPets, wasListed: false, today: new Date(), signal }),
    })
    // Another key may see other pets.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ids, client, petstore, key])
  useEffect(() => {
    void lookups.load()
    return () => lookups.cancel()
  }, [lookups])
  useEffect(() => {
    const { error } = lookups.get()
    if (isSignedIn && error instanceof HttpError && error.status === 401) void lookups.load()
  }, [lookups, isSignedIn])
  return lookups
}
