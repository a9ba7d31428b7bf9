import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { countOpenModal } from './open-modals.ts'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  size?: 'narrow' | 'wide'
  /**
   * Gives the focus to the title instead of the first control. It is for dialogs in which Enter
   * must not do anything yet.
   */
  focusTitle?: boolean
  /** Closes the dialog, and is called on Esc. */
  onClose: () => void
  children: ReactNode
}

/**
 * A native modal dialog, open while it is rendered. The browser moves the focus in, traps it and
 * restores it.
 */
export function Modal({ title, size = 'narrow', focusTitle, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (focusTitle) element?.querySelector<HTMLElement>('h2')?.focus()
    const uncount = countOpenModal()
    // Only closing restores the focus, and only before React removes the element, so this is a
    // layout effect.
    return () => {
      element?.close()
      uncount()
    }
  }, [focusTitle])

  const titleTabIndex = focusTitle ? -1 : undefined
  return (
    <dialog
      ref={dialog}
      className={`float ${styles['modal']}`}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId} tabIndex={titleTabIndex}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
