import { useCallback, useSyncExternalStore } from 'react'
import { subscribeThrottled } from '#src/importer/subscribe-throttled.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'

/** Drawn a few times a second: the main thread that draws is also the one that sends and keeps the record. */
export function useOpenImport(opened: OpenImport): OpenImportSnapshot {
  const subscribe = useCallback((listener: () => void) => subscribeThrottled(opened, listener), [opened])
  return useSyncExternalStore(subscribe, opened.getSnapshot)
}
