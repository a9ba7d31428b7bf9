import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { FieldError } from './TextField.tsx'
import styles from './RadioGroup.module.css'

type RadioGroupProps<Value extends string> = {
  /** The name of the field in its form. */
  name?: string
  legend: string
  /** The value of `data-slot` (src/bootstrap). */
  slot?: string
  /** Hides the legend when the options make it redundant. */
  hideLegend?: boolean
  options: readonly { readonly value: Value; readonly label: string }[]
  /** The chosen option. It may be none of them when the field has an error. */
  value: Value
  /** `pressedAt` is the time of the press, on `performance.now`. */
  onChange: (value: Value, pressedAt: number) => void
  error?: ReactNode
}

/** A segmented control made of native radio buttons. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { name, legend, slot, hideLegend, options, value, onChange, error } = props
  const id = useId()
  const errorId = `${id}-error`
  const hasError = error !== undefined
  const group = useRef<HTMLFieldSetElement>(null)
  // We set `checked` here, and do not render it with everything else, so that the browser paints a
  // press at once.
  useLayoutEffect(() => {
    for (const radio of group.current?.querySelectorAll('input') ?? []) radio.checked = radio.value === value
  }, [value])
  const legendClass = hideLegend ? 'visually-hidden' : styles['legend']
  return (
    <fieldset
      ref={group}
      data-slot={slot}
      aria-invalid={hasError || undefined}
      aria-describedby={(hasError && errorId) || undefined}
    >
      <legend className={legendClass}>{legend}</legend>
      <FieldError id={errorId} error={error} />
      <div className={styles['segments']}>
        {options.map((option) => (
          <label key={option.value} className={styles['segment']}>
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              defaultChecked={option.value === value}
              onChange={({ timeStamp }) => onChange(option.value, timeStamp)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
