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
    const name = importName(kept.record)
    const result = await importer.discard(kept).catch(() => 'failed' as const)
    if (result === 'elsewhere') setProblem(`${name} is open in another tab.`)
    else if (result === 'changed') setProblem(`${name} has changed in another tab, so it was not discarded.`)
    else if (result === 'failed') setProblem(`${name} could not be discarded. Try again.`)
    else setProblem(undefined)
  }

  const open = async (kept: KeptImport) => {
    const result = await importer
      .openKept(kept.record.id, { resume: kept.counts.waiting > 0 })
      .catch(() => 'failed' as const)
    const name = importName(kept.record)
    if (result === 'elsewhere') setProblem(`${name} is open in another tab.`)
    else if (result === 'gone') setProblem(`${name} was discarded in another tab.`)
    else if (result === 'failed') setProblem(`${name} could not be opened. Try again.`)
    else if (result === 'other-address') setProblem(`${name} was started for ${kept.record.baseUrl}.`)
    else setProblem(undefined)
  }

  return (
    <section className={styles['kept']} aria-labelledby="kept-imports">
      <h2 id="kept-imports">Saved imports</h2>
      {problem === undefined ? null : <ErrorAlert tone="attention" message={problem} />}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list">
        {snapshot.kept.map((kept) => (
          <KeptItem
            key={kept.record.id}
            kept={kept}
            importer={importer}
            onOpen={() => void open(kept)}
            onDiscard={() => setToDiscard(kept)}
          />
        ))}
      </ul>
      {toDiscard === undefined ? null : (
        <Modal title="Discard this import?" onClose={() => setToDiscard(undefined)}>
          <p className={styles['question']}>
            {importName(toDiscard.record)}: {countsText(toDiscard.counts)}.{' '}
            {toDiscard.counts.unknown === 0
              ? ''
              : 'Unknown rows may have been added, and without this record you cannot check them. '}
            This deletes the only record of this import. Pets already added stay in the store.
          </p>
          <div className={styles['actions']}>
            <Button onClick={() => setToDiscard(undefined)}>Cancel</Button>
            <Button variant="danger" onClick={() => void discard(toDiscard)}>
              Discard import
            </Button>
          </div>
        </Modal>
      )}
    </section>
  )
}

type KeptItemProps = { kept: KeptImport; importer: Importer; onOpen: () => void; onDiscard: () => void }

function KeptItem({ kept: { record, counts, isElsewhere }, importer, onOpen, onDiscard }: KeptItemProps) {
  const { name, baseUrl } = useEnvironment()
  const isHere = record.baseUrl === absoluteUrl(baseUrl)
  const isResumed = counts.waiting > 0
  return (
    <li>
      <p className={styles['name']}>
        <Isolated text={importName(record)} />
      </p>
      <p className={styles['facts']}>
        {timeText(record.startedAt)} · {countsText(counts)}
      </p>
      {isElsewhere ? <p>Open in another tab.</p> : null}
      {isHere ? null : (
        <p>
          Started for {record.baseUrl}. {name} now uses another address, so this import cannot continue.
        </p>
      )}
      <div className={styles['actions']}>
        {isElsewhere || !isHere ? null : (
          <Button onClick={onOpen} variant={isResumed ? 'primary' : 'secondary'}>
            {isResumed ? 'Resume' : 'Open'}
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
