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
    const loadAll = () => loaders.forEach((load) => void load().catch(() => undefined))
    const timer = isQuiet ? setTimeout(loadAll, 1000) : undefined
    return () => clearTimeout(timer)
  }, [isQuiet])
  return null
}

/**
 * Returns a component that loads its module when it is first rendered, like React's `lazy`, whose
 * failure would be final. The module has one export, and a chunk that did not load can be loaded
 * again.
 */
export function lazyComponent<P extends object>(load: () => Promise<Record<string, ComponentType<P>>>) {
  let loaded: ComponentType<P> | undefined
  const loadComponent = async () => {
    try {
      const [component] = Object.values(await load())
      if (component === undefined) throw new TypeError('nothing is exported')
      if (loaded === component) return { default: component }
      loaded = component
      loadedChunks.set({})
      return { default: component }
    } catch (error) {
      chunkErrors.set(error as Error, () => (LoadingComponent = lazy(loadComponent)))
      throw error
    }
  }
  let LoadingComponent = lazy(loadComponent)
  loaders.push(loadComponent)

  return function Lazy(props: P) {
    // A component that has loaded already is rendered at once, so that nothing moves when it comes.
    const [Chosen] = useState(() => loaded ?? LoadingComponent)
    return createElement(Chosen, props)
  }
}
