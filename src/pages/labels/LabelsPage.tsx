import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { ImportLabels } from './ImportLabels.tsx'
import { wantedLabels } from './labels-address.ts'
import { PetLabels } from './PetLabels.tsx'

export function LabelsPage() {
  const { name: service } = useEnvironment()
  const { search } = useLocation()
  const wanted = useMemo(() => wantedLabels(new URLSearchParams(search)), [search])
  return (
    <div className="stack">
      <title>{`Labels · ${service} · Petstore Admin`}</title>
      <h1>Labels</h1>
      {wanted.kind === 'import' ? (
        <ImportLabels key={wanted.importId} importId={wanted.importId} />
      ) : (
        <PetLabels key={wanted.ids.join()} {...wanted} />
      )}
    </div>
  )
}
