import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  children: ReactNode
  /** `danger`: deletes something that cannot be restored. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName
  /** In progress: focusable and `aria-disabled`; a press does nothing. */
  busy?: boolean
}

/** Never `disabled`: a button that cannot be focused cannot say why it does nothing. */
export function Button({
  children,
  variant = 'secondary',
  icon,
  busy = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles['button']}
      data-variant={variant}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // The second click of a double click may hit what has replaced the target of the first one. Keys have 0.
        if (event.detail > 1 || busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
