/**
 * What somebody did on the prerendered page before the app took its place. Links lead on by themselves; all else is done
 * by the app, on its twin of each element: the one of the same kind with the same label.
 */

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Call it while the prerendered page is still there.
 *
 * @param click the last click on the page that did not follow a link
 * @returns what to call when the app has taken its place
 */
export function takeOver(page: Element, click: MouseEvent | undefined): () => void {
  const steps = [...page.querySelectorAll<Control>('input, select')].map(takeOverValue)
  if (page.contains(document.activeElement)) steps.push(takeOverFocus(document.activeElement))
  if (click !== undefined) steps.push(takeOverClick(click))
  return () => {
    for (const step of steps) step()
  }
}

function takeOverValue(control: Control): () => void {
  const findTwin = twinFinder(control)
  return () => {
    const twin = findTwin()
    if (twin === undefined || !isChanged(control, twin)) return
    if (control instanceof HTMLSelectElement || !isCheckable(control)) setValue(twin, control.value)
    // A radio button loses its mark by the click on another one.
    else if (control.type === 'checkbox' || control.checked) twin.click()
  }
}

/** Whether somebody has changed it. What the page was rendered with says nothing: the app may know better. */
function isChanged(control: Control, twin: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== twin.value
  if (isCheckable(control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function takeOverFocus(focused: Element | null): () => void {
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

function takeOverClick(click: MouseEvent): () => void {
  const pressed = (click.target as Element).closest('a, button, tr')
  if (pressed === null) return () => undefined
  const findTwin = twinFinder(pressed)
  return () => findTwin()?.dispatchEvent(new MouseEvent('click', click))
}

/** As the browser does it: React hears of a value by an event alone, and only of one that it has not set itself. */
function setValue(control: Control, value: string): void {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  const type = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(type, { bubbles: true }))
}

function isCheckable(control: HTMLInputElement): boolean {
  return control.type === 'radio' || control.type === 'checkbox'
}

/** The label is read at once, because an element that is not in the document has none. */
function twinFinder<Kind extends Element>(element: Kind): () => Kind | undefined {
  const label = labelOf(element)
  return () => {
    const candidates = document.querySelectorAll<Kind>(element.localName)
    return [...candidates].find((candidate) => labelOf(candidate) === label)
  }
}

function labelOf(element: Element): string | null {
  const { labels } = element as Partial<HTMLInputElement>
  return element.getAttribute('aria-label') ?? (labels?.[0] ?? element).textContent
}
