import { useOutbox } from '#src/outbox/use-outbox.ts'
import { type Review, toRowsToSend } from './review.ts'
import type { ReviewStore } from './review-store.ts'

/** Returns a function that puts the rows into the outbox, and begins to send them. */
export function useStartImport(review: Review, store: ReviewStore): () => Promise<void> {
  const { outbox, imports } = useOutbox()
  return async () => {
    const { batch, draft, fileName, sheet } = review
    store.noteRefusal(draft, undefined)
    const file = { fileName, header: sheet.headings?.cells, columns: sheet.columns }
    const rowsToSend = toRowsToSend(review)
    try {
      const result = await (batch === undefined
        ? imports.start(file, rowsToSend)
        : imports.sendCorrected(batch.id, rowsToSend))
      if (result === 'started') store.removeSent(draft)
      else store.noteRefusal(draft, result)
    } catch {
      // `StorageAlert` says why nothing could be written, unless the person has gone on without a
      // record.
      if (outbox.storageState.get() === 'in-memory') store.noteRefusal(draft, 'memory')
    }
  }
}
