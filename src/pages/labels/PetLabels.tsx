import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { invalidMessage, notFoundMessage, withoutLabelMessage } from './label-messages.ts'
import { Labels, NoLabels } from './Labels.tsx'
import { MAX_LABELS, type WantedLabels } from './labels-address.ts'
import { usePets } from './use-pets.ts'

/** Labels for the IDs of the address. */
export function PetLabels({ ids, invalid, given }: Extract<WantedLabels, { kind: 'ids' }>) {
  const { id: environmentId, name: service } = useEnvironment()
  const { kind, data: notFound, pets, error, isFetching, cancel, retry } = usePets(ids)

  if (kind === 'loading')
    return (
      <div className="stack" aria-busy>
        <p role="status">Reading the pets of {service}…</p>
        <SlowResponseNotice waiting={isFetching} service={service} onCancel={cancel} />
        <PageSkeleton />
      </div>
    )
  const failure = describeError(error, service)
  return (
    <>
      {invalid.length === 0 ? null : <Alert tone="attention" message={invalidMessage(invalid)} />}
      {given <= ids.length ? null : (
        <Alert
          tone="attention"
          message={`The address has ${formatNumber(given)} IDs. Labels are made for the first ${formatNumber(MAX_LABELS)}.`}
        />
      )}
      {kind === 'failed' ? (
        <Alert {...failure} message={`${withoutLabelMessage(ids, pets)} ${failure.message}`}>
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {notFound === undefined || notFound.size === 0 ? null : (
        <Alert tone="attention" {...notFoundMessage(notFound, service)}>
          {pets.length > 0 ? undefined : <Link to={`/${environmentId}/pets`}>Go to pets</Link>}
        </Alert>
      )}
      {pets.length > 0 ? (
        <Labels pets={pets} />
      ) : ids.length === 0 ? (
        <NoLabels>No pets are chosen.</NoLabels>
      ) : null}
    </>
  )
}
