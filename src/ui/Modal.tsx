import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  size?: 'narrow' | 'wide'
  /** Gives the focus to the title, in place of the first control: where Enter must not do anything yet. */
  focusTitle?: boolean
  /** Called on Esc. */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog, open while it is rendered. The browser moves the focus in, traps it and restores it. */
export function Modal({ title, size = 'narrow', focusTitle = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    /** If it is one. */
    const field = document.activeElement as HTMLInputElement
    element?.showModal()
    if (focusTitle) element?.querySelector<HTMLElement>('h2')?.focus()
    // Only closing restores the focus, and only before React removes the element: hence a layout effect.
    return () => {
      const { selectionStart, selectionEnd } = field
      element?.close()
      // Chromium loses the caret with a dialog that is removed at once: keys would go nowhere, but Enter would send.
      if (Number.isInteger(selectionEnd)) field.setSelectionRange(selectionStart, selectionEnd)
    }
  }, [focusTitle])

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
      <h2 id={titleId} tabIndex={focusTitle ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
