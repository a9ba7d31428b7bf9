import { type ComponentProps, type ReactNode, useId } from 'react'
import { EXACT_TEXT } from './exact-text.ts'
import { TextInput } from './TextInput.tsx'
import styles from './TextField.module.css'

type TextFieldProps = ComponentProps<typeof TextInput> & {
  label: string
  error: ReactNode
  hint?: ReactNode
  /** Shown over the end of the input, for example a button that reveals a password. */
  after?: ReactNode
}

/**
 * Shows label, error, input and hint, in this order. The GOV.UK text input also has the label first
 * and the error second.
 */
export function TextField({ label, error, hint, after, required, ...input }: TextFieldProps) {
  const id = useId()
  const describedBy = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="field" data-error={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <FieldError id={`${id}-error`} error={error} />
      <div className={styles['control']}>
        <TextInput
          type="text"
          className="input"
          {...EXACT_TEXT}
          {...input}
          id={id}
          aria-required={required}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy || undefined}
        />
        {after}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="small">
          {hint}
        </div>
      )}
    </div>
  )
}

/**
 * Shows the error as an alert, because the focus is often in the field already, and a screen reader
 * reads the description of a field only on arrival.
 */
export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (error === undefined) return null
  return (
    <p id={id} role="alert" className={styles['error']}>
      <span className="visually-hidden">Error: </span>
      {error}
    </p>
  )
}
