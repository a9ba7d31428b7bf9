import { useState } from 'react'
import type { SavedFile } from '#src/outbox/files.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { DiscardDialog } from './DiscardDialog.tsx'
import { importName } from './import-messages.ts'
import { isImportProblem, problemMessage } from './import-problem.ts'
import { isDone } from './is-done.ts'
import { downloadReport } from './report.ts'
import { SavedImportItem } from './SavedImportItem.tsx'
import styles from './SavedImports.module.css'

/** The imports that this browser has a record of. */
export function SavedImports({ saved }: { saved: readonly SavedFile[] }) {
  const { outbox, files } = useOutbox()
  const [toDiscard, setToDiscard] = useState<SavedFile>()
  const [problem, setProblem] = useState<string>()
  if (saved.length === 0 && problem === undefined) return null
  // Imports that still need the person must not be hidden behind those that are done.
  const sorted = saved.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))

  /** Does what was pressed at an import, and says so if it could not be done. */
  const attempt = async (file: SavedFile, command: () => Promise<string>) => {
    setToDiscard(undefined)
    const result = await command().catch(() => 'failed')
    setProblem(isImportProblem(result) ? problemMessage(importName(file.batch), result) : undefined)
  }

  const resume = (file: SavedFile) => attempt(file, () => files.open(file.batch.id, { resume: true }))

  const open = (file: SavedFile) => attempt(file, () => files.open(file.batch.id, { resume: false }))

  const download = (file: SavedFile) =>
    attempt(file, async () => {
      const entries = await outbox.read((ledger) => ledger.all('batch', file.batch.id))
      downloadReport(file.batch, entries)
      return 'downloaded'
    })

  const discard = (file: SavedFile) => attempt(file, () => files.discard(file))

  return (
    <section className={`stack gap-3 ${styles['saved']}`} aria-labelledby="saved-imports">
      <h2 id="saved-imports">Saved imports</h2>
      {problem !== undefined && <Alert tone="attention" message={problem} />}
      {/* The role is explicit, because browsers drop the implicit one from lists without
          markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className="card divided">
        {sorted.map((file) => (
          <SavedImportItem
            key={file.batch.id}
            file={file}
            onResume={() => void resume(file)}
            onOpen={() => void open(file)}
            onDownload={() => void download(file)}
            onDiscard={() => setToDiscard(file)}
          />
        ))}
      </ul>
      {toDiscard !== undefined && (
        <DiscardDialog
          file={toDiscard}
          onDiscard={() => void discard(toDiscard)}
          onClose={() => setToDiscard(undefined)}
        />
      )}
    </section>
  )
}
