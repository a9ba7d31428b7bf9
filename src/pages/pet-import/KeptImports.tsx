import { useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer, ImporterSnapshot, KeptImport } from '#src/importer/importer.ts'
import { reportCsv } from '#src/importer/report.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { timeText } from '#src/lib/time-text.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { downloadText } from './download.ts'
import { countsText, importName, reportName } from './import-words.ts'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './KeptImports.module.css'

/** Imports on disk: cut off by a reload or a crash, or finished and kept as the proof of what was sent. */
export function KeptImports({ importer, snapshot }: { importer: Importer; snapshot: ImporterSnapshot }) {
  const [toDiscard, setToDiscard] = useState<KeptImport>()
  const [problem, setProblem] = useState<string>()
  if (snapshot.kept.length === 0 && problem === undefined) return null

  const discard = async (kept: KeptImport) => {
    setToDiscard(undefined)
    const result = await importer.discard(kept.record.id)
    if (result === 'elsewhere') setProblem(`${importName(kept.record)} runs in another tab of this browser.`)
  }

  const resume = async (kept: KeptImport) => {
    const result = await importer.resumeKept(kept.record.id)
    if (result === 'elsewhere') setProblem(`${importName(kept.record)} runs in another tab of this browser.`)
    if (result === 'other-address') {
      setProblem(
        `${importName(kept.record)} belongs to ${kept.record.baseUrl} and is not sent to another address.`,
      )
    }
  }

  return (
    <section className={styles['kept']} aria-labelledby="kept-imports">
      <h2 id="kept-imports">Imports on this device</h2>
      {problem === undefined ? null : <ErrorAlert tone="attention" message={problem} />}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list">
        {snapshot.kept.map((kept) => (
          <KeptItem
            key={kept.record.id}
            kept={kept}
            importer={importer}
            onResume={() => void resume(kept)}
            onDiscard={() => setToDiscard(kept)}
          />
        ))}
      </ul>
      {toDiscard === undefined ? null : (
        <Modal title="Discard this import?" onClose={() => setToDiscard(undefined)}>
          <p className={styles['question']}>
            The record of {importName(toDiscard.record)} is the only proof of what was sent:{' '}
            {countsText(toDiscard.counts)}. What was added stays in the petstore.
          </p>
          <div className={styles['actions']}>
            <Button variant="primary" onClick={() => void discard(toDiscard)}>
              Discard the record
            </Button>
            <Button onClick={() => setToDiscard(undefined)}>Keep it</Button>
          </div>
        </Modal>
      )}
    </section>
  )
}

type KeptItemProps = { kept: KeptImport; importer: Importer; onResume: () => void; onDiscard: () => void }

function KeptItem({ kept: { record, counts, isElsewhere }, importer, onResume, onDiscard }: KeptItemProps) {
  const { name, baseUrl } = useEnvironment()
  const isHere = record.baseUrl === absoluteUrl(baseUrl)
  const isOpen = counts.waiting > 0 || counts.unknown > 0
  return (
    <li>
      <p className={styles['name']}>
        <Isolated text={importName(record)} />
      </p>
      <p className={styles['facts']}>
        {timeText(record.startedAt)} · {countsText(counts)}
      </p>
      {isElsewhere ? <p>It runs in another tab of this browser.</p> : null}
      {isHere ? null : (
        <p>
          It belongs to {record.baseUrl}, which is no longer the address of {name}, so it cannot go on here.
        </p>
      )}
      <div className={styles['actions']}>
        {isElsewhere || !isHere ? null : (
          <Button onClick={onResume} variant={isOpen ? 'primary' : 'secondary'}>
            {isOpen ? 'Resume' : 'Open'}
          </Button>
        )}
        <Button
          onClick={() =>
            void importer
              .rowsOf(record.id)
              .then((rows) => reportCsv(record.header, rows))
              .then((parts) => downloadText(reportName(record), parts))
          }
        >
          Download report
        </Button>
        {isElsewhere ? null : (
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
    </li>
  )
}
