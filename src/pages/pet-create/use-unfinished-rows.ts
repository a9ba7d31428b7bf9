import { useEffect, useState } from 'react'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment, useInstance } from '#src/config/environment-context.ts'
import { createImportActivity } from '#src/importer/import-activity.ts'
import { createImportStorage } from '#src/importer/import-storage.ts'
import { readUnfinishedRows, type FindUnfinishedRows } from '#src/importer/unfinished-rows.ts'
import { useStore } from '#src/ui/use-store.ts'

const NONE: FindUnfinishedRows = () => []

/** Reads them anew when an import of this tab starts or ends, and whenever one comes back to the page from another tab. */
export function useUnfinishedRows(): FindUnfinishedRows {
  const { id, baseUrl } = useEnvironment()
  const getStore = useInstance(createImportStorage, undefined)
  const isImporting = useStore(useInstance(createImportActivity, undefined))?.isRunning
  const [find, setFind] = useState<FindUnfinishedRows>(() => NONE)
  useEffect(() => {
    let latest = 0
    const read = () => {
      if (document.hidden) return
      const reading = ++latest
      void getStore()
        .then((store) => readUnfinishedRows(store, { environmentId: id, baseUrl: absoluteUrl(baseUrl) }))
        // Without the records nothing is pointed out: nobody is told that there are none.
        .catch(() => NONE)
        .then((found) => reading === latest && setFind(() => found))
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      latest = Infinity
      document.removeEventListener('visibilitychange', read)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [getStore, id, baseUrl, isImporting])
  return find
}
