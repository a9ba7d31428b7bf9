import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { isTextField, isTypingInField } from '#src/browser/text-field.ts'
import { LiveRegion } from './LiveRegion.tsx'
import styles from './SideDialog.module.css'

type SideDialogProps = {
  title: string
  /** Adds a listener that is called when somebody asks for the dialog although it is open. */
  onAskedAgain: (listener: () => void) => () => void
  /** Closes the dialog, and is called on Esc. */
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog that is never modal: the page beside it can be used. It takes the focus, except from
 * somebody who is typing in a field, and gives it back when it is closed.
 */
export function SideDialog({ title, onAskedAgain, onClose, children }: SideDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Beside somebody who is typing, it stands where it covers least of the form.
  const [place] = useState(() => (isTypingInField() ? 'corner' : 'center'))

  useLayoutEffect(() => (dialog.current === null ? undefined : returnFocus(dialog.current)), [])
  useLayoutEffect(() => {
    const takeFocus = () => focusFirstField(dialog.current)
    takeFocus()
    return onAskedAgain(takeFocus)
  }, [onAskedAgain])
  useLayoutEffect(() => keepClearOf(dialog.current), [])

  return (
    // The attribute opens it, because `show()` would take the focus.
    <dialog
      ref={dialog}
      open
      className={`float ${styles['side']}`}
      data-place={place}
      aria-labelledby={titleId}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      {/* A screen reader hears of the dialog by this alone, where the focus stays in a field. */}
      <LiveRegion text={title} />
    </dialog>
  )
}

/** Gives the focus to the first field, but takes it from nobody who is typing. */
function focusFirstField(dialog: HTMLElement | null): void {
  // The field that Tab skips is for password managers.
  const field = dialog?.querySelector<HTMLElement>('input:not([tabindex="-1"])')
  if (!isTypingInField()) field?.focus()
}

/**
 * Gives the focus back, if the dialog has it when it is removed: to the field from which it came,
 * or else to what had it first. On its way by Tab it may pass a button that must not get it.
 *
 * @returns a function that must be called before it is removed
 */
function returnFocus(dialog: HTMLElement): () => void {
  const { activeElement } = document
  let cameFrom =
    activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : undefined
  dialog.addEventListener('focusin', ({ relatedTarget }) => {
    const isFromPage = relatedTarget instanceof HTMLElement && !dialog.contains(relatedTarget)
    if (isFromPage && (cameFrom === undefined || isTextField(relatedTarget))) cameFrom = relatedTarget
  })
  return () => {
    if (!dialog.contains(document.activeElement)) return
    // The page may be hidden until React has finished this render.
    queueMicrotask(() => {
      if (document.activeElement === document.body) cameFrom?.focus()
    })
  }
}

/**
 * Lets the browser scroll a field that gets the focus out from under the dialog. On a phone there
 * is no room beside it.
 *
 * @returns a function that takes this back
 */
function keepClearOf(dialog: HTMLElement | null): () => void {
  const { documentElement, body } = document
  const height = `${dialog?.offsetHeight ?? 0}px`
  documentElement.style.scrollPaddingBlockEnd = height
  body.style.paddingBlockEnd = height
  if (dialog?.contains(document.activeElement) === false)
    document.activeElement?.scrollIntoView?.({ block: 'nearest' })
  return () => {
    documentElement.style.scrollPaddingBlockEnd = ''
    body.style.paddingBlockEnd = ''
  }
}
