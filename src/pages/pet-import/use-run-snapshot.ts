import { useCallback, useSyncExternalStore } from 'react'
import { followCalmly } from '#src/importer/follow-calmly.ts'
import type { ImportRun, ImportSnapshot } from '#src/importer/run-import.ts'

/** Drawn a few times a second: the main thread that draws is also the one that sends and keeps the record. */
export function useRunSnapshot(run: ImportRun): ImportSnapshot {
  const subscribe = useCallback((listener: () => void) => followCalmly(run, listener), [run])
  return useSyncExternalStore(subscribe, run.getSnapshot)
}
