import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { petPath } from '#src/lib/paths.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { RunRow } from './run-row.ts'

/** Shows the rest of what is known about a row, beside its outcome. */
export function RunRowDetails({ row }: { row: RunRow }) {
  const { id: environmentId } = useEnvironment()
  const { addedId, message, lookalikes, foundId, similarIds, moreSimilarCount } = row
  return (
    <>
      {addedId !== undefined && <Link to={petPath(environmentId, addedId)}>ID {addedId}</Link>}
      {message !== undefined && <BidiText text={message} />}
      {lookalikes !== undefined && <BidiText text={lookalikes} />}
      {foundId !== undefined && <Link to={petPath(environmentId, foundId)}>Found: ID {foundId}</Link>}
      {similarIds.map((id) => (
        <Link key={id} to={petPath(environmentId, id)}>
          Similar: ID {id}
        </Link>
      ))}
      {moreSimilarCount > 0 && <span>Similar: {counted(moreSimilarCount, 'more pet')}</span>}
    </>
  )
}
