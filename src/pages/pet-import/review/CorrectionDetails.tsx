import { conflictsOfRowSentence } from '#src/outbox/conflict-text.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { Viewpoint } from './known-groups.ts'
import type { ReviewRow } from './review.ts'

type CorrectionDetailsProps = { row: ReviewRow; viewpoint: Viewpoint }

/** Shows why the service rejected the row before, and because of which entries it is left out. */
export function CorrectionDetails({ row, viewpoint }: CorrectionDetailsProps) {
  const { before, conflicts, leftOutBy, lookalikeKey } = row
  const rejection = before?.rejection
  const { environmentId, baseUrl, environmentNames } = viewpoint
  const lookalikes = conflictsOfRowSentence(
    leftOutBy === 'look-alike' ? conflicts : [],
    { environmentId, baseUrl, lookalikeKey },
    environmentNames,
  )
  return (
    <>
      {rejection !== undefined && <BidiText text={`Rejected before: ${rejection}`} />}
      {lookalikes !== undefined && <BidiText text={lookalikes} />}
    </>
  )
}
