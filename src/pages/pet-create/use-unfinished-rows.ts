import { useEffect, useState } from 'react'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment, useInstance } from '#src/config/environment-context.ts'
import { createImportStorage } from '#src/importer/import-storage.ts'
import { readUnfinishedRows, type UnfinishedRowsOf } from '#src/importer/unfinished-rows.ts'

const NONE: UnfinishedRowsOf = () => []

/** Reads them anew whenever one comes back to the page: an import may have gone on in another tab. */
export function useUnfinishedRows(): UnfinishedRowsOf {
  const { baseUrl } = useEnvironment()
  const getStore = useInstance(createImportStorage, undefined)
  const [find, setFind] = useState<UnfinishedRowsOf>(() => NONE)
  useEffect(() => {
    let latest = 0
    const read = () => {
      if (document.hidden) return
      const reading = ++latest
      void getStore()
        .then((store) => readUnfinishedRows(store, absoluteUrl(baseUrl)))
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
  }, [getStore, baseUrl])
  return find
}
