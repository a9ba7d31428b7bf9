import { useRef, useSyncExternalStore } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { ChooseInput } from './ChooseInput.tsx'
import { counted } from './import-words.ts'
import { KeptImports } from './KeptImports.tsx'
import { MapColumns } from './MapColumns.tsx'
import styles from './PetImportPage.module.css'
import { ReviewPanel } from './ReviewPanel.tsx'
import { RunPanel } from './RunPanel.tsx'
import { useImporter } from './use-importer.ts'
import { useKeepFocus } from '#src/ui/use-keep-focus.ts'

export function PetImportPage() {
  const { name } = useEnvironment()
  const [importer, snapshot] = useImporter()
  const container = useRef<HTMLDivElement>(null)
  useKeepFocus(container)
  const review = useSyncExternalStore(importer.review.subscribe, importer.review.getSnapshot)

  return (
    <>
      <title>{`Import · ${name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div ref={container} tabIndex={-1} className={styles['page']}>
        {snapshot.current === undefined ? (
          <>
            <KeptImports importer={importer} snapshot={snapshot} />
            <ChooseInput review={review} store={importer.review} />
            {review.kind === 'unmapped' ? <MapColumns review={review} store={importer.review} /> : null}
            {review.kind === 'ready' ? (
              <ReviewPanel review={review} importer={importer} snapshot={snapshot} />
            ) : null}
            <LiveRegion
              text={review.kind === 'ready' ? `${counted(review.sheet.rows.length, 'row', 'rows')} read` : ''}
            />
          </>
        ) : (
          <RunPanel
            key={snapshot.current.record.id}
            importer={importer}
            current={snapshot.current}
            isLasting={snapshot.isLasting ?? true}
          />
        )}
      </div>
    </>
  )
}
