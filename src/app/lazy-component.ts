import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { createStore } from '#src/lib/create-store.ts'

/**
 * Functions that let the next render load a chunk again, by the error with which it did not load. A
 * new version may have removed it, there may be no connection, or the file is not the one it should
 * be.
 */
export const chunkErrors = new WeakMap<object, () => void>()

/** The value changes whenever a chunk has loaded. */
export const loadedChunks = createStore({})

const loaders: (() => Promise<unknown>)[] = []

/**
 * Loads all lazy components ahead of their first render, when no request is under way. It is a
 * component and not a hook, so that it renders alone.
 */
export function Preload() {
  const isQuiet = useIsFetching() === 0
  useEffect(() => {
    const load = () => loaders.forEach((one) => void one().catch(() => undefined))
    const timer = isQuiet ? setTimeout(load, 1000) : undefined
    return () => clearTimeout(timer)
  }, [isQuiet])
  return null
}

/**
 * Returns a component that loads its module when it is first rendered, like React's `lazy`. The
 * module has one export, and a chunk that did not load can be loaded again.
 */
export function lazyComponent<P extends object>(load: () => Promise<Record<string, ComponentType<P>>>) {
  let loaded: ComponentType<P> | undefined
  const loadOnly = async () => {
    try {
      const [only] = Object.values(await load())
      if (only === undefined) throw new TypeError('nothing is exported')
      if (loaded === only) return { default: only }
      loaded = only
      loadedChunks.set({})
      return { default: only }
    } catch (error) {
      chunkErrors.set(error as Error, () => (Component = lazy(loadOnly)))
      throw error
    }
  }
  let Component = lazy(loadOnly)
  loaders.push(loadOnly)

  return function Lazy(props: P) {
    // A component that has loaded already is rendered at once, so that nothing moves when it comes.
    const [Chosen] = useState(() => loaded ?? Component)
    return createElement(Chosen, props)
  }
}
