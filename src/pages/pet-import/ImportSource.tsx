import { useId, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { ImportDraft, ImportDraftStore } from './import-draft.ts'
import { importName } from './import-messages.ts'
import styles from './ImportSource.module.css'

/** Where the rows come from. Once they are read, one line that says so; the fields are behind a button. */
export function ImportSource({ draft, store }: { draft: ImportDraft; store: ImportDraftStore }) {
  const id = useId()
  const { categories } = useEnvironment()
  // Not while the user types: the field must not go away under the cursor.
  const [isOpen, setIsOpen] = useState(false)
  const isRead = draft.kind === 'ready'
  const isFolded = isRead && !isOpen
  const categoryColumn = categories.size > 0 ? 'category' : 'categoryId'
  const { fileName } = draft
  const isFile = fileName !== undefined
  const problem =
    draft.kind !== 'problem' ? undefined : (
      <Alert
        message={draft.problem}
        facts={isFile ? `Nothing of ${fileName} was imported.` : 'Nothing was imported.'}
      />
    )
  const [fileProblem, textProblem] = isFile ? [problem] : [undefined, problem]

  return (
    <section
      className={`stack ${styles['source']}`}
      aria-label="Rows to import"
      aria-busy={draft.kind === 'reading' || undefined}
    >
      {isRead ? (
        <div className={`row ${styles['line']}`}>
          <h2>
            <BidiText text={importName(draft)} /> · {counted(draft.rows.length, 'row')}
          </h2>
          <Button variant="quiet" aria-expanded={!isFolded} onClick={() => setIsOpen(!isOpen)}>
            {fileName === undefined ? 'Change pasted rows' : 'Choose another file'}
          </Button>
        </div>
      ) : null}
      {isFolded ? null : (
        <div className={`fields ${styles['fields']}`}>
          <div className="field">
            <label htmlFor={`${id}-file`}>Spreadsheet file</label>
            <p id={`${id}-file-hint`} className="small">
              Excel or CSV, with name and {categoryColumn}; status is optional. Or paste cells below.
            </p>
            <div id={`${id}-file-problem`}>{fileProblem}</div>
            <input
              id={`${id}-file`}
              type="file"
              className="input"
              aria-invalid={fileProblem !== undefined || undefined}
              aria-describedby={`${id}-file-hint ${id}-file-problem`}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // Else the same file, corrected meanwhile, could not be chosen again.
                target.value = ''
                setIsOpen(false)
                if (file !== undefined) void store.readFile(file)
              }}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-text`}>Or paste rows</label>
            <textarea
              value={draft.text}
              id={`${id}-text`}
              className="input"
              rows={4}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={textProblem !== undefined || undefined}
              aria-describedby={`${id}-text-problem`}
              onChange={(event) => {
                const { inputType } = event.nativeEvent as Partial<InputEvent>
                const isPasted = inputType?.startsWith('insertFrom') === true
                setIsOpen(!isPasted)
                void store.readText(event.target.value, isPasted)
              }}
            />
            {/* Below, so that the field does not move while one types. */}
            <div id={`${id}-text-problem`}>{textProblem}</div>
          </div>
        </div>
      )}
    </section>
  )
}
