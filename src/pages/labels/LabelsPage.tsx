import { useSearchParams } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { ImportLabels } from './ImportLabels.tsx'
import { PetLabels } from './PetLabels.tsx'

export function LabelsPage() {
  const { name: service } = useEnvironment()
  const [search] = useSearchParams()
  const importId = search.get('import')
  const wanted = search.getAll('ids').flatMap((list) => list.split(/[\s,;]+/).filter((text) => text !== ''))
  return (
    <div className="stack">
      <title>{`Labels · ${service} · Petstore Admin`}</title>
      <h1>Labels</h1>
      {importId && wanted.length === 0 ? (
        <ImportLabels key={importId} importId={importId} />
      ) : (
        <PetLabels key={wanted.join()} wanted={wanted} />
      )}
    </div>
  )
}
