import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { EXACT_TEXT } from '#src/ui/exact-text.ts'
import type { ReviewState, ReviewStore } from '#src/pages/pet-import/review/review-store.ts'
import { ExampleTable } from './ExampleTable.tsx'
import styles from './ImportSource.module.css'
import { ReadingFile } from './ReadingFile.tsx'
import { downloadTemplate } from './template.ts'

type ImportSourceProps = {
  state: ReviewState
  store: ReviewStore
  /** `true` while the rows under review are being added. */
  isStarting: boolean
}

/**
 * Asks for the rows of an import: a file, or pasted cells. It goes away once there are rows that
 * others must not replace.
 */
export function ImportSource({ state, store, isStarting }: ImportSourceProps) {
  const { text, review, reading, problem } = state
  // The text box must not go away while somebody types in it.
  const [isTyping, setIsTyping] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const canGoOnTyping = isTyping && store.canReplace() && !isStarting
  if (review !== undefined && !canGoOnTyping) return null
  const alert = problem !== undefined && <Alert message={problem.message} facts="Nothing was imported." />
  const isTextProblem = problem?.source === 'text'

  return (
    <section
      className={styles['source']}
      aria-label="Rows to import"
      aria-busy={reading === undefined ? undefined : true}
    >
      <div className={`fields ${styles['fields']}`}>
        <FileField
          ref={fileInput}
          problem={isTextProblem ? undefined : alert}
          onChoose={(file) => {
            setIsTyping(false)
            void store.readFile(file)
          }}
        />
        <TextField
          text={text}
          problem={isTextProblem ? alert : undefined}
          onChange={(typed, isPasted) => {
            setIsTyping(!isPasted)
            void store.readText(typed, isPasted)
          }}
        />
        {/* The notice is below the fields, so that none of them moves. */}
        {reading === 'file' && (
          <ReadingFile
            onCancel={() => {
              store.cancelReading()
              fileInput.current?.focus()
            }}
          />
        )}
      </div>
      <ExampleTable onDownloadTemplate={downloadTemplate} />
    </section>
  )
}

type FileFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  problem: ReactNode
  onChoose: (file: File) => void
}

function FileField({ ref, problem, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Spreadsheet file</label>
      <p id={`${id}-hint`} className="small">
        Excel or CSV, with name and category; status is optional. Choose it, drop it anywhere on this page, or
        paste rows below.
      </p>
      <div id={`${id}-problem`}>{problem}</div>
      <input
        ref={ref}
        id={id}
        type="file"
        className="input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The value is cleared, so that the same file can be chosen again after it was corrected.
          target.value = ''
          if (file !== undefined) onChoose(file)
        }}
      />
    </div>
  )
}

type TextFieldProps = {
  text: string
  problem: ReactNode
  onChange: (text: string, isPasted: boolean) => void
}

function TextField({ text, problem, onChange }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Or paste rows</label>
      <textarea
        value={text}
        id={id}
        className="input"
        rows={4}
        {...EXACT_TEXT}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          const { inputType } = event.nativeEvent as Partial<InputEvent>
          onChange(event.target.value, inputType?.startsWith('insertFrom') === true)
        }}
      />
      {/* The problem is below the field, which must not move while one types. */}
      <div id={`${id}-problem`}>{problem}</div>
    </div>
  )
}
