import { useRef, useSyncExternalStore } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer } from '#src/importer/importer.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { ChooseInput } from './ChooseInput.tsx'
import { KeptImports } from './KeptImports.tsx'
import { MapColumns } from './MapColumns.tsx'
import styles from './PetImportPage.module.css'
import { createReview, type ReviewStore } from './review.ts'
import { ReviewPanel } from './ReviewPanel.tsx'
import { RunPanel } from './RunPanel.tsx'
import { useImporter } from './use-importer.ts'
import { useKeepFocus } from '#src/ui/use-keep-focus.ts'

/** What was read and mended stays while the person is on another page. */
const reviews = new WeakMap<Importer, ReviewStore>()

export function PetImportPage() {
  const { name, categories } = useEnvironment()
  const [importer, snapshot] = useImporter()
  let reviewStore = reviews.get(importer)
  if (reviewStore === undefined) {
    reviewStore = createReview(categories)
    reviews.set(importer, reviewStore)
  }
  const container = useRef<HTMLDivElement>(null)
  useKeepFocus(container)
  const review = useSyncExternalStore(reviewStore.subscribe, reviewStore.getSnapshot)

  return (
    <>
      <title>{`Import · ${name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div ref={container} tabIndex={-1} className={styles['page']}>
        {snapshot.current === undefined ? (
          <>
            <KeptImports importer={importer} snapshot={snapshot} />
            <ChooseInput review={review} store={reviewStore} />
            {review.kind === 'unmapped' ? <MapColumns review={review} store={reviewStore} /> : null}
            {review.kind === 'ready' ? (
              <ReviewPanel review={review} store={reviewStore} importer={importer} snapshot={snapshot} />
            ) : null}
            <LiveRegion text={review.kind === 'ready' ? `${review.sheet.rows.length} rows read` : ''} />
          </>
        ) : (
          <RunPanel
            key={snapshot.current.record.id}
            importer={importer}
            current={snapshot.current}
            check={snapshot.check}
            isLasting={snapshot.isLasting ?? true}
          />
        )}
      </div>
    </>
  )
}
