import { useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { useFocusFallback } from '#src/ui/use-focus-fallback.ts'
import { ImportLabels } from './ImportLabels.tsx'
import { wantedLabels } from './labels-address.ts'
import styles from './LabelsPage.module.css'
import { PetLabels } from './PetLabels.tsx'

export function LabelsPage() {
  const { name: service } = useEnvironment()
  const { search } = useLocation()
  const wanted = useMemo(() => wantedLabels(new URLSearchParams(search)), [search])
  const page = useRef<HTMLDivElement>(null)
  useFocusFallback(page)
  return (
    <div ref={page} tabIndex={-1} className={styles['page']}>
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
