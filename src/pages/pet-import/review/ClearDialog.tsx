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

/**
 * Asks before rows are cleared, or their correction is cancelled, because changes of the person
 * would be lost.
 */
export function ClearDialog({ review, lostChanges, onClear, onClose }: ClearDialogProps) {
  const isCorrection = review.batch !== undefined
  return (
    <Modal title={isCorrection ? 'Discard your changes?' : 'Clear rows?'} onClose={onClose}>
      <p>
        {lostChangesText(lostChanges)}
        {isCorrection && ' The import keeps its rows as they were.'}
      </p>
      <div className="actions">
        {/* This button comes first, so that it has the focus. If Enter is pressed once too often,
            no work is lost. */}
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="danger" onClick={onClear}>
          {isCorrection ? 'Discard changes' : 'Clear rows'}
        </Button>
      </div>
    </Modal>
  )
}
