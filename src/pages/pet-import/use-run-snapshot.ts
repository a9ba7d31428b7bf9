import { useCallback, useSyncExternalStore } from 'react'
import { type ImportRun, type ImportSnapshot } from '#src/importer/run-import.ts'

/** At most once a frame: a run changes several times for each row, and each change would draw the page. */
export function useRunSnapshot(run: ImportRun): ImportSnapshot {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame = 0
      const unsubscribe = run.subscribe(() => {
        if (frame !== 0) return
        frame = requestAnimationFrame(() => {
          frame = 0
          listener()
        })
      })
      return () => {
        cancelAnimationFrame(frame)
        unsubscribe()
      }
    },
    [run],
  )
  return useSyncExternalStore(subscribe, run.getSnapshot)
}
