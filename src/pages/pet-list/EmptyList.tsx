import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ListAddress } from './list-address.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './EmptyList.module.css'

/** An address may contain any amount of text. Characters. */
const MAX_SEARCH_LENGTH = 200

type EmptyListProps = {
  /** How many pets are loaded. If there are any, none of them matches the search. */
  loaded: number
  address: ListAddress
  onChange: (part: Partial<ListAddress>) => void
}

/** Says what was requested, that there is none, and what to do next. */
export function EmptyList({ loaded, address: { q, status }, onChange }: EmptyListProps) {
  const { id, name } = useEnvironment()
  return (
    <div className={styles['empty']}>
      {loaded > 0 ? (
        <>
          <p>
            No matches for “<BidiText text={truncate(q.trim(), MAX_SEARCH_LENGTH)} />” in the{' '}
            {formatNumber(loaded)} loaded {loaded === 1 ? 'pet' : 'pets'}
          </p>
          <Button onClick={() => onChange({ q: '' })}>Clear search</Button>
        </>
      ) : status !== undefined ? (
        <>
          <p>
            No {status} pets in {name}
          </p>
          <Button onClick={() => onChange({ status: undefined })}>Show all pets</Button>
        </>
      ) : (
        <>
          <p>No pets in {name} yet</p>
          <Link to={`/${id}/pets/new`}>Add the first pet</Link>
        </>
      )}
    </div>
  )
}
