/** The milliseconds that a person needs to notice a change and to hold back a click. */
const REACTION_MS = 500

/** Selects the elements on which a click has an effect. */
const CONTROLS = 'button, a, summary'

type Position = { readonly x: number; readonly y: number }

/**
 * Ignores a click of the mouse on a button or a link that has just come under the pointer because
 * the page has changed: the person has aimed at something else. Returns a function that ends this.
 *
 * A button comes under the pointer when the layout moves, or when it takes the place of another
 * button. Scrolling does the same, but whoever scrolls means to. Whoever has clicked at that place
 * has not aimed at something else since: "Resume" may follow "Pause" at once. (`Button` ignores the
 * second click of a double click.)
 */
export function ignoreMisplacedClicks(): () => void {
  /** The place to which the mouse was moved; `undefined` after a click or scrolling. */
  let aimedAt: Position | undefined
  /** The control that was last seen under the pointer. */
  let controlUnderPointer: Element | undefined
  /**
   * The control that has come under the resting pointer, and when it did; `undefined` if the
   * pointer was moved to the control instead.
   */
  let arrival: { readonly control: Element; readonly arrivedAt: number } | undefined

  function noteControlUnderPointer(control: Element | undefined): void {
    if (control === controlUnderPointer) return
    controlUnderPointer = control
    arrival = hasComeToPointer(control) ? { control, arrivedAt: performance.now() } : undefined
  }

  /** Returns whether the control has come to the pointer, and not the pointer to the control. */
  function hasComeToPointer(control: Element | undefined): control is Element {
    return control !== undefined && aimedAt !== undefined && isInside(control, aimedAt)
  }

  function onPointerMove(event: PointerEvent): void {
    if (!isOfMouse(event)) return
    noteControlUnderPointer(controlAt(event.target))
    aimedAt = { x: event.clientX, y: event.clientY }
  }

  /**
   * Looks up which control is under the pointer, because WebKit reports a new one only once the
   * mouse is moved or pressed.
   */
  function onPageChanged(): void {
    if (aimedAt === undefined) return
    noteControlUnderPointer(controlAt(document.elementFromPoint(aimedAt.x, aimedAt.y)))
  }

  function forgetAim(): void {
    aimedAt = undefined
  }

  function onClick(event: MouseEvent): void {
    const isByKey = event.detail === 0
    if (isByKey) return
    // If the page has changed while the click had to wait, `onPageChanged` is only called later.
    noteControlUnderPointer(controlAt(event.target))
    forgetAim()
    if (arrival === undefined || controlAt(event.target) !== arrival.control) return
    // A click that had to wait for a busy page may be older than the arrival.
    const msFromArrival = Math.abs(event.timeStamp - arrival.arrivedAt)
    if (msFromArrival > REACTION_MS) return
    event.preventDefault()
    event.stopPropagation()
  }

  const abort = new AbortController()
  const options = { capture: true, signal: abort.signal }
  document.addEventListener('pointermove', onPointerMove, options)
  document.addEventListener('scroll', forgetAim, options)
  window.addEventListener('resize', forgetAim, options)
  document.documentElement.addEventListener('pointerleave', forgetAim, { signal: abort.signal })
  document.addEventListener('click', onClick, options)
  const stopObserving = observeChanges(onPageChanged)
  return () => {
    abort.abort()
    stopObserving()
  }
}

/**
 * Calls `onChange` in the next frame after the page has changed. Returns a function that ends this.
 */
function observeChanges(onChange: () => void): () => void {
  /** The request for the frame in which `onChange` will be called. */
  let nextFrame: number | undefined
  const observer = new MutationObserver(() => {
    nextFrame ??= requestAnimationFrame(() => {
      nextFrame = undefined
      onChange()
    })
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  return () => {
    observer.disconnect()
    if (nextFrame !== undefined) cancelAnimationFrame(nextFrame)
  }
}

/** Events that a script has made say nothing about the pointer, and fingers do not hover. */
function isOfMouse({ isTrusted, pointerType }: PointerEvent): boolean {
  return isTrusted && pointerType === 'mouse'
}

function controlAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(CONTROLS) ?? undefined) : undefined
}

function isInside(element: Element, { x, y }: Position): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return left <= x && x <= right && top <= y && y <= bottom
}
