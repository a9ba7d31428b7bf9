import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { countDoubts, type Review } from './review.ts'

type ConfirmAddingProps = { review: Review; onAdd: () => void; onClose: () => void }

/** Asks once more before pets are added to production. */
export function ConfirmAdding({ review, onAdd, onClose }: ConfirmAddingProps) {
  const { name: environmentName } = useEnvironment()
  const { ready, invalid, leftOut } = review
  const pets = counted(ready.length, 'pet')
  const { maybeNotPets, maybeSentBefore } = countDoubts(ready)
  return (
    <Modal title={`Add ${pets} to ${environmentName}?`} onClose={onClose}>
      <p>
        Pets cannot be edited or deleted.
        {maybeNotPets > 0 &&
          ` ${formatNumber(maybeNotPets)} of these may not be ${maybeNotPets === 1 ? 'a pet' : 'pets'}.`}
        {maybeSentBefore > 0 && ` ${formatNumber(maybeSentBefore)} of these may have been sent before.`}
        {invalid.length > 0 && ` ${counted(invalid.length, 'row')} with problems will not be sent.`}
        {leftOut.length > 0 && ` ${counted(leftOut.length, 'row is', 'rows are')} left out.`}
      </p>
      <div className="actions">
        {/* "Cancel" comes first, so that it has the focus. What cannot be undone must not be
            one Enter away. */}
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={onAdd}>
          Add {pets}
        </Button>
      </div>
    </Modal>
  )
}
