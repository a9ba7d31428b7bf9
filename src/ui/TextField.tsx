import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { FieldError } from './FieldError.tsx'
import styles from './TextField.module.css'

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  /** `undefined` when there is none. */
  error: ReactNode
  hint?: ReactNode
  /** Beside the input, for example a button that shows what is typed. */
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A label above, the error between label and input (GOV.UK text input), the hint below. */
export function TextField({ label, error, hint, after, required, ...input }: TextFieldProps) {
  const id = useId()
  const describedBy = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles['field']} data-error={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <FieldError id={`${id}-error`} error={error} />
      <div className={styles['control']}>
        <input
          type="text"
          autoComplete="off"
          {...input}
          id={id}
          aria-required={required}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
        />
        {after}
      </div>
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
    </div>
  )
}
