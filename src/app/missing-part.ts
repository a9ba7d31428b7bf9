import { type ComponentType, createElement, lazy } from 'react'

/** Milliseconds after which a part of the app that does not come counts as missing. */
const DEADLINE = 15_000

/** A part of the app did not come: gone with a new version, no connection, not what it should be, or hanging. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError'
  /** Lets the part be asked for again when it is drawn next. */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super('a part did not load', { cause })
    this.forget = forget
  }
}

/** Style sheets that did not come. Vite says so once, and then takes them for loaded. */
const missing = new Set<HTMLLinkElement>()
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  },
  true,
)

/** Like React's `lazy`, which keeps for ever that a part did not come; this one can be asked for again. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let part: Promise<{ default: ComponentType<P> }> | undefined
  let styles: HTMLLinkElement[] = []

  const bring = () => (part ??= loadInTime())
  let isDrawn = false
  const draw = () => {
    isDrawn = true
    return bring()
  }
  let Part = lazy(draw)
  const forget = () => {
    part = undefined
    isDrawn = false
    Part = lazy(draw)
  }

  /** @throws {MissingPartError} */
  async function loadInTime() {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('too late')), DEADLINE)
    })
    try {
      const withStyle = Promise.all(styles.filter((link) => missing.has(link)).map(loadAgain)).then(load)
      return { default: await Promise.race([withStyle, tooLate]) }
    } catch (cause) {
      if (/CSS/.test(String(cause))) styles = [...missing]
      throw new MissingPartError(cause, forget)
    } finally {
      clearTimeout(timer)
    }
  }

  function LatePart(props: P) {
    return createElement(Part, props)
  }

  /** Brings it now, before it is drawn; one that does not come is asked for again when it is needed. */
  LatePart.warm = () => {
    if (part === undefined) void bring().catch(() => isDrawn || forget())
  }
  return LatePart
}

function loadAgain(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement
    missing.delete(link)
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new Error(`CSS ${link.href}`)))
    link.replaceWith(again)
  })
}
