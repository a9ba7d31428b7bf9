import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useQueryView } from '#src/pets/use-query-view.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { addedPets } from './added-pets.ts'
import { withoutIdMessage } from './label-messages.ts'
import { Labels, NoLabels } from './Labels.tsx'

/** Labels for the pets that an import has added, from its record in this browser: no request is sent. */
export function ImportLabels({ importId }: { importId: string }) {
  const { id, baseUrl, name: service } = useEnvironment()
  const { outbox } = useOutbox()
  const queryKey = ['imported-pets', importId]
  const query = useQuery({
    queryKey,
    queryFn: () =>
      outbox.read(async (transaction) => {
        const batch = await transaction.batch(importId)
        if (batch === undefined || batch.isDiscarded === true) return 'gone'
        if (batch.environmentId !== id || batch.baseUrl !== absoluteUrl(baseUrl)) return 'elsewhere'
        return addedPets(await transaction.all('batch', importId))
      }),
    // The import may be running.
    staleTime: 0,
    gcTime: 0,
  })
  const { kind, data, retry } = useQueryView(query, queryKey)
  const importLink = <Link to={`/${id}/pets/import`}>Go to import</Link>

  if (kind === 'failed')
    return (
      <Alert message="Your browser did not let the app read its saved imports. Allow site data for this site, then try again.">
        <Button icon="refresh" onClick={retry}>
          Try again
        </Button>
      </Alert>
    )
  if (data === undefined) return <PageSkeleton />
  if (data === 'gone')
    return (
      <Alert
        tone="attention"
        message="This browser has no such import. It was discarded, or made in another browser."
      >
        {importLink}
      </Alert>
    )
  if (data === 'elsewhere')
    return (
      <Alert
        tone="attention"
        message={`This import was made in another environment, or before the address of ${service} changed.`}
      >
        {importLink}
      </Alert>
    )
  const { pets, withoutId, open } = data
  return (
    <>
      {withoutId.length === 0 ? null : (
        <Alert tone="attention" message={withoutIdMessage(withoutId, service)} />
      )}
      {open === 0 ? null : (
        <Alert
          tone="attention"
          message={`${formatNumber(open)} ${open === 1 ? 'row of this import is' : 'rows of this import are'} waiting or unknown and ${open === 1 ? 'has no label' : 'have no labels'} yet.`}
        >
          <Button icon="refresh" onClick={retry}>
            Read again
          </Button>
          {importLink}
        </Alert>
      )}
      {pets.length > 0 ? (
        <Labels pets={pets} />
      ) : (
        <NoLabels>This import has added no pets with an ID.</NoLabels>
      )}
    </>
  )
}
