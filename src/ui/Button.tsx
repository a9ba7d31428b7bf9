import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  children: ReactNode
  /** `danger`: deletes what cannot be had again. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName
  /** Under way: stays focusable and says so, and a press does nothing. */
  busy?: boolean
}

/** Never disabled: a button that cannot be reached cannot say why. */
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
        // The second half of a double press is no second wish: what it meets may have come in the place of the first.
        if (busy || event.detail > 1) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
