import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { LIMIT_MAX } from '#src/pets/pet.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { FindButton } from './EmptyList.tsx'
import type { ListAddress } from './list-address.ts'
import { countMessage, matchesMessage } from './list-messages.ts'
import { searchOfLongerList } from './list-rows.ts'
import styles from './PetListPage.module.css'
import type { ShownPetList } from './use-pet-list.ts'

type ListStatusProps = {
  readonly petList: ShownPetList
  readonly address: ListAddress
  /** The other news, which come last: about a download, and about changes of the list. */
  readonly children: ReactNode
}

/**
 * Shows the line above the rows, which says how many pets the list has, and how its last request
 * ended.
 */
export function ListStatus({ petList, address, children }: ListStatusProps) {
  const { name: environmentName } = useEnvironment()
  const { list, load } = petList
  return (
    <div className={`small ${styles['said']}`}>
      <p data-slot="count" role="status">
        {countContent(petList, address, environmentName)}
      </p>
      <WayToMore petList={petList} address={address} />
      <SlowResponseNotice
        waiting={load.isFetching && `${address.status} ${address.limit}`}
        service={environmentName}
        onCancel={load.cancel}
      />
      {list !== undefined && <Freshness petList={petList} />}
      <span role="status">{load.outcome}</span>
      {children}
    </div>
  )
}

type PartProps = Pick<ListStatusProps, 'petList' | 'address'>

/**
 * Returns how many pets the list has. It is no component: React sets a text that is the only child
 * of an element without touching its node, but has to remove the text of a component, and fails
 * where a translation of the browser has replaced that.
 */
function countContent(
  { list, load, typed, matchCount }: ShownPetList,
  address: ListAddress,
  environmentName: string,
): ReactNode {
  if (list !== undefined && typed !== '') return matchesMessage(matchCount, list, address, environmentName)
  if (list !== undefined) return countMessage(list, address, environmentName)
  // The alert in place of the rows says why nothing is loaded.
  if (load.kind === 'failed') return null
  // One text, and not one before and one after the status, so that it is one in the template of
  // index.html.
  return <span className={styles['late']}>{`Loading ${address.status ?? ''} pets…`}</span>
}

/** Leads to pets that are not in the list, if the service may have more. */
function WayToMore({ petList: { list, isCut, rows, typed }, address }: PartProps) {
  if (list === undefined || !isCut || rows.length === 0) return null
  if (typed !== '') return <FindButton typed={typed} />
  const search = searchOfLongerList(list, address)
  if (search === undefined) return null
  return (
    <Link data-slot="show-more" to={search}>
      Show up to {LIMIT_MAX}
    </Link>
  )
}

/** Says how old the rows are, and why they are not newer. */
function Freshness({ petList: { load, loadedAt } }: Pick<PartProps, 'petList'>) {
  const { name: environmentName } = useEnvironment()
  if (load.kind !== 'failed') return <LoadedAt at={loadedAt} />
  const { facts, details, ...failure } = describeListError(load.error, environmentName)
  return (
    <div role="alert" className={styles['failed']}>
      <span>Could not refresh. These are from {formatTime(loadedAt)}.</span>
      <Button onClick={load.retry}>Try again</Button>
      <details>
        <summary>Details</summary>
        <Alert {...failure} message={facts} facts={details} isPart />
      </details>
    </div>
  )
}

/** Describes for an alert why a list could not be loaded. */
export function describeListError(error: unknown, environmentName: string) {
  return describeError(error, environmentName, 'Pets could not be loaded.')
}
