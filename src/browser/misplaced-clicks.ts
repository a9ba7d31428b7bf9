/** Milliseconds that a person needs to notice a change and to hold back a click. */
const REACTION_MS = 500

/**
 * Returns whether somebody has clicked a control, by mouse or finger, before they can have noticed
 * that it was shown.
 *
 * @param shownAt when it was shown, on the clock of `performance.now`
 */
export function isTooSoon({ detail, isTrusted, timeStamp }: UIEvent, shownAt: number): boolean {
  const isByKey = detail === 0
  // Events that a script has made come as soon as it likes.
  return isTrusted && !isByKey && timeStamp - shownAt < REACTION_MS
}

const CONTROLS = 'button, a, summary'

type Position = { readonly x: number; readonly y: number }

/**
 * Ignores a click of the mouse on a button or link that has just come under the pointer because the
 * page has changed: the person has aimed at something else. Returns a function that ends this.
 *
 * A button may come under the pointer by a layout that moves, or in place of another button. The
 * browser then says that the pointer has entered it, although the pointer was there before.
 */
export function ignoreMisplacedClicks(): () => void {
  let lastPosition: Position | undefined
  /** The last control that came under the pointer. */
  let arrival: { readonly control: Element; readonly at: number } | undefined

  function onPointerOver(event: PointerEvent): void {
    // Events that a script has made say nothing about the pointer, and fingers do not hover.
    if (!event.isTrusted || event.pointerType !== 'mouse') return
    const control = controlAt(event.target)
    const isSameControl = control === controlAt(event.relatedTarget)
    if (!isSameControl) arrival = hasArrived(control) ? { control, at: event.timeStamp } : undefined
    noteMove(event)
  }

  /** Returns whether the control has come to the pointer, and not the pointer to the control. */
  function hasArrived(control: Element | undefined): control is Element {
    return control !== undefined && lastPosition !== undefined && isInside(control, lastPosition)
  }

  function noteMove({ clientX, clientY }: PointerEvent): void {
    lastPosition = { x: clientX, y: clientY }
  }

  function onClick(event: MouseEvent): void {
    if (arrival === undefined || controlAt(event.target) !== arrival.control) return
    if (!isTooSoon(event, arrival.at)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const abort = new AbortController()
  const options = { capture: true, signal: abort.signal }
  document.addEventListener('pointerover', onPointerOver, options)
  document.addEventListener('pointermove', noteMove, options)
  document.addEventListener('click', onClick, options)
  return () => abort.abort()
}

function controlAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(CONTROLS) ?? undefined) : undefined
}

function isInside(element: Element, { x, y }: Position): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return left <= x && x <= right && top <= y && y <= bottom
}
