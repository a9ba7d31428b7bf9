import { useRef } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { ImportSource } from './ImportSource.tsx'
import { counted } from './import-messages.ts'
import { SavedImports } from './SavedImports.tsx'
import { MapColumns } from './MapColumns.tsx'
import styles from './PetImportPage.module.css'
import { ReviewPanel } from './ReviewPanel.tsx'
import { ImportProgressPanel } from './ImportProgressPanel.tsx'
import { useImporter } from './use-importer.ts'
import { useFocusFallback } from '#src/ui/use-focus-fallback.ts'
import { useStore } from '#src/ui/use-store.ts'

export function PetImportPage() {
  const { name } = useEnvironment()
  const [importer, snapshot] = useImporter()
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  const review = useStore(importer.review)

  return (
    <>
      <title>{`Import · ${name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div ref={container} tabIndex={-1} className={styles['page']}>
        {snapshot.current === undefined ? (
          <>
            <SavedImports importer={importer} snapshot={snapshot} />
            <ImportSource review={review} store={importer.review} />
            {review.kind === 'unmapped' ? <MapColumns review={review} store={importer.review} /> : null}
            {review.kind === 'ready' ? (
              <ReviewPanel review={review} importer={importer} snapshot={snapshot} />
            ) : null}
            <LiveRegion
              text={review.kind === 'ready' ? `${counted(review.sheet.rows.length, 'row', 'rows')} read` : ''}
            />
          </>
        ) : (
          <ImportProgressPanel
            key={snapshot.current.record.id}
            importer={importer}
            current={snapshot.current}
            isPersistent={snapshot.isPersistent ?? true}
          />
        )}
      </div>
    </>
  )
}
