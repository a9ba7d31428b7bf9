import { useCallback, useSyncExternalStore } from 'react'
import { followCalmly } from '#src/importer/follow-calmly.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'

/** Drawn a few times a second: the main thread that draws is also the one that sends and keeps the record. */
export function useRunSnapshot(opened: OpenImport): OpenImportSnapshot {
  const subscribe = useCallback((listener: () => void) => followCalmly(opened, listener), [opened])
  return useSyncExternalStore(subscribe, opened.getSnapshot)
}
