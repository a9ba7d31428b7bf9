import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  size?: 'narrow' | 'wide'
  /** Gives the focus to the title, in place of the first control: where Enter must not do anything yet. */
  focusTitle?: boolean
  /**
   * Leaves the focus to whoever is filling in a form of the page: it is modal from when they leave
   * that, or come to what it covers.
   */
  givesWay?: boolean
  /** Called on Esc. */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog, open while it is rendered. The browser moves the focus in, traps it and restores it. */
export function Modal({
  title,
  size = 'narrow',
  focusTitle = false,
  givesWay = false,
  onClose,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    /** If it is one. */
    let field = document.activeElement as HTMLInputElement
    const form = givesWay ? formBeingFilledIn(field) : undefined
    const isModal = new AbortController()
    const beModal = () => {
      isModal.abort()
      element.close()
      element.showModal()
      // Firefox goes on to move the focus, to where it is inert by now.
      setTimeout(() => element.querySelector('input')?.focus())
    }
    const onLeave = ({ target, relatedTarget }: FocusEvent) => {
      const next = relatedTarget as Element | null
      if (form?.contains(target as Element) === true) field = target as HTMLInputElement
      if (element.contains(next) || (form?.contains(next) === true && !isCovered(next, element))) return
      beModal()
    }
    if (form === undefined) element.showModal()
    else {
      // Without `show()`, which would take the focus.
      element.setAttribute('open', '')
      document.addEventListener('focusout', onLeave, { signal: isModal.signal })
      if (isCovered(field, element)) beModal()
    }
    if (focusTitle) element.querySelector<HTMLElement>('h2')?.focus()
    // Only closing restores the focus, and only before React removes the element: hence a layout effect.
    return () => {
      const { selectionStart, selectionEnd } = field
      isModal.abort()
      element.close()
      // The browser does not know that it came from there.
      if (form?.contains(document.activeElement) === false) field.focus()
      // Chromium loses the caret with a dialog that is removed at once: keys would go nowhere, but Enter would send.
      if (Number.isInteger(selectionEnd)) field.setSelectionRange(selectionStart, selectionEnd)
    }
  }, [focusTitle, givesWay])

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

/** On a phone there is no room beside the form. */
function isCovered(part: Element | null, dialog: Element): boolean {
  const { bottom = 0, right = 0 } = part?.getBoundingClientRect() ?? {}
  const { top, left } = dialog.getBoundingClientRect()
  return bottom > top && right > left
}

/** The form of the page in which the focus is, when something was typed into it. */
function formBeingFilledIn({ form }: HTMLInputElement): HTMLFormElement | undefined {
  // In another dialog, everything outside of it is inert.
  if (!form || form.closest('dialog') !== null) return undefined
  const fields = [...form.elements].filter((one) => one instanceof HTMLInputElement && one.type === 'text')
  return fields.some((one) => (one as HTMLInputElement).value !== '') ? form : undefined
}
