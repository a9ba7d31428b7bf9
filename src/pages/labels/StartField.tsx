import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '#src/lib/is-composing.ts'
import { TextField } from '#src/ui/TextField.tsx'

type StartFieldProps = {
  /** From 1 to `max`. */
  start: number
  /** Labels of a sheet. */
  max: number
  onChange: (start: number) => void
}

type Draft = { readonly text: string; readonly start: number; readonly max: number; readonly error: boolean }

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** A text field with the role of a spin button, for the reasons of the page size (.github/DECISIONS.md). */
export function StartField({ start, max, onChange }: StartFieldProps) {
  const [draft, setDraft] = useState<Draft>()
  // What was typed is outdated when the place or the sheet was chosen in another way.
  const current = draft?.start === start && draft.max === max ? draft : undefined
  const text = current?.text ?? String(start)
  const error = max === 1 ? 'Enter 1' : `Enter a number from 1 to ${max}`

  const type = (typed: string) => {
    const value = placeFromText(typed, max)
    setDraft({ text: typed, start: value ?? start, max, error: false })
    if (value !== undefined) onChange(value)
  }
  const check = () => {
    if (placeFromText(text, max) === undefined) setDraft({ text, start, max, error: true })
    else setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (event.key === 'Enter') check()
    else if (step !== undefined) {
      event.preventDefault()
      type(String(Math.min(max, Math.max(1, start + step))))
    }
  }

  return (
    <TextField
      label="Start at label"
      role="spinbutton"
      inputMode="numeric"
      aria-valuemin={1}
      aria-valuemax={max}
      aria-valuenow={placeFromText(text, max) ?? start}
      aria-valuetext={text === '' ? 'empty' : text}
      error={current?.error === true ? error : undefined}
      hint={max === 1 ? '1' : `1 to ${max}`}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={check}
      onKeyDown={onKeyDown}
    />
  )
}

function placeFromText(text: string, max: number): number | undefined {
  const trimmed = text.trim()
  if (!/^\d+$/.test(trimmed)) return undefined
  const value = Number(trimmed)
  return value >= 1 && value <= max ? value : undefined
}
