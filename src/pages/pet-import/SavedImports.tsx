import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Files, SavedFile } from '#src/outbox/files.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { countsText, importName, savedImportProblem, UNREADABLE_IMPORTS } from './import-messages.ts'
import { downloadReport } from './report-download.ts'
import styles from './SavedImports.module.css'

/** More are behind "Show all". */
const SHOWN = 3

function isDone({ counts }: SavedFile): boolean {
  return counts.waiting + counts.unknown === 0
}

export function SavedImports({ files, saved }: { files: Files; saved: readonly SavedFile[] }) {
  const { hash } = useLocation()
  const [toDiscard, setToDiscard] = useState<SavedFile>()
  const [problem, setProblem] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // What remains to be done must not be hidden behind what is done.
  const all = saved.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
  const isAllShown = showsAll || all.length <= SHOWN || hash !== ''
  const linked = all.find(({ batch }) => hash === `#import-${batch.id}`)?.batch.id
  useEffect(() => {
    // None of its buttons: whoever follows the link may still press Enter.
    if (linked !== undefined) document.querySelector<HTMLElement>(`#import-${linked}`)?.focus()
  }, [linked])
  useEffect(() => {
    if (showsAll) list.current?.children[SHOWN]?.querySelector('button')?.focus()
  }, [showsAll])
  if (all.length === 0 && problem === undefined) return null

  const discard = async (file: SavedFile) => {
    setToDiscard(undefined)
    const result = await files.discard(file).catch(() => 'discard-failed' as const)
    setProblem(result === 'discarded' ? undefined : savedImportProblem(file.batch, result))
  }

  const open = async ({ batch }: SavedFile, resume: boolean) => {
    const result = await files.open(batch.id, { resume }).catch(() => 'open-failed' as const)
    setProblem(result === 'opened' || result === 'busy' ? undefined : savedImportProblem(batch, result))
  }

  const download = async ({ batch }: SavedFile) => {
    try {
      downloadReport(batch, await files.rowsOf(batch.id))
    } catch {
      setProblem(UNREADABLE_IMPORTS)
    }
  }

  return (
    <section className={styles['saved']} aria-labelledby="saved-imports">
      <h2 id="saved-imports">Saved imports</h2>
      {problem === undefined ? null : <Alert tone="attention" message={problem} />}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul ref={list} role="list" className="card divided">
        {all.slice(0, isAllShown ? undefined : SHOWN).map((file) => (
          <SavedImport
            key={file.batch.id}
            file={file}
            onOpen={(resume) => void open(file, resume)}
            onDownload={() => void download(file)}
            onDiscard={() => setToDiscard(file)}
          />
        ))}
      </ul>
      {isAllShown ? null : (
        <div>
          <Button onClick={() => setShowsAll(true)}>Show all {formatNumber(all.length)}</Button>
        </div>
      )}
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
            <Button variant="danger" onClick={() => void discard(toDiscard)}>
              Discard import
            </Button>
          </div>
        </Modal>
      )}
    </section>
  )
}

type SavedImportProps = {
  file: SavedFile
  onOpen: (resume: boolean) => void
  onDownload: () => void
  onDiscard: () => void
}

function SavedImport({ file, onOpen, onDownload, onDiscard }: SavedImportProps) {
  const { batch, counts, isOpenInAnotherTab } = file
  const { name, baseUrl, kind } = useEnvironment()
  const isHere = batch.baseUrl === absoluteUrl(baseUrl)
  const canOpen = isHere && !isOpenInAnotherTab
  return (
    <li id={`import-${batch.id}`} tabIndex={-1}>
      <p className={styles['name']}>
        <BidiText text={importName(batch)} />
        <EnvironmentTag name={name} kind={kind} />
      </p>
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
      <div className={styles['actions']}>
        {canOpen && counts.waiting > 0 ? (
          <Button variant="primary" onClick={() => onOpen(true)}>
            Resume
          </Button>
        ) : null}
        {/* Where rows are waiting, too: whoever wants to look at unknown ones need not send those. */}
        {canOpen && (counts.waiting === 0 || counts.unknown + counts.held > 0) ? (
          <Button onClick={() => onOpen(false)}>Open</Button>
        ) : null}
        <Button onClick={onDownload}>Download report</Button>
        {isOpenInAnotherTab ? null : (
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
    </li>
  )
}
