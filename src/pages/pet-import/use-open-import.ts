import { useMemo } from 'react'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'
import { subscribeThrottled } from '#src/importer/subscribe-throttled.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Renders a few times a second only: the same thread sends the rows and writes the record. */
export function useOpenImport(opened: OpenImport): OpenImportSnapshot {
  return useStore(
    useMemo(
      () => ({
        get: opened.get,
        subscribe: (listener: () => void) => subscribeThrottled(opened, listener),
      }),
      [opened],
    ),
  )
}
