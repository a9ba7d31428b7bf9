import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isComposing } from '#src/lib/is-composing.ts'
import { LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { FieldError } from '#src/ui/FieldError.tsx'
import styles from './PetListPage.module.css'

/** How long typing must pause before the value is applied without Enter. */
const PAUSE_MS = 700

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

type Draft = {
  readonly text: string
  readonly limit: number
  /** The key of the history entry where it was typed. */
  readonly entry: string
  readonly error: string | undefined
}

/**
 * A text field with the role of a spin button: the native number field changes with the mouse wheel and drops letters
 * silently. The value is applied on Enter, on blur or after a pause, never for each digit.
 */
export function PageSizeField({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId()
  const { key: entry } = useLocation()
  const hasGoneBack = useNavigationType() === NavigationType.Pop
  const [draft, setDraft] = useState<Draft>()
  // A draft is outdated when the limit changed, or after going back; it survives a change of the status.
  const isOutdated = draft !== undefined && (draft.limit !== limit || (hasGoneBack && draft.entry !== entry))
  if (isOutdated) setDraft(undefined)
  const current = isOutdated ? undefined : draft
  const text = current?.text ?? String(limit)
  const value = pageSizeFromText(text)

  const apply = (typed: string, hasPaused = false) => {
    const next = pageSizeFromText(typed)
    if (next !== undefined) {
      setDraft(undefined)
      if (next !== limit) onChange(next)
    } else if (!hasPaused || typed.trim() !== '') {
      // An empty field during a pause is about to be filled in; on Enter or blur it is an error.
      setDraft({
        text: typed,
        limit,
        entry,
        error: `Page size must be a whole number from ${LIMIT_MIN} to ${LIMIT_MAX}`,
      })
    }
  }

  const type = (typed: string) => setDraft({ text: typed, limit, entry, error: current?.error })

  const isTyping = current !== undefined
  const applyAfterPause = useEffectEvent(() => apply(text, true))
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => applyAfterPause(), PAUSE_MS)
    return () => clearTimeout(timer)
    // Each keystroke restarts the pause.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isTyping, text])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') apply(text)
    else if (step !== undefined) {
      event.preventDefault()
      type(String(Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, (value ?? limit) + step))))
    }
  }

  return (
    <div className={styles['pageSize']} data-error={current?.error !== undefined || undefined}>
      <label htmlFor={id}>Page size</label>
      <input
        id={id}
        data-slot="page-size"
        className="input"
        type="text"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={LIMIT_MIN}
        aria-valuemax={LIMIT_MAX}
        aria-valuenow={value ?? limit}
        aria-valuetext={text === '' ? 'empty' : text}
        aria-invalid={current?.error === undefined ? undefined : true}
        aria-describedby={current?.error === undefined ? undefined : `${id}-error`}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (current !== undefined) apply(text)
        }}
        onKeyDown={onKeyDown}
      />
      {current?.error === undefined ? null : (
        <div className={styles['pageSizeError']} role="alert">
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
