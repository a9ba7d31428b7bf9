import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { type LostChanges, lostChangesText } from './lost-changes.ts'
import type { Review } from './review.ts'

type ClearDialogProps = {
  review: Pick<Review, 'batch'>
  lostChanges: LostChanges
  onClear: () => void
  onClose: () => void
}

/** Asks whether the changes of the person may be lost with the rows, or with their correction. */
export function ClearDialog({ review, lostChanges, onClear, onClose }: ClearDialogProps) {
  const isCorrection = review.batch !== undefined
  return (
    <Modal title={isCorrection ? 'Discard your changes?' : 'Clear rows?'} onClose={onClose}>
      <p>
        {lostChangesText(lostChanges)}
        {isCorrection && ' The import keeps its rows as they were.'}
      </p>
      <div className="actions">
        {/* This button comes first, so that it has the focus. Work must not be lost by one Enter
            too many. */}
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="danger" onClick={onClear}>
          {isCorrection ? 'Discard changes' : 'Clear rows'}
        </Button>
      </div>
    </Modal>
  )
}
