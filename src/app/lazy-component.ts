import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadInTime } from '#src/browser/load-in-time.ts'

/** A chunk of the app did not load: removed by a new version, no connection, not the file it should be, or too slow. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  /** The next render loads the chunk again. */
  readonly reset: () => void
  /** The browser remembers the failure, as Firefox 153 does (tests/README.md, "Engines"). */
  readonly needsReload: boolean

  constructor(cause: unknown, reset: () => void, needsReload: boolean) {
    super('a chunk did not load', { cause })
    this.reset = reset
    this.needsReload = needsReload
  }
}

/** Vite reports a failed style sheet only the first time, and then takes it for loaded. */
const failedStylesheets = new Set<HTMLLinkElement>()

/** Call it once, before any chunk is loaded. */
export function trackFailedStylesheets(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target)
    },
    true,
  )
}

/** Like React's `lazy`, but a chunk that did not load can be loaded again. */
export function lazyComponent<Module, Name extends keyof Module & string>(
  name: Name,
  load: () => Promise<Module>,
) {
  type P = Module[Name] extends ComponentType<infer Props> ? Props & object : never
  let loaded: Promise<{ default: ComponentType<P> }> | undefined
  let stylesheets: HTMLLinkElement[] = []
  let hasFailed = false
  let Loaded: ComponentType<P> | undefined

  const loadOnce = () => (loaded ??= loadWithTimeout())
  let isRendered = false
  const loadToRender = () => {
    isRendered = true
    return loadOnce()
  }
  let Component = lazy(loadToRender)
  const reset = () => {
    loaded = undefined
    isRendered = false
    Component = lazy(loadToRender)
  }

  /** @throws {ChunkLoadError} */
  async function loadWithTimeout() {
    try {
      const retried = stylesheets.filter((link) => failedStylesheets.has(link)).map(reloadStylesheet)
      const module = await loadInTime(Promise.all(retried).then(load))
      Loaded = module[name] as ComponentType<P>
      return { default: Loaded }
    } catch (cause) {
      if (/CSS/.test(String(cause))) stylesheets = [...failedStylesheets]
      const needsReload = hasFailed && (await isRemembered(cause))
      hasFailed = true
      throw new ChunkLoadError(cause, reset, needsReload)
    }
  }

  function Lazy(props: P) {
    // What is there already is rendered at once: nothing moves when it comes.
    const [Chosen] = useState(() => Loaded ?? Component)
    return createElement(Chosen, props)
  }

  /** Loads it ahead of its first render; after a failure it is loaded again when it is rendered. */
  Lazy.preload = () => {
    if (loaded === undefined) void loadOnce().catch(() => isRendered || reset())
  }
  return Lazy
}

/** In the words of Firefox: a module that can be requested, and yet not be imported. */
async function isRemembered(cause: unknown): Promise<boolean> {
  const url = /error loading dynamically imported module: (\S+)/.exec(String(cause))?.[1]
  return (
    url !== undefined &&
    fetch(url, { cache: 'reload' }).then(
      ({ ok }) => ok,
      () => false,
    )
  )
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
