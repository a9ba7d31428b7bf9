/**
 * Repeats on the app what somebody did on the prerendered page before the app took its place. Links
 * of that page work by themselves. Everything else is repeated on the twin, which is the app's own
 * element: a link or a row with the same address, or a control with the same label.
 */

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Reads what somebody did, while the prerendered page is still there.
 *
 * @param press the press that the app has still to repeat
 * @returns a function that repeats it all, to be called when the app has taken the place of the
 * page
 */
export function takeOver(page: Element, press: MouseEvent | undefined): () => void {
  const repeats = [...page.querySelectorAll<Control>('input, select')].map(repeatValue)
  if (page.contains(document.activeElement)) repeats.push(repeatFocus(document.activeElement))
  if (press !== undefined) repeats.push(repeatPress(press))
  return () => {
    for (const repeat of repeats) repeat()
  }
}

function repeatValue(control: Control): () => void {
  const findTwin = twinFinder(control)
  return () => {
    const twin = findTwin()
    if (twin === undefined || !isChanged(control, twin)) return
    if (control instanceof HTMLSelectElement || !isCheckable(control)) setValue(twin, control.value)
    // A radio button that is not checked any more needs no click, because checking another one is
    // enough.
    else if (control.type === 'checkbox' || control.checked) twin.click()
  }
}

/**
 * Says whether somebody has changed the control. Its value is not compared with that of the app,
 * which may have read a newer one, except for a list of options, because that has no default value.
 */
function isChanged(control: Control, twin: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== twin.value
  if (isCheckable(control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function repeatFocus(focused: Element | null): () => void {
  if (!(focused instanceof HTMLElement)) return () => undefined
  const findTwin = twinFinder(focused)
  // The selection is read now, because it is lost when the element leaves the document. It is
  // `null` when no text is selected.
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
function setValue(control: Control, value: string): void {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  const type = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(type, { bubbles: true }))
}

function isCheckable(control: HTMLInputElement): boolean {
  return control.type === 'radio' || control.type === 'checkbox'
}

/**
 * Returns a function that finds the twin of the element. The element is identified at once, because
 * one that is not in the document has no label.
 */
function twinFinder<Kind extends Element>(element: Kind): () => Kind | undefined {
  const identity = identityOf(element)
  return () => {
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
