import { useState } from 'react'
import type { SavedImport } from '#src/outbox/imports.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { DiscardDialog } from './DiscardDialog.tsx'
import { importName } from './import-messages.ts'
import { isImportProblem, problemMessage } from './import-problem.ts'
import { isDone } from './is-done.ts'
import { downloadReport } from './report.ts'
import { SavedImportItem } from './SavedImportItem.tsx'
import styles from './SavedImports.module.css'

/** Shows the imports of which this browser has a record. */
export function SavedImports({ saved: savedImports }: { saved: readonly SavedImport[] }) {
  const { outbox, imports } = useOutbox()
  const [toDiscard, setToDiscard] = useState<SavedImport>()
  const [problem, setProblem] = useState<string>()
  if (savedImports.length === 0 && problem === undefined) return null
  // Imports that still need the person must not be hidden behind those that are done.
  const sorted = savedImports.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))

  /** Does what a button of an import says, and reports if that could not be done. */
  const attempt = async ({ record }: SavedImport, command: () => Promise<string>) => {
    setToDiscard(undefined)
    const result = await command().catch(() => 'failed')
    setProblem(isImportProblem(result) ? problemMessage(importName(record), result) : undefined)
  }

  const resume = (saved: SavedImport) => attempt(saved, () => imports.resume(saved.record.id))

  const open = (saved: SavedImport) => attempt(saved, () => imports.open(saved.record.id))

  const download = (saved: SavedImport) =>
    attempt(saved, async () => {
      const entries = await outbox.read((ledger) => ledger.findAll(['batch', saved.record.id]))
      downloadReport(saved.record, entries)
      return 'downloaded'
    })

  const discard = (saved: SavedImport) => attempt(saved, () => imports.discard(saved))

  return (
    <section className={`stack gap-3 ${styles['saved']}`} aria-labelledby="saved-imports">
      <h2 id="saved-imports">Saved imports</h2>
      {problem !== undefined && <Alert tone="attention" message={problem} />}
      {/* The role is explicit, because browsers drop the implicit one from lists without
          markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className="card divided">
        {sorted.map((saved) => (
          <SavedImportItem
            key={saved.record.id}
            saved={saved}
            onResume={() => void resume(saved)}
            onOpen={() => void open(saved)}
            onDownload={() => void download(saved)}
            onDiscard={() => setToDiscard(saved)}
          />
        ))}
      </ul>
      {toDiscard !== undefined && (
        <DiscardDialog
          saved={toDiscard}
          onDiscard={() => void discard(toDiscard)}
          onClose={() => setToDiscard(undefined)}
        />
      )}
    </section>
  )
}
