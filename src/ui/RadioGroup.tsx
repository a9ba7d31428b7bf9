import { useId } from 'react'
import styles from './RadioGroup.module.css'

type RadioGroupProps<Value extends string> = {
  legend: string
  /** For `data-slot` (src/bootstrap/slots.ts). */
  slot?: string
  /** In the tool bar the legend would only repeat what the choices say. */
  hideLegend?: boolean
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Segments on the screen, real radio buttons below. */
export function RadioGroup<Value extends string>({
  legend,
  slot,
  hideLegend = false,
  options,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset data-slot={slot} className={styles['group']}>
      <legend className={hideLegend ? 'visually-hidden' : styles['legend']}>{legend}</legend>
      <div className={styles['segments']}>
        {options.map((option) => (
          <label key={option.value} className={styles['segment']}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
