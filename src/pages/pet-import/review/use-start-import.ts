import { useOutbox } from '#src/outbox/use-outbox.ts'
import type { ImportProblem } from '#src/pages/pet-import/import-problem.ts'
import { type Review, toRowsToSend } from './review.ts'
import type { ReviewStore } from './review-store.ts'

/** The steps of the press on "Add N pets". */
export type Start =
  | { readonly step: 'reviewing'; readonly problem?: ImportProblem | undefined }
  | { readonly step: 'confirming' }
  | { readonly step: 'starting' }

/** Returns a function that puts the rows into the outbox, and begins to send them. */
export function useStartImport(
  review: Review,
  store: ReviewStore,
  setStart: (start: Start) => void,
): () => Promise<void> {
  const { outbox, imports } = useOutbox()
  return async () => {
    const { batch, draft, fileName, sheet } = review
    setStart({ step: 'starting' })
    const file = { fileName, header: sheet.headings?.cells, columns: sheet.columns }
    const rowsToSend = toRowsToSend(review)
    try {
      const result = await (batch === undefined
        ? imports.start(file, rowsToSend)
        : imports.sendCorrected(batch.id, rowsToSend))
      setStart({ step: 'reviewing', problem: result === 'started' ? undefined : result })
      if (result === 'started') store.removeSent(draft)
    } catch {
      // `StorageAlert` says why nothing could be written, unless the person has gone on without a
      // record.
      const isInMemory = outbox.storageState.get() === 'in-memory'
      setStart({ step: 'reviewing', problem: isInMemory ? 'memory' : undefined })
    }
  }
}
