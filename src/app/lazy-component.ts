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

const loaders: (() => Promise<unknown>)[] = []

/** Loads all lazy components ahead of their first render. */
export function preload(): void {
  for (const load of loaders) load().catch(() => undefined)
}

/** Like React's `lazy`, but a chunk that did not load can be loaded again. */
export function lazyComponent<Module, Name extends keyof Module & string>(
  name: Name,
  load: () => Promise<Module>,
) {
  type P = Module[Name] extends ComponentType<infer Props> ? Props & object : never
  let loaded: ComponentType<P> | undefined
  const loadNamed = async () => {
    try {
      loaded = (await load())[name] as ComponentType<P>
      return { default: loaded }
    } catch (cause) {
      throw new ChunkLoadError(cause, () => {
        Component = lazy(loadNamed)
      })
    }
  }
  let Component = lazy(loadNamed)
  loaders.push(loadNamed)

  return function Lazy(props: P) {
    // What is there already is rendered at once: nothing moves when it comes.
    const [Chosen] = useState(() => loaded ?? Component)
    return createElement(Chosen, props)
  }
}
