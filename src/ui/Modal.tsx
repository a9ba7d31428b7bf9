import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  size?: 'narrow' | 'wide'
  /** Called on Esc. */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog, open while it is rendered. The browser moves the focus in, traps it and restores it. */
export function Modal({ title, size = 'narrow', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    /** If it is one. */
    const field = document.activeElement as HTMLInputElement
    element?.showModal()
    // Only closing restores the focus, and only before React removes the element: hence a layout effect.
    return () => {
      const { selectionStart, selectionEnd } = field
      element?.close()
      // Chromium loses the caret with a dialog that is removed at once: keys would go nowhere, but Enter would send.
      if (Number.isInteger(selectionEnd)) field.setSelectionRange(selectionStart, selectionEnd)
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles['modal']}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
