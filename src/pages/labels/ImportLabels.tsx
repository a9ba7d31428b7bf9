import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { importPath } from '#src/lib/paths.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { countEntries, type Counts } from '#src/outbox/entry-rules.ts'
import { isNewerVersionError } from '#src/outbox/ledger/ledger.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { staleAfter } from '#src/pets/queries/load-times.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import { labelsOfImport } from './labels-of-import.ts'
import { PetLabels } from './PetLabels.tsx'

/** The result if this browser has no such import to this environment and its current address. */
const NOT_HERE: { isHere: boolean; entries: readonly Entry[] } = { isHere: false, entries: [] }

/**
 * Shows labels for the pets that an import has added. They come from its record in this browser. A
 * pet is requested only if the record, which an older version has written, does not say how the
 * service has changed it.
 */
export function ImportLabels({ importId }: { importId: string }) {
  const { id, baseUrl, name: service } = useEnvironment()
  const { outbox } = useOutbox()
  const query = useQuery({
    queryKey: ['imported pets', importId],
    queryFn: () =>
      outbox.read(async (transaction) => {
        const record = await transaction.getImport(importId)
        if (record === undefined || !outbox.isOfThisEnvironment(record)) return NOT_HERE
        if (record.baseUrl !== absoluteUrl(baseUrl)) return NOT_HERE
        return { isHere: true, entries: await transaction.findAll(['batch', importId]) }
      }),
    // The import may still be running, so its record is read each time.
    staleTime: staleAfter(0),
    gcTime: 0,
  })

  if (isNewerVersionError(query.error))
    return (
      <Alert message="A newer version of this app has been used in this browser, so this tab cannot read its saved imports. Reload to continue.">
        <ReloadButton />
      </Alert>
    )
  if (query.isError)
    return (
      <Alert
        message="Your browser did not let the app read its saved imports. Try again. If that does not help, allow site data for this site."
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <PageSkeleton />
  const { isHere, entries } = query.data
  const counts = countEntries(entries)
  const openCount = counts.waiting + counts.held + counts.unknown
  const { ids, recordedPets, rowsWithoutId, rowsWithIdOfOtherRow } = labelsOfImport(entries)
  const messages = [
    !isHere && `This browser has no such import to ${service}. It was discarded, or made elsewhere.`,
    isHere && ids.length === 0 && 'This import has added no pets with an ID.',
    openCount > 0 && `Without a label yet: ${counted(openCount, 'row')}, ${openStatesText(counts)}.`,
    rowsWithIdOfOtherRow.length > 0 &&
      `Has the ID of another row, so there is no label: row ${rowsWithIdOfOtherRow.join(', ')}.`,
    // This message comes last, because the message of an alert may be cut.
    rowsWithoutId.length > 0 &&
      `Marked as added without an ID, so there is no label: row ${rowsWithoutId.join(', ')}.`,
  ].filter((message) => message !== false)
  return (
    <>
      {messages.length > 0 && (
        <Alert tone="attention" message={messages.join(' ')}>
          <Link to={importPath(id)}>Go to import</Link>
        </Alert>
      )}
      {ids.length > 0 && <PetLabels ids={ids} recordedPets={recordedPets} />}
    </>
  )
}

/** Returns the states of the rows that may still be added, for example "waiting or unknown". */
function openStatesText({ waiting, held, unknown }: Counts): string {
  const states = [
    { text: 'waiting', count: waiting },
    { text: 'left out', count: held },
    { text: 'unknown', count: unknown },
  ]
  const openStates = states.filter(({ count }) => count > 0)
  return openStates.map(({ text }) => text).join(' or ')
}
