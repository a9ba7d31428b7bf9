import { useEnvironment } from '#src/config/environment-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { useIsOverdue } from '#src/ui/use-is-overdue.ts'
import { EmptyList } from './EmptyList.tsx'
import type { ListAddress } from './list-address.ts'
import type { Marks } from './list-changes.ts'
import { unreadableMessage } from './list-messages.ts'
import { describeListError } from './ListStatus.tsx'
import { PetTable } from './PetTable.tsx'
import type { ShownPetList } from './use-pet-list.ts'

/** The number of rows without pets, which fit into most windows. */
const MAX_SKELETON_ROWS = 20

/** The time for which the rows of another filter look like any others, in milliseconds. */
const STALE_AFTER_MS = 300

type ListBodyProps = {
  readonly petList: ShownPetList
  readonly address: ListAddress
  readonly onChange: (part: Partial<ListAddress>) => void
  readonly marks: Marks | undefined
}

/** Shows the rows, or whatever takes their place. */
export function ListBody({ petList, address, onChange, marks }: ListBodyProps) {
  const { name: environmentName } = useEnvironment()
  const { data, kind, isFetching, error, retry } = petList.load
  // Most lists are there before, and a change of the style of all rows takes a slow device long.
  const isStale = useIsOverdue(petList.isOfOtherFilter, STALE_AFTER_MS)
  const hasUnreadable = data !== undefined && data.unreadable.length > 0
  return (
    <section
      data-slot="list"
      aria-label="List"
      aria-busy={isFetching || undefined}
      data-stale={isStale || undefined}
      // A grid around the table alone would lay it out twice.
      className={hasUnreadable ? 'stack' : undefined}
    >
      <Rows petList={petList} address={address} onChange={onChange} marks={marks} />
      {/* The alert is below the rows, so that they do not move. The count above them says it,
          too. */}
      {hasUnreadable && (
        <Alert tone="attention" message={unreadableMessage(data.unreadable, data.returned)} />
      )}
      {kind === 'failed' && data === undefined && (
        <Alert {...describeListError(error, environmentName)} onRetry={retry} />
      )}
    </section>
  )
}

function Rows({ petList: { body, load, rows, isCut }, address, onChange, marks }: ListBodyProps) {
  const { data } = load
  if (body === 'nothing') return null
  if (body === 'empty')
    return (
      <EmptyList
        hasPets={data !== undefined && data.pets.length > 0}
        isTruncated={isCut}
        address={address}
        onChange={onChange}
      />
    )
  return (
    <PetTable
      pets={body === 'loading' ? undefined : rows}
      skeletonRows={Math.min(address.limit, MAX_SKELETON_ROWS)}
      marks={marks}
      sort={address.sort}
      onSort={(sort) => onChange({ sort })}
    />
  )
}
