import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { countEntries, isWithoutId } from '#src/outbox/entry.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { named } from './label-messages.ts'
import { Labels } from './Labels.tsx'

/** Labels for the pets that an import has added, from its record in this browser: no request is sent. */
export function ImportLabels({ importId }: { importId: string }) {
  const { id, baseUrl, name: service } = useEnvironment()
  const { outbox } = useOutbox()
  const query = useQuery({
    queryKey: ['imported pets', importId],
    queryFn: () =>
      outbox.read(async (transaction) => {
        const batch = await transaction.batch(importId)
        const isHere = batch?.environmentId === id && batch.baseUrl === absoluteUrl(baseUrl)
        return isHere ? transaction.all('batch', importId) : null
      }),
    // The import may be running.
    staleTime: 0,
    gcTime: 0,
  })
  const { data: entries } = query
  const readAgain = () => void query.refetch()
  const importLink = <Link to={`/${id}/pets/import`}>Go to import</Link>

  if (query.isError)
    return (
      <Alert
        message="Your browser did not let the app read its saved imports. Allow site data for this site, then try again."
        onRetry={readAgain}
      />
    )
  if (entries === undefined) return <PageSkeleton />
  if (entries === null)
    return (
      <Alert
        tone="attention"
        message={`This browser has no such import to ${service}. It was discarded, or made elsewhere.`}
      >
        {importLink}
      </Alert>
    )
  const { waiting, held, unknown } = countEntries(entries)
  const open = waiting + held + unknown
  const withoutId = entries.filter(isWithoutId).flatMap(({ row }) => row?.number ?? [])
  const added = entries.flatMap(({ newPet, state }) =>
    state.kind === 'added' && state.id !== undefined && newPet ? [{ id: state.id, ...newPet }] : [],
  )
  /** Each once, in the order of the file, as they were sent. */
  const pets = [...new Map(added.map((pet) => [pet.id, pet])).values()]
  return (
    <>
      {withoutId.length === 0 ? null : (
        <Alert
          tone="attention"
          message={`${withoutId.length === 1 ? 'Row' : 'Rows'} ${named(withoutId)}: added, but ${service} returned no ID, so there is no label.`}
        />
      )}
      {open === 0 ? null : (
        <Alert tone="attention" message={`Without a label yet: ${counted(open, 'row')}, waiting or unknown.`}>
          <Button icon="refresh" onClick={readAgain}>
            Read again
          </Button>
          {importLink}
        </Alert>
      )}
      {pets.length === 0 ? (
        <Alert tone="attention" message="This import has added no pets with an ID.">
          {importLink}
        </Alert>
      ) : (
        <Labels pets={pets} />
      )}
    </>
  )
}
