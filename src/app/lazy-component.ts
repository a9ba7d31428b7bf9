import { type ComponentType, createElement, lazy, useState } from 'react'

/** A chunk of the app did not load: removed by a new version, no connection, or not the file it should be. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  /** The next render loads the chunk again. */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super(String(cause), { cause })
    this.reset = reset
  }
}

const loaders: (() => Promise<unknown>)[] = []

/** Loads all lazy components ahead of their first render. */
export function preload(): void {
  for (const load of loaders) load().catch(() => undefined)
}

/** Like React's `lazy`, for the only export of a module; a chunk that did not load can be loaded again. */
export function lazyComponent<P extends object>(load: () => Promise<Record<string, ComponentType<P>>>) {
  let loaded: ComponentType<P> | undefined
  const loadOnly = async () => {
    try {
      const [only] = Object.values(await load())
      if (only === undefined) throw new TypeError('nothing is exported')
      loaded = only
      return { default: only }
    } catch (cause) {
      throw new ChunkLoadError(cause, () => {
        Component = lazy(loadOnly)
      })
    }
  }
  let Component = lazy(loadOnly)
  loaders.push(loadOnly)

  return function Lazy(props: P) {
    // What is there already is rendered at once: nothing moves when it comes.
    const [Chosen] = useState(() => loaded ?? Component)
    return createElement(Chosen, props)
  }
}
