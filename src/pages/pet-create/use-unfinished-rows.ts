import { useEffect } from 'react'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment, useInstance } from '#src/config/environment-context.ts'
import { createImportActivity } from '#src/importer/import-activity.ts'
import { createImportStorage } from '#src/importer/import-storage.ts'
import { createUnfinishedRows, type UnfinishedRowsStore } from '#src/importer/unfinished-rows.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Reads them anew when an import of this tab starts or ends, and whenever one comes back to the page from another tab. */
export function useUnfinishedRows(): UnfinishedRowsStore {
  const { id, baseUrl } = useEnvironment()
  const getStore = useInstance(createImportStorage, undefined)
  const unfinishedRows = useInstance(createUnfinishedRows, {
    getStore,
    environmentId: id,
    baseUrl: absoluteUrl(baseUrl),
  })
  const isImporting = useStore(useInstance(createImportActivity, undefined))?.isRunning
  useEffect(() => {
    const read = () => {
      if (!document.hidden) void unfinishedRows.refresh()
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [unfinishedRows, isImporting])
  return unfinishedRows
}
