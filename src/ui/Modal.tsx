import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { LiveRegion } from './LiveRegion.tsx'
import styles from './Modal.module.css'

type ModalProps = {
  title: string
  size?: 'narrow' | 'wide'
  /** Gives the focus to the title, in place of the first control: where Enter must not do anything yet. */
  focusTitle?: boolean
  /** Leaves the focus in a form of the page: it is modal from when somebody leaves that, or comes to what it covers. */
  givesWay?: boolean
  /** Called on Esc. */
  onClose: () => void
  children: ReactNode
}

/** A native modal dialog, open while it is rendered. The browser moves the focus in, traps it and restores it. */
export function Modal({ title, size = 'narrow', focusTitle, givesWay, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    /** If it is one. */
    let field = document.activeElement as HTMLInputElement
    // Also an empty one: right after Enter, the next letter is on its way. In another dialog, all outside of it is inert.
    const form = givesWay && field.closest('dialog') === null ? (field.form ?? undefined) : undefined
    const isModal = new AbortController()
    const beModal = () => {
      isModal.abort()
      element.close()
      showModal(element)
      // Firefox goes on to move the focus, to where it is inert by now.
      setTimeout(() => firstField(element)?.focus())
    }
    const onMove = ({ type, target, relatedTarget }: FocusEvent) => {
      if (form?.contains(target as Element) === true) field = target as HTMLInputElement
      // It keeps the focus while another window has it.
      if (type === 'focusout' && target === document.activeElement) return
      // Without a `focusout` where the form was removed.
      const to = (type === 'focusin' ? target : relatedTarget) as Element | null
      const isFree = form?.contains(to) === true && !isCovered(to, element)
      if (!isFree && !element.contains(to)) beModal()
    }
    if (form === undefined) showModal(element)
    else {
      // Without `show()`, which would take the focus.
      element.setAttribute('open', '')
      document.addEventListener('focusout', onMove, { signal: isModal.signal })
      document.addEventListener('focusin', onMove, { signal: isModal.signal })
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
      onKeyDown={({ key, currentTarget }) => {
        // Else it is cancelled by the browser.
        if (key === 'Escape' && !currentTarget.matches(':modal')) onClose()
      }}
    >
      <h2 id={titleId} tabIndex={focusTitle ? -1 : undefined}>
        {title}
      </h2>
      {children}
      {/* Nothing else says it where the focus stays. */}
      {givesWay && <LiveRegion text={title} />}
    </dialog>
  )
}

/** The browser would also give the focus to a field that Tab leaves out because it is for password managers. */
function showModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement && focused.tabIndex < 0) firstField(dialog)?.focus()
}

function firstField(dialog: Element): HTMLElement | null {
  return dialog.querySelector<HTMLElement>('input:not([tabindex="-1"])')
}

/** On a phone there is no room beside the form. */
function isCovered(part: Element | null, dialog: Element): boolean {
  const { bottom = 0, right = 0 } = part?.getBoundingClientRect() ?? {}
  const { top, left } = dialog.getBoundingClientRect()
  return bottom > top && right > left
}
