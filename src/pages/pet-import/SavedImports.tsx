import { useState } from 'react'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { SavedFile } from '#src/outbox/files.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { countsText, importName, PROBLEMS } from './import-messages.ts'
import { downloadReport } from './report.ts'
import styles from './SavedImports.module.css'

export function isDone({ counts }: SavedFile): boolean {
  return counts.waiting + counts.unknown === 0
}

export function SavedImports({ saved }: { saved: readonly SavedFile[] }) {
  const { name, baseUrl } = useEnvironment()
  const { outbox, files } = useOutbox()
  const [toDiscard, setToDiscard] = useState<SavedFile>()
  const [problem, setProblem] = useState<string>()
  if (saved.length === 0 && problem === undefined) return null
  // What remains to be done must not be hidden behind what is done.
  const all = saved.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))

  const attempt = async ({ batch }: SavedFile, act: () => Promise<string | void>) => {
    setToDiscard(undefined)
    const failure = PROBLEMS[(await act().catch(() => 'failed')) ?? '']
    setProblem(failure && `${importName(batch)} ${failure}`)
  }

  const itemFor = (file: SavedFile) => {
    const { batch, counts, isOpenInAnotherTab } = file
    const open = (resume: boolean) => void attempt(file, () => files.open(batch.id, { resume }))
    const download = async () =>
      downloadReport(batch, await outbox.read((ledger) => ledger.all('batch', batch.id)))
    const isHere = batch.baseUrl === absoluteUrl(baseUrl)
    const canOpen = isHere && !isOpenInAnotherTab
    return (
      <li key={batch.id} className="split">
        <div>
          <h3>
            <BidiText text={importName(batch)} />
          </h3>
          <p className="small">
            {/* An Arabic time would pull the count after it to its other side. */}
            <bdi>{formatTime(batch.startedAt)}</bdi> · {countsText(counts)}
          </p>
          {isOpenInAnotherTab ? <p>Open in another tab.</p> : null}
          {isHere ? null : (
            <p>
              Started for {batch.baseUrl}. {name} now uses another address, so this import cannot continue.
            </p>
          )}
        </div>
        <div className="actions">
          {canOpen && counts.waiting > 0 ? (
            <Button variant="primary" onClick={() => open(true)}>
              Resume
            </Button>
          ) : null}
          {/* Where rows are waiting, too: whoever wants to look at unknown ones need not send those. */}
          {canOpen && (counts.waiting === 0 || counts.unknown + counts.held > 0) ? (
            <Button onClick={() => open(false)}>Open</Button>
          ) : null}
          <Button variant="quiet" onClick={() => void attempt(file, download)}>
            Download report
          </Button>
          {isOpenInAnotherTab ? null : (
            <Button variant="danger" onClick={() => setToDiscard(file)}>
              Discard
            </Button>
          )}
        </div>
      </li>
    )
  }
  return (
    <section className={`stack gap-3 ${styles['saved']}`} aria-labelledby="saved-imports">
      <h2 id="saved-imports">Saved imports</h2>
      {problem === undefined ? null : <Alert tone="attention" message={problem} />}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className="card divided">
        {all.map(itemFor)}
      </ul>
      {toDiscard === undefined ? null : (
        <Modal title="Discard this import?" onClose={() => setToDiscard(undefined)}>
          <p>
            {importName(toDiscard.batch)}: {countsText(toDiscard.counts)}.{' '}
            {toDiscard.counts.unknown === 0
              ? ''
              : 'Unknown rows may have been added, and without this record you cannot check them. '}
            This deletes its rows and its report. Pets already added stay in the store.
          </p>
          <div className="actions">
            <Button onClick={() => setToDiscard(undefined)}>Cancel</Button>
            <Button variant="danger" onClick={() => void attempt(toDiscard, () => files.discard(toDiscard))}>
              Discard import
            </Button>
          </div>
        </Modal>
      )}
    </section>
  )
}
