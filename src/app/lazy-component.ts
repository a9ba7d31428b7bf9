import { type ComponentType, createElement, lazy } from 'react'

/** Milliseconds after which a part of the app that does not come counts as missing. */
const LOAD_TIMEOUT_MS = 15_000

/** A part of the app did not come: gone with a new version, no connection, not what it should be, or hanging. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  /** Lets the part be asked for again when it is drawn next. */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('a part did not load', { cause })
    this.reset = reset
  }
}

/** Style sheets that did not come. Vite says so once, and then takes them for loaded. */
const failedStylesheets = new Set<HTMLLinkElement>()
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target)
  },
  true,
)

/** Like React's `lazy`, which keeps for ever that a part did not come; this one can be asked for again. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: Promise<{ default: ComponentType<P> }> | undefined
  let styles: HTMLLinkElement[] = []

  const loadOnce = () => (loaded ??= loadWithTimeout())
  let isRendered = false
  const render = () => {
    isRendered = true
    return loadOnce()
  }
  let Part = lazy(render)
  const reset = () => {
    loaded = undefined
    isRendered = false
    Part = lazy(render)
  }

  /** @throws {ChunkLoadError} */
  async function loadWithTimeout() {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('too late')), LOAD_TIMEOUT_MS)
    })
    try {
      const withStyle = Promise.all(
        styles.filter((link) => failedStylesheets.has(link)).map(reloadStylesheet),
      ).then(load)
      return { default: await Promise.race([withStyle, tooLate]) }
    } catch (cause) {
      if (/CSS/.test(String(cause))) styles = [...failedStylesheets]
      throw new ChunkLoadError(cause, reset)
    } finally {
      clearTimeout(timer)
    }
  }

  function Lazy(props: P) {
    return createElement(Part, props)
  }

  /** Brings it now, before it is drawn; one that does not come is asked for again when it is needed. */
  Lazy.preload = () => {
    if (loaded === undefined) void loadOnce().catch(() => isRendered || reset())
  }
  return Lazy
}

function reloadStylesheet(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const copy = link.cloneNode() as HTMLLinkElement
    failedStylesheets.delete(link)
    copy.addEventListener('load', resolve)
    copy.addEventListener('error', () => reject(new Error(`CSS ${link.href}`)))
    link.replaceWith(copy)
  })
}
