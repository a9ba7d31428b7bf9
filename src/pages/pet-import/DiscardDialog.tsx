import { formatTime } from '#src/lib/format-time.ts'
import type { SavedImport } from '#src/outbox/imports.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { countsText, importName } from './import-messages.ts'

type DiscardDialogProps = { saved: SavedImport; onDiscard: () => void; onClose: () => void }

/** Asks whether the record of an import may be deleted. */
export function DiscardDialog({ saved, onDiscard, onClose }: DiscardDialogProps) {
  const { record, counts } = saved
  return (
    <Modal title="Discard this import?" onClose={onClose}>
      <p>
        {/* The time tells imports of the same name apart, such as all that were pasted. */}
        <BidiText text={importName(record)} /> · <bdi>{formatTime(record.startedAt)}</bdi> ·{' '}
        {countsText(counts)}
      </p>
      <p>
        {counts.unknown > 0 &&
          'Unknown rows may have been added, and without this record you cannot check them. '}
        This deletes its rows and its report. Pets already added stay in the store.
      </p>
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard import
        </Button>
      </div>
    </Modal>
  )
}
