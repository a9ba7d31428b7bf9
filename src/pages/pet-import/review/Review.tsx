import { useEffect, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { StorageAlert } from '#src/outbox/ui/StorageAlert.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { importName } from '#src/pages/pet-import/import-messages.ts'
import { problemMessage } from '#src/pages/pet-import/import-problem.ts'
import { ReadingFile } from '#src/pages/pet-import/choose/ReadingFile.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { ClearDialog } from './ClearDialog.tsx'
import { ConfirmAdding } from './ConfirmAdding.tsx'
import type { LostChanges } from './lost-changes.ts'
import type { Review as ReviewOfRows } from './review.ts'
import { ReviewBar } from './ReviewBar.tsx'
import styles from './Review.module.css'
import { ReviewRows } from './ReviewRows.tsx'
import type { ReviewStore } from './review-store.ts'
import { SheetChoice } from './SheetChoice.tsx'
import { useStartImport } from './use-start-import.ts'

type ReviewProps = { review: ReviewOfRows; store: ReviewStore }

/**
 * Shows the rows before they are sent, below a bar that stays in view. The bar says how many are
 * ready, and has the button that sends them.
 */
export function Review({ review, store }: ReviewProps) {
  const { kind: environmentKind } = useEnvironment()
  const { imports } = useOutbox()
  const { isStarting } = useStore(imports)
  const [isConfirming, setIsConfirming] = useState(false)
  /** The changes that "Clear rows" or "Cancel" would lose, while the person is asked about them. */
  const [lostChanges, setLostChanges] = useState<LostChanges>()
  const send = useStartImport(review, store)
  const { reading } = useStore(store)
  const { batch, fileName, sheetName, rows, ready } = review
  useEffect(() => store.keepUpToDate(), [store])

  const add = () => {
    if (environmentKind === 'production') setIsConfirming(true)
    else void send()
  }

  const clear = () => {
    setLostChanges(undefined)
    store.clear()
  }
  const clearOrAsk = () => {
    const changes = store.lostChanges()
    if (changes === undefined) {
      clear()
      return
    }
    // A file that is still being read would replace the rows that the question is about.
    store.cancelReading()
    setLostChanges(changes)
  }

  return (
    <section tabIndex={-1} data-focus-fallback className="stack" aria-label="Review">
      <h2>
        <BidiText text={importName(review)} /> · {counted(rows.length, 'row')}
        {batch !== undefined && ' to fix'}
      </h2>
      <ReviewBar
        review={review}
        isStarting={isStarting}
        isReading={reading === 'file'}
        onAdd={add}
        onClear={clearOrAsk}
      />
      {reading === 'file' && <ReadingFile onCancel={store.cancelReading} />}
      <LiveRegion text={announcement(review)} />
      <ReviewAlerts review={review} store={store} />
      {isConfirming && ready.length > 0 && (
        <ConfirmAdding
          review={review}
          onAdd={() => {
            setIsConfirming(false)
            void send()
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
      {lostChanges !== undefined && (
        <ClearDialog
          review={review}
          lostChanges={lostChanges}
          onClear={clear}
          onClose={() => setLostChanges(undefined)}
        />
      )}
      {/* The rows are hidden while the import starts, because changes would be neither sent nor
          kept. */}
      {!isStarting && (
        <div className={`stack ${styles['rest']}`}>
          <SheetChoice review={review} store={store} />
          <Notes notes={review.sheet.notes} />
          <ReviewRows key={`${fileName} ${sheetName}`} review={review} store={store} />
        </div>
      )}
    </section>
  )
}

function announcement({ rows, ready, invalid, leftOut, hasColumns }: ReviewOfRows): string {
  const rowsRead = `${counted(rows.length, 'row')} read:`
  if (!hasColumns) return `${rowsRead} Name or category not found`
  const counts = `${formatNumber(ready.length)} ready, ${formatNumber(invalid.length)} with problems`
  return leftOut.length === 0
    ? `${rowsRead} ${counts}`
    : `${rowsRead} ${counts}, ${formatNumber(leftOut.length)} left out`
}

function ReviewAlerts({ review, store }: ReviewProps) {
  const { outbox } = useOutbox()
  const storage = useStore(outbox.storageState)
  const { isUnstored, problem, refusal } = useStore(store)
  return (
    <>
      {problem !== undefined && <Alert message={problem.message} facts="The rows below stay as they are." />}
      {refusal !== undefined && (
        <Alert tone="attention" message={problemMessage(importName(review), refusal)} />
      )}
      {storage === 'in-memory' && <StorageAlert storage={storage} />}
      {isUnstored === true && (
        <Alert
          tone="attention"
          message="Your browser cannot keep these rows. Reloading or closing this page would lose them."
        />
      )}
    </>
  )
}

/** Says how the rows were read, whether the columns are known or not. */
function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="note">
      {note}
    </p>
  ))
}
