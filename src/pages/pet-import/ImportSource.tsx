import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import styles from './ImportSource.module.css'
import type { Review, ReviewStore } from '#src/importer/review.ts'

/** Milliseconds without typing before the rows are read. */
const DEBOUNCE_MS = 400

export function ImportSource({ review, store }: { review: Review; store: ReviewStore }) {
  const id = useId()
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const [dropProblem, setDropProblem] = useState<string>()
  const fileField = useRef<HTMLInputElement>(null)
  const textField = useRef<HTMLTextAreaElement>(null)
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(debounce.current), [])

  const empty = (field: HTMLInputElement | HTMLTextAreaElement | null) => {
    clearTimeout(debounce.current)
    if (field !== null) field.value = ''
  }

  const readFile = (file: File) => {
    empty(textField.current)
    setDropProblem(undefined)
    void store.readFile(file)
  }

  const isChosen = review.kind === 'ready' || review.kind === 'unmapped'
  return (
    // Dropping a file is an alternative to the file field, which is accessible.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['source']}
      data-over={isDraggedOver || undefined}
      aria-label="Rows to import"
      aria-busy={review.kind === 'reading' || undefined}
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
      <div className={fieldStyles['field']}>
        <label htmlFor={`${id}-file`}>Spreadsheet file</label>
        <p id={`${id}-file-hint`} className="small">
          Choose or drop a CSV file with columns name and categoryId (status is optional). You can also paste
          cells from Excel below.
        </p>
        <input
          ref={fileField}
          id={`${id}-file`}
          type="file"
          aria-describedby={`${id}-file-hint`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file !== undefined) readFile(file)
          }}
        />
      </div>
      <div className={fieldStyles['field']}>
        <label htmlFor={`${id}-text`}>Or paste rows</label>
        <textarea
          ref={textField}
          id={`${id}-text`}
          className="input"
          rows={4}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            const text = event.target.value
            empty(fileField.current)
            // The rows that were read no longer match the text.
            store.clear()
            debounce.current = setTimeout(() => void store.readText(text), DEBOUNCE_MS)
          }}
        />
      </div>
      {isChosen ? (
        <div>
          <Button
            onClick={() => {
              empty(fileField.current)
              empty(textField.current)
              store.clear()
              fileField.current?.focus()
            }}
          >
            Clear rows
          </Button>
        </div>
      ) : null}
      {review.kind === 'problem' || dropProblem !== undefined ? (
        <Alert
          message={dropProblem ?? (review.kind === 'problem' ? review.problem : '')}
          facts="Nothing was imported."
        />
      ) : null}
    </section>
  )
}
