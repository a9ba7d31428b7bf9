import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { FieldError } from '#src/ui/FieldError.tsx'
import styles from './PageSizeField.module.css'

/** How long the field must rest before its value is taken without Enter. Milliseconds. */
const REST = 700

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

type Draft = { readonly text: string; readonly limit: number; readonly error: string | undefined }

/**
 * A spin button over a text field: a number field of the platform changes under the mouse wheel and drops letters
 * without a word. What is typed is taken on Enter, on leaving the field or after a short rest, never for each digit.
 */
export function PageSizeField({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId()
  const [draft, setDraft] = useState<Draft>()
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  // When the limit has changed meanwhile, for example by going back, what was typed for the old one is void.
  const current = draft?.limit === limit ? draft : undefined
  const text = current?.text ?? String(limit)
  const value = pageSizeFromText(text)

  useEffect(() => () => clearTimeout(rest.current), [])

  const take = (typed: string, hasRested = false) => {
    clearTimeout(rest.current)
    const taken = pageSizeFromText(typed)
    if (taken !== undefined) {
      setDraft(undefined)
      if (taken !== limit) onChange(taken)
    } else if (!hasRested || typed.trim() !== '') {
      // An empty field at rest is somebody about to type; left or entered, it is an answer.
      setDraft({
        text: typed,
        limit,
        error: `Page size must be a whole number from ${LIMIT_MIN} to ${LIMIT_MAX}`,
      })
    }
  }

  const type = (typed: string) => {
    clearTimeout(rest.current)
    setDraft({ text: typed, limit, error: current?.error })
    rest.current = setTimeout(() => take(typed, true), REST)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Enter') take(text)
    else if (step !== undefined) {
      event.preventDefault()
      type(String(Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, (value ?? limit) + step))))
    }
  }

  return (
    <div className={styles['field']} data-error={current?.error !== undefined || undefined}>
      <label htmlFor={id}>Page size</label>
      <input
        id={id}
        type="text"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={LIMIT_MIN}
        aria-valuemax={LIMIT_MAX}
        aria-valuenow={value ?? limit}
        aria-valuetext={text === '' ? 'empty' : text}
        aria-invalid={current?.error === undefined ? undefined : true}
        aria-describedby={current?.error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (current !== undefined) take(text)
        }}
        onKeyDown={onKeyDown}
      />
      <span id={`${id}-hint`} className={styles['hint']}>
        {LIMIT_MIN} to {LIMIT_MAX}
      </span>
      {current?.error === undefined ? null : (
        <div className={styles['error']} role="alert">
          <FieldError id={`${id}-error`} error={current.error} />
        </div>
      )}
    </div>
  )
}

function pageSizeFromText(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^\d+$/.test(trimmed)) return undefined
  const value = Number(trimmed)
  return value >= LIMIT_MIN && value <= LIMIT_MAX ? value : undefined
}
