import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { LiveRegion } from './LiveRegion.tsx'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  size?: 'narrow' | 'wide'
  /**
   * Gives the focus to the title instead of the first control. It is for dialogs in which Enter
   * must not do anything yet.
   */
  focusTitle?: boolean
  /**
   * Leaves the focus in a form of the page. The dialog becomes modal when somebody leaves that
   * form, or comes to a part of it that the dialog covers.
   */
  givesWay?: boolean
  /** Closes the dialog, and is called on Esc. */
  onClose: () => void
  children: ReactNode
}

/**
 * A native modal dialog, open while it is rendered. The browser moves the focus in, traps it and
 * restores it.
 */
export function Modal({ title, size = 'narrow', focusTitle, givesWay, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    /** The element that has the focus. It may be no field, but then it has no form and no caret. */
    let field = document.activeElement as HTMLInputElement
    // The form counts even if it is empty, because right after Enter the next letter is on its way.
    // A form in another dialog does not count, because everything outside of a dialog is inert.
    const form = givesWay && field.closest('dialog') === null ? (field.form ?? undefined) : undefined
    const isModal = new AbortController()
    const beModal = () => {
      isModal.abort()
      element.close()
      showModal(element)
      // Firefox goes on to move the focus, to a place that is inert by now.
      setTimeout(() => firstField(element)?.focus())
    }
    const onMove = ({ type, target, relatedTarget }: FocusEvent) => {
      if (form?.contains(target as Element) === true) field = target as HTMLInputElement
      // The field keeps the focus while another window has it.
      if (type === 'focusout' && target === document.activeElement) return
      // When the form is removed, there is no `focusout`.
      const to = (type === 'focusin' ? target : relatedTarget) as Element | null
      const isFree = form?.contains(to) === true && !isCovered(to, element)
      if (!isFree && !element.contains(to)) beModal()
    }
    if (form === undefined) showModal(element)
    else {
      // We set the attribute, because `show()` would take the focus.
      element.setAttribute('open', '')
      document.addEventListener('focusout', onMove, { signal: isModal.signal })
      document.addEventListener('focusin', onMove, { signal: isModal.signal })
      if (isCovered(field, element)) beModal()
    }
    if (focusTitle) element.querySelector<HTMLElement>('h2')?.focus()
    // Only closing restores the focus, and only before React removes the element, so this is a
    // layout effect.
    return () => {
      const { selectionStart, selectionEnd } = field
      isModal.abort()
      element.close()
      // The browser does not know that the focus came from the form.
      if (form?.contains(document.activeElement) === false) field.focus()
      // Chromium loses the caret with a dialog that is removed at once. Keys would go nowhere, but
      // Enter would send.
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
      onKeyDown={({ key, currentTarget }) => {
        // The browser cancels a modal dialog on Esc, but not one that gives way.
        if (key === 'Escape' && !currentTarget.matches(':modal')) onClose()
      }}
    >
      <h2 id={titleId} tabIndex={focusTitle ? -1 : undefined}>
        {title}
      </h2>
      {children}
      {/* A screen reader hears of the dialog by this alone, where the focus stays in a form. */}
      {givesWay && <LiveRegion text={title} />}
    </dialog>
  )
}

/**
 * Opens the dialog as modal. The browser may give the focus to a field that Tab skips because it is
 * for password managers, so we move it on.
 */
function showModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement && focused.tabIndex < 0) firstField(dialog)?.focus()
}

function firstField(dialog: Element): HTMLElement | null {
  return dialog.querySelector<HTMLElement>('input:not([tabindex="-1"])')
}

/**
 * Says whether the dialog covers this part of the form. On a phone there is no room beside the
 * form.
 */
function isCovered(part: Element | null, dialog: Element): boolean {
  const { bottom = 0, right = 0 } = part?.getBoundingClientRect() ?? {}
  const { top, left } = dialog.getBoundingClientRect()
  return bottom > top && right > left
}
