import { useId, useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import type { ImportDraft, ImportDraftStore } from './import-draft.ts'
import styles from './ImportSource.module.css'

/** Asks for the rows of an import: a file, or pasted cells. */
export function ImportSource({ draft, store }: { draft: ImportDraft; store: ImportDraftStore }) {
  const id = useId()
  // The field must not go away under the cursor.
  const [isTyping, setIsTyping] = useState(false)
  if (draft.review !== undefined && !isTyping) return null
  const problem = draft.problem && <Alert message={draft.problem} facts="Nothing was imported." />
  const [fileProblem, textProblem] = draft.text === '' ? [problem] : [undefined, problem]

  return (
    <section className={`fields ${styles['source']}`} aria-label="Rows to import" aria-busy={draft.isReading}>
      <div className="field">
        <label htmlFor={`${id}-file`}>Spreadsheet file</label>
        <p id={`${id}-file-hint`} className="small">
          Excel or CSV, with name and category; status is optional. Or paste cells below.
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
            // The same file, corrected meanwhile, can be chosen again.
            target.value = ''
            setIsTyping(false)
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
            setIsTyping(!isPasted)
            void store.readText(event.target.value, isPasted)
          }}
        />
        {/* Below, so that the field does not move while one types. */}
        <div id={`${id}-text-problem`}>{textProblem}</div>
      </div>
    </section>
  )
}
