/** For buttons that remove themselves: the focus would go to the top of the document. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-slot=list]')?.focus({ preventScroll: true })
}
