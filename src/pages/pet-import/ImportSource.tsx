import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { downloadText } from '#src/browser/download.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { BYTE_ORDER_MARK, csvLine } from '#src/lib/csv-line.ts'
import type { ImportDraft, ImportDraftStore } from './import-draft.ts'
import { counted, importName } from './import-messages.ts'
import styles from './ImportSource.module.css'

/** Milliseconds without typing before the rows are read. */
const DEBOUNCE_MS = 400

type ImportSourceProps = { draft: ImportDraft; store: ImportDraftStore; takesFocus: boolean }

/** Where the rows come from. Once they are read, one line that says so; the fields are behind a button. */
export function ImportSource({ draft, store, takesFocus }: ImportSourceProps) {
  const id = useId()
  const { categories, kind } = useEnvironment()
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const [dropProblem, setDropProblem] = useState<string>()
  // Not while the user types: the field must not go away under the cursor.
  const [isOpen, setIsOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const fileField = useRef<HTMLInputElement>(null)
  const textField = useRef<HTMLTextAreaElement>(null)
  const changeButton = useRef<HTMLDivElement>(null)
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was typed last is read also when the page is left.
  const pending = useRef<() => void>(undefined)
  useEffect(
    () => () => {
      clearTimeout(debounce.current)
      pending.current?.()
    },
    [],
  )
  const isRead = draft.kind === 'ready'
  const isFolded = isRead && !isOpen
  const categoryColumn = categories.size > 0 ? 'category' : 'categoryId'
  const problemOf = (source: 'file' | 'text') =>
    draft.kind === 'problem' && draft.source === source ? draft.problem : undefined
  const fileProblem = dropProblem ?? problemOf('file')
  const textProblem = problemOf('text')

  // It outlives the page, like its problem.
  const [initialText] = useState(store.problemText)
  const [focusesFirst] = useState(takesFocus)
  useEffect(() => {
    if (focusesFirst) fileField.current?.focus()
  }, [focusesFirst])

  useLayoutEffect(() => {
    // Hidden, the field that has the focus would lose it to the page.
    if (isFolded && section.current?.contains(document.activeElement) === true) {
      changeButton.current?.querySelector('button')?.focus()
    }
  }, [isFolded])

  const readFile = (file: File) => {
    clearTimeout(debounce.current)
    pending.current = undefined
    if (textField.current !== null) textField.current.value = ''
    setDropProblem(undefined)
    setIsOpen(false)
    void store.readFile(file)
  }

  return (
    // Dropping a file is an alternative to the file field, which is accessible.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      className={styles['source']}
      data-folded={isFolded || undefined}
      data-over={isDraggedOver || undefined}
      aria-label="Rows to import"
      aria-busy={draft.kind === 'reading' || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDraggedOver(false)
        const [file, ...others] = event.dataTransfer.files
        if (file !== undefined && others.length === 0) readFile(file)
        else setDropProblem('Drop one file at a time.')
      }}
    >
      {isRead ? (
        <div ref={changeButton} className={styles['line']}>
          <h2>
            <BidiText text={importName(draft.input)} /> · {counted(draft.sheet.rows.length, 'row', 'rows')}
          </h2>
          <Button
            variant="quiet"
            aria-expanded={!isFolded}
            aria-controls={`${id}-fields`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {draft.input.fileName === undefined ? 'Change pasted rows' : 'Choose another file'}
          </Button>
        </div>
      ) : null}
      <div id={`${id}-fields`} className={styles['fields']} hidden={isFolded}>
        <div className={fieldStyles['field']}>
          <label htmlFor={`${id}-file`}>Spreadsheet file</label>
          <p id={`${id}-file-hint`} className="small">
            Excel or CSV, with name and {categoryColumn}; status is optional. Or paste cells below.
          </p>
          {fileProblem === undefined ? null : (
            <div id={`${id}-file-problem`}>
              <Alert message={fileProblem} facts="Nothing was imported." />
            </div>
          )}
          <input
            ref={fileField}
            id={`${id}-file`}
            type="file"
            aria-invalid={fileProblem === undefined ? undefined : true}
            aria-describedby={`${id}-file-hint${fileProblem === undefined ? '' : ` ${id}-file-problem`}`}
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file !== undefined) readFile(file)
            }}
            onClick={(event) => {
              // Otherwise the same file, corrected meanwhile, could not be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <div>
            <Button
              variant="quiet"
              icon="download"
              onClick={() => downloadText('pets template.csv', templateCsv(categoryColumn))}
            >
              Download a template
            </Button>
            {kind === 'demo' ? (
              <Button
                variant="quiet"
                icon="download"
                onClick={() =>
                  downloadText(
                    'sample with problems.csv',
                    SAMPLE.map((row) => csvLine(row)),
                  )
                }
              >
                Download a sample with problems
              </Button>
            ) : null}
          </div>
        </div>
        <div className={fieldStyles['field']}>
          <label htmlFor={`${id}-text`}>Or paste rows</label>
          <textarea
            ref={textField}
            defaultValue={initialText}
            id={`${id}-text`}
            className="input"
            rows={4}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={textProblem === undefined ? undefined : true}
            aria-describedby={textProblem === undefined ? undefined : `${id}-text-problem`}
            onChange={(event) => {
              const text = event.target.value
              const { inputType } = event.nativeEvent as Partial<InputEvent>
              const isPasted = inputType?.startsWith('insertFrom') === true
              if (fileField.current !== null) fileField.current.value = ''
              setIsOpen(!isPasted)
              setDropProblem(undefined)
              // The rows that were read no longer match the text.
              if (text.trim() === '') store.clear()
              else store.awaitText()
              clearTimeout(debounce.current)
              pending.current = () => {
                pending.current = undefined
                void store.readText(text)
              }
              debounce.current = setTimeout(() => pending.current?.(), isPasted ? 0 : DEBOUNCE_MS)
            }}
          />
          {/* Below, so that the field does not move while one types. */}
          {textProblem === undefined ? null : (
            <div id={`${id}-text-problem`}>
              <Alert message={textProblem} facts="Nothing was imported." />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

/** The headings alone: an example could be imported by mistake, and nobody can delete a pet. */
function templateCsv(categoryColumn: string): readonly string[] {
  return [BYTE_ORDER_MARK, csvLine(['name', categoryColumn, 'status'])]
}

/** For whoever shows a demo: most rows are ready, the others have what goes wrong in practice. */
const SAMPLE = [
  ['name', 'category', 'status'],
  ['Bruno', 'Dogs', 'available'],
  ['Lilly', 'Cats', 'available'],
  ['Felix', 'Catz', 'avail'],
  ['Minka', 'Catz', 'avail'],
  ['', 'Birds', 'available'],
  ['Polly', 'Birds', 'sold'],
  ['Bruno', 'Dogs', 'available'],
  ['Goldie', '9007199254740990', 'available'],
  ['Hopper', 'Rabbits', 'pending'],
] as const
