import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  /** Esc, or a button inside that closes it. */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog for as long as it is rendered; the platform brings focus in, keeps it, and gives it back. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before React takes the dialog out of the page: a dialog that is gone gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing, and not only removing, is what gives the focus back to where it was.
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles['modal']}
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
