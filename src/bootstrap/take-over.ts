/**
 * What somebody did on the prerendered page before the app took its place. Its links lead on by themselves; everything
 * else is repeated on the app's own element, the twin: of links and rows the one with the same address, of controls the one
 * with the same label.
 */

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Call it while the prerendered page is still there.
 *
 * @param press the press that the app has still to do
 * @returns what to call when the app has taken its place
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
    // A radio button that is not checked any more needs no click: checking another one does that.
    else if (control.type === 'checkbox' || control.checked) twin.click()
  }
}

/**
 * Whether somebody has changed it. Its value is not compared with that of the app, which may have read a newer one, except
 * for a list of options, because that has no default value.
 */
function isChanged(control: Control, twin: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== twin.value
  if (isCheckable(control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function repeatFocus(focused: Element | null): () => void {
  if (!(focused instanceof HTMLElement)) return () => undefined
  const findTwin = twinFinder(focused)
  // It is lost when the element leaves the document, and `null` where no text is selected.
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

/** React ignores a value that is set on the element itself, so we call the setter of the browser and send the event. */
function setValue(control: Control, value: string): void {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  const type = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(type, { bubbles: true }))
}

function isCheckable(control: HTMLInputElement): boolean {
  return control.type === 'radio' || control.type === 'checkbox'
}

/** What identifies the element is read at once, because an element that is not in the document has no label. */
function twinFinder<Kind extends Element>(element: Kind): () => Kind | undefined {
  const identity = identityOf(element)
  return () => {
    const candidates = document.querySelectorAll<Kind>(`#root ${element.localName}`)
    return [...candidates].find((candidate) => identityOf(candidate) === identity)
  }
}

/** Names of pets are not unique, and may be those of other links, so links and rows go by their address. */
function identityOf(element: Element): string | null {
  const link = element.localName === 'tr' ? element.querySelector('a') : element
  const href = link?.getAttribute('href')
  if (href !== null && href !== undefined) return href
  const { labels } = element as Partial<HTMLInputElement>
  return element.getAttribute('aria-label') ?? (labels?.[0] ?? element).textContent
}
