import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { isComposing } from '#src/lib/is-composing.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { TextField } from './TextField.tsx'

/**
 * The time in milliseconds for which typing must rest before the value is applied without Enter.
 */
const PAUSE_MS = 700

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

type NumberFieldProps = {
  label: string
  /** A number from `min` to `max`. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** Is called when Enter is pressed and what was typed is such a number. */
  onEnter?: () => void
  'data-slot'?: string
}

/**
 * A text field with the role of a spin button. The native number field changes with the mouse wheel
 * and drops letters silently. What was typed counts on Enter, on leaving the field or after a rest,
 * but never for each digit.
 */
export function NumberField({ label, value, min, max, onChange, onEnter, ...rest }: NumberFieldProps) {
  const [draft, setDraft] = useState<{ text: string; value: number; max: number; isWrong: boolean }>()
  // A draft is outdated once the value was changed in another way.
  const current = draft?.value === value && draft.max === max ? draft : undefined
  const text = current?.text ?? String(value)
  const digits = plainText(text)
  const number = /^-?\d+$/.test(digits) ? Number(digits) : NaN
  const typed = number >= min && number <= max ? number : undefined

  const type = (next: string) => setDraft({ text: next, value, max, isWrong: false })
  const apply = () => {
    setDraft(typed === undefined ? { text, value, max, isWrong: true } : undefined)
    if (typed !== undefined && typed !== value) onChange(typed)
  }
  const isTyping = current !== undefined
  // An empty field applies no value, because it is about to be filled in.
  const applyAfterPause = useEffectEvent(() => digits === '' || apply())
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => applyAfterPause(), PAUSE_MS)
    return () => clearTimeout(timer)
    // Each keystroke restarts the pause.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isTyping, text])

  const range = min === max ? min : `${min} to ${max}`
  const error = current?.isWrong === true ? `Enter ${range}` : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (event.key === 'Enter') {
      // Whoever takes the focus now must not be pressed by the same key.
      event.preventDefault()
      apply()
      if (typed !== undefined) onEnter?.()
    } else if (step !== undefined) {
      event.preventDefault()
      type(String(Math.min(max, Math.max(min, (typed ?? value) + step))))
    }
  }

  return (
    <TextField
      {...rest}
      label={label}
      role="spinbutton"
      inputMode="numeric"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={typed ?? value}
      aria-valuetext={text || 'empty'}
      error={error}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => isTyping && apply()}
      onKeyDown={onKeyDown}
    />
  )
}
