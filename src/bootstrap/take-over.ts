/**
 * Repeats in the app what somebody did on the prerendered page before the app was there. Links of
 * that page work by themselves, and its sort menu is hidden. Everything else is repeated
 * on the same element, which is the app's by then, or on its twin where React had to render the
 * page anew: a link or a row with the same address, or a control with the same label.
 */

/**
 * Reads what somebody did, before React hydrates the page. What was typed and chosen is undone,
 * because React would assume that it had rendered these values itself.
 *
 * @param press the press that the app has still to repeat
 * @returns a function that repeats it all, to be called when the page is hydrated
 */
export function takeOver(page: Element, press: MouseEvent | undefined): () => void {
  // The focus is read first, because a text loses its selection when it is undone.
  const repeatLast = page.contains(document.activeElement) ? [repeatFocus(document.activeElement)] : []
  if (press !== undefined) repeatLast.push(repeatPress(press))
  const changed = [...page.querySelectorAll('input')].filter(isChanged)
  const repeats = [...changed.map(repeatValue), ...repeatLast]
  for (const control of changed) undo(control)
  return () => {
    for (const repeat of repeats) repeat()
  }
}

/** Says whether somebody has changed the control. */
function isChanged(control: HTMLInputElement): boolean {
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

function undo(control: HTMLInputElement): void {
  if (isCheckable(control)) control.checked = control.defaultChecked
  else control.value = control.defaultValue
}

function repeatValue(control: HTMLInputElement): () => void {
  const findTwin = twinFinder(control)
  const { type, value, checked } = control
  return () => {
    const twin = findTwin()
    if (twin === undefined) return
    if (!isCheckable(twin)) setValue(twin, value)
    // A radio button that is not checked any more needs no click, because checking another one is
    // enough.
    else if (type === 'checkbox' || checked) twin.click()
  }
}

function repeatFocus(focused: Element | null): () => void {
  if (!(focused instanceof HTMLElement)) return () => undefined
  const findTwin = twinFinder(focused)
  // The selection is `null` when no text can be selected.
  const { selectionStart = null, selectionEnd = null } = focused as Partial<HTMLInputElement>
  return () => {
    const twin = findTwin()
    twin?.focus({ preventScroll: true })
    if (twin instanceof HTMLInputElement && selectionStart !== null)
      twin.setSelectionRange(selectionStart, selectionEnd)
  }
}

function repeatPress(press: MouseEvent): () => void {
  const pressed = (press.target as Element).closest('a, button, tr')
  if (pressed === null) return () => undefined
  const findTwin = twinFinder(pressed)
  return () => findTwin()?.dispatchEvent(new MouseEvent('click', press))
}

/**
 * Sets a value as if somebody had typed it. React ignores a value that is set on the element
 * itself, so we call the setter of the browser and send the event.
 */
function setValue(control: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

function isCheckable(control: HTMLInputElement): boolean {
  return control.type === 'radio' || control.type === 'checkbox'
}

/**
 * Returns a function that finds the element, or its twin where React has rendered the page anew.
 * The element is identified at once, because one that is not in the document has no label.
 */
function twinFinder<Kind extends Element>(element: Kind): () => Kind | undefined {
  const identity = identityOf(element)
  return () => {
    if (element.isConnected) return element
    const candidates = document.querySelectorAll<Kind>(`#root ${element.localName}`)
    return [...candidates].find((candidate) => identityOf(candidate) === identity)
  }
}

/**
 * Returns the address of a link or a row, or else the label of a control. Names of pets are not
 * unique, and may be those of other links.
 */
function identityOf(element: Element): string | null {
  const link = element.localName === 'tr' ? element.querySelector('a') : element
  const href = link?.getAttribute('href')
  if (href !== null && href !== undefined) return href
  const { labels } = element as Partial<HTMLInputElement>
  return element.getAttribute('aria-label') ?? (labels?.[0] ?? element).textContent
}
