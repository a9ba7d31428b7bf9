import { type ComponentType, createElement, lazy, useState } from 'react'

/** A chunk of the app did not load: removed by a new version, no connection, or not the file it should be. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  /** The next render loads the chunk again. */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('a chunk did not load', { cause })
    this.reset = reset
  }
}

/** Vite loads a style sheet once, and takes it for loaded from then on. */
const failedStylesheets = new Set<string>()

/** Call it once, before any chunk is loaded. */
export function watchStylesheets(): void {
  window.addEventListener('load', watch, true)
  window.addEventListener('error', watch, true)
}

function watch({ type, target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  if (type === 'load') failedStylesheets.delete(target.href)
  else failedStylesheets.add(target.href)
}

function loadStylesheet(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve })
    link.addEventListener('error', () => reject(new Error(`CSS ${href}`)))
    document.head.append(link)
  })
}

/** Like React's `lazy`, but a chunk that did not load can be loaded again. */
export function lazyComponent<Module, Name extends keyof Module & string>(
  name: Name,
  load: () => Promise<Module>,
) {
  type P = Module[Name] extends ComponentType<infer Props> ? Props & object : never
  let loaded: ComponentType<P> | undefined
  let stylesheets: string[] = []
  const loadNamed = async () => {
    try {
      await Promise.all(stylesheets.filter((href) => failedStylesheets.has(href)).map(loadStylesheet))
      loaded = (await load())[name] as ComponentType<P>
      return { default: loaded }
    } catch (cause) {
      if (/CSS/.test(String(cause))) stylesheets = [...failedStylesheets]
      throw new ChunkLoadError(cause, () => {
        Component = lazy(loadNamed)
      })
    }
  }
  let Component = lazy(loadNamed)

  function Lazy(props: P) {
    // What is there already is rendered at once: nothing moves when it comes.
    const [Chosen] = useState(() => loaded ?? Component)
    return createElement(Chosen, props)
  }

  /** Loads it ahead of its first render. */
  Lazy.preload = () => {
    void loadNamed().catch(() => undefined)
  }
  return Lazy
}
