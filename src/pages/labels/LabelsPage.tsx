import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { ImportLabels } from './ImportLabels.tsx'
import { wantedIds } from './labels-address.ts'
import { PetLabels } from './PetLabels.tsx'

export function LabelsPage() {
  const { name: service } = useEnvironment()
  const [search] = useSearchParams()
  const importId = search.get('import')
  const wanted = useMemo(() => wantedIds(search), [search])
  return (
    <div className="stack">
      <title>{`Labels · ${service} · Petstore Admin`}</title>
      <h1>Labels</h1>
      {importId && wanted.ids.length + wanted.invalid.length === 0 ? (
        <ImportLabels key={importId} importId={importId} />
      ) : (
        <PetLabels key={wanted.ids.join()} {...wanted} />
      )}
    </div>
  )
}
