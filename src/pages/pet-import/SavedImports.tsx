import { useEffect, useRef, useState } from 'react'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import { useEnvironment } from '#src/config/environment-context.ts'
import { importFragment, importName } from '#src/importer/import-name.ts'
import { UNREADABLE_IMPORTS } from '#src/importer/import-storage.ts'
import type { Importer, ImporterSnapshot } from '#src/importer/importer.ts'
import type { SavedImport } from '#src/importer/saved-imports.ts'
import { reportCsv } from '#src/importer/report.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { downloadText } from '#src/browser/download.ts'
import { countsText, remainsText, reportName, savedImportProblem } from './import-messages.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './SavedImports.module.css'

/** More are behind "Show all". */
const SHOWN = 3

function isDone({ counts }: SavedImport): boolean {
  return counts.waiting + counts.unknown === 0
}

type SavedImportsProps = {
  importer: Importer
  snapshot: ImporterSnapshot
  /** The import that a link leads to. */
  linkedId: string | undefined
  /** Gives it the focus, then calls `onFocus`. */
  takesFocus: boolean
  onFocus: () => void
}

export function SavedImports({ importer, snapshot, linkedId, takesFocus, onFocus }: SavedImportsProps) {
  const [toDiscard, setToDiscard] = useState<SavedImport>()
  const [problem, setProblem] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // What remains to be done must not be hidden behind what is done.
  const all = snapshot.savedImports.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
  const isAllShown =
    showsAll || all.length <= SHOWN || all.findIndex(({ record }) => record.id === linkedId) >= SHOWN
  useEffect(() => {
    if (linkedId === undefined || !takesFocus) return
    // None of its buttons: whoever follows the link may still press Enter. Nor while something is typed meanwhile.
    if (document.activeElement?.matches('input, textarea') !== true)
      document.querySelector<HTMLElement>(`#${CSS.escape(importFragment(linkedId))}`)?.focus()
    onFocus()
  }, [linkedId, takesFocus, onFocus])
  useEffect(() => {
    if (showsAll) list.current?.children[SHOWN]?.querySelector('button')?.focus()
  }, [showsAll])
  if (all.length === 0 && problem === undefined) return null

  const discard = async (saved: SavedImport) => {
    setToDiscard(undefined)
    const result = await importer.discard(saved).catch(() => 'discard-failed' as const)
    setProblem(result === 'discarded' ? undefined : savedImportProblem(saved.record, result))
  }

  const open = async (saved: SavedImport, { resume }: { resume: boolean }) => {
    const result = await importer.openSaved(saved.record.id, { resume }).catch(() => 'open-failed' as const)
    const isOpen = result === 'opened' || result === 'busy'
    setProblem(isOpen ? undefined : savedImportProblem(saved.record, result))
  }

  const download = async ({ record }: SavedImport) => {
    try {
      downloadText(reportName(record), await reportCsv(record.header, await importer.rowsOf(record.id)))
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
        {all.slice(0, isAllShown ? undefined : SHOWN).map((saved) => (
          <SavedImportItem
            key={saved.record.id}
            saved={saved}
            onResume={() => void open(saved, { resume: true })}
            onOpen={() => void open(saved, { resume: false })}
            onDownload={() => void download(saved)}
            onDiscard={() => setToDiscard(saved)}
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
            {importName(toDiscard.record)}: {countsText(toDiscard.counts)}.{' '}
            {toDiscard.counts.unknown === 0
              ? ''
              : 'Unknown rows may have been added, and without this record you cannot check them. '}
            This deletes the only record of this import. Pets already added stay in the store.
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

type SavedImportItemProps = {
  saved: SavedImport
  onResume: () => void
  onOpen: () => void
  onDownload: () => void
  onDiscard: () => void
}

function SavedImportItem({
  saved: { record, counts, isOpenInAnotherTab },
  onResume,
  onOpen,
  onDownload,
  onDiscard,
}: SavedImportItemProps) {
  const { name, baseUrl, kind } = useEnvironment()
  const isHere = record.baseUrl === absoluteUrl(baseUrl)
  const canOpen = isHere && !isOpenInAnotherTab
  const remains = remainsText(counts)
  return (
    <li id={importFragment(record.id)} tabIndex={-1}>
      <p className={styles['name']}>
        <BidiText text={importName(record)} />
        <EnvironmentTag name={name} kind={kind} />
      </p>
      <p className="small">
        {/* An Arabic time would pull the count after it to its other side. */}
        <bdi>{formatTime(record.startedAt)}</bdi> · {countsText(counts)}
      </p>
      {remains === undefined ? null : <p className={styles['remains']}>{remains}</p>}
      {isOpenInAnotherTab ? <p>Open in another tab.</p> : null}
      {isHere ? null : (
        <p>
          Started for {record.baseUrl}. {name} now uses another address, so this import cannot continue.
        </p>
      )}
      <div className={styles['actions']}>
        {canOpen && counts.waiting > 0 ? (
          <Button variant="primary" onClick={onResume}>
            Resume
          </Button>
        ) : null}
        {/* Where rows are waiting, too: whoever wants to look at unknown ones need not send those. */}
        {canOpen && (counts.waiting === 0 || counts.unknown > 0) ? (
          <Button onClick={onOpen}>Open</Button>
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
