import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isComposing } from '#src/lib/is-composing.ts'
import { LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { FieldError } from '#src/ui/FieldError.tsx'
import styles from './PageSizeField.module.css'

/** How long the field must rest before its value is taken without Enter. Milliseconds. */
const REST = 700

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

type Draft = {
  readonly text: string
  readonly limit: number
  /** The history entry that it was typed at. */
  readonly entry: string
  readonly error: string | undefined
}

/**
 * A spin button over a text field: a number field of the platform changes under the mouse wheel and drops letters
 * without a word. What is typed is taken on Enter, on leaving the field or after a short rest, never for each digit.
 */
export function PageSizeField({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId()
  const { key: entry } = useLocation()
  const hasGoneBack = useNavigationType() === NavigationType.Pop
  const [draft, setDraft] = useState<Draft>()
  // What was typed for a limit or an address that is gone is void; another status leaves it.
  const isVoid = draft !== undefined && (draft.limit !== limit || (hasGoneBack && draft.entry !== entry))
  if (isVoid) setDraft(undefined)
  const current = isVoid ? undefined : draft
  const text = current?.text ?? String(limit)
  const value = pageSizeFromText(text)

  const take = (typed: string, hasRested = false) => {
    const taken = pageSizeFromText(typed)
    if (taken !== undefined) {
      setDraft(undefined)
      if (taken !== limit) onChange(taken)
    } else if (!hasRested || typed.trim() !== '') {
      // An empty field at rest is somebody about to type; left or entered, it is an answer.
      setDraft({
        text: typed,
        limit,
        entry,
        error: `Page size must be a whole number from ${LIMIT_MIN} to ${LIMIT_MAX}`,
      })
    }
  }

  const type = (typed: string) => setDraft({ text: typed, limit, entry, error: current?.error })

  const isResting = current !== undefined
  const takeRested = useEffectEvent(() => take(text, true))
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => takeRested(), REST)
    return () => clearTimeout(timer)
    // Each letter begins the rest anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isResting, text])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (isComposing(event.nativeEvent)) return
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
