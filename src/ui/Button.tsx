import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  children: ReactNode
  /** A `danger` button deletes something that cannot be restored. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName
  /** A busy button can still have the focus and is `aria-disabled`, but a press does nothing. */
  busy?: boolean
}

/**
 * A button that is never `disabled`, because one that cannot be focused cannot say why it does
 * nothing.
 */
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
        // The second click of a double click may hit the element that has replaced the target of
        // the first one. Clicks by key have a detail of 0.
        if (event.detail > 1 || busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
