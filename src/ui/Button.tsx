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

/** The longest time between the clicks of a double click on common systems. */
const DOUBLE_CLICK_MS = 500

let lastClick: MouseEvent | undefined

/**
 * Whether this is the second click of a double click, which may hit a button that has replaced the first one. Firefox does
 * not count it as such then. Clicks by scripts are not a person's.
 */
function isSecondClick(click: MouseEvent): boolean {
  const last = lastClick
  lastClick = click
  if (click.detail !== 1 || last === undefined || !click.isTrusted) return click.detail > 1
  const distance = Math.abs(click.clientX - last.clientX) + Math.abs(click.clientY - last.clientY)
  return click.timeStamp - last.timeStamp < DOUBLE_CLICK_MS && distance < 8
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
        if (isSecondClick(event.nativeEvent) || busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
