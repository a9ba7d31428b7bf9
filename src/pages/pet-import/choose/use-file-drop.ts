import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page. Without it, the browser would leave the app
 * and show the file, also in the middle of an import. Returns whether a file is over the page.
 */
export function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((files: readonly File[]) => onDrop(files))

  useEffect(() => {
    const listeners = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      window.addEventListener(type, listener, { signal: listeners.signal })
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    })
    listen('dragleave', (event) => {
      // This event also occurs for each element below the pointer. Outside of the window, there is
      // no related element.
      if (event.relatedTarget === null) setIsOver(false)
    })
    listen('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      drop([...(event.dataTransfer?.files ?? [])])
    })
    return () => listeners.abort()
  }, [])

  return isOver
}

/** Says whether files are dragged. A text or a link is left to the browser. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}
