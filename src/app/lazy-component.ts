import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { createStore } from '#src/lib/create-store.ts'

/**
 * By the error with which a chunk did not load (removed by a new version, no connection, or not the file it should be):
 * lets the next render load it again.
 */
export const chunkErrors = new WeakMap<object, () => void>()

/** Changes with each chunk that is there. */
export const loadedChunks = createStore({})

const loaders: (() => Promise<unknown>)[] = []

/** Loads all lazy components ahead of their first render, when no request is under way; no hook, so that it renders alone. */
export function Preload() {
  const isQuiet = useIsFetching() === 0
  useEffect(() => {
    const load = () => loaders.forEach((one) => void one().catch(() => undefined))
    const timer = isQuiet ? setTimeout(load, 1000) : undefined
    return () => clearTimeout(timer)
  }, [isQuiet])
  return null
}

/** Like React's `lazy`, for the only export of a module; a chunk that did not load can be loaded again. */
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
    // What is there already is rendered at once: nothing moves when it comes.
    const [Chosen] = useState(() => loaded ?? Component)
    return createElement(Chosen, props)
  }
}
