import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { importFragment, importName } from '#src/importer/import-name.ts'
import { UNREADABLE_IMPORTS } from '#src/importer/import-storage.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useFocusFallback } from '#src/ui/use-focus-fallback.ts'
import { useStore } from '#src/ui/use-store.ts'
import { ImportProgressPanel } from './ImportProgressPanel.tsx'
import { ImportSource } from './ImportSource.tsx'
import { counted } from './import-messages.ts'
import { MapColumns } from './MapColumns.tsx'
import styles from './PetImportPage.module.css'
import { ReviewPanel } from './ReviewPanel.tsx'
import { SavedImports } from './SavedImports.tsx'
import { useImporter } from './use-importer.ts'

export function PetImportPage() {
  const { name } = useEnvironment()
  const [importer, snapshot] = useImporter()
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  const review = useStore(importer.review)
  const { current, savedImports } = snapshot
  useTopOfPage(container, current?.record.id)
  /** How often the rows were cleared: each time the fields start afresh. */
  const [cleared, setCleared] = useState(0)

  const { hash, key: visit } = useLocation()
  /** The import that a link leads to. */
  const linked = savedImports.find(({ record }) => hash === `#${importFragment(record.id)}`)?.record
  /** Once for each visit: the list goes while an import is open, and comes back. */
  const [focusedIn, setFocusedIn] = useState<string>()
  const takesFocus = focusedIn !== visit

  const saved = (
    <SavedImports
      key="saved"
      importer={importer}
      snapshot={snapshot}
      linkedId={linked?.id}
      takesFocus={takesFocus}
      onFocus={() => setFocusedIn(visit)}
    />
  )
  const source = (
    <ImportSource
      key={`source ${cleared}`}
      review={review}
      store={importer.review}
      takesFocus={cleared > 0 && review.kind === 'empty'}
    />
  )
  const isRemaining = savedImports.some(({ counts }) => counts.waiting + counts.unknown > 0)

  return (
    <>
      <title>{`Import · ${name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div ref={container} tabIndex={-1} className={styles['page']}>
        {snapshot.isUnreadable ? (
          <Alert message={UNREADABLE_IMPORTS}>
            <Button icon="refresh" onClick={() => void importer.refresh()}>
              Try again
            </Button>
          </Alert>
        ) : null}
        {current !== undefined ? (
          <>
            {linked === undefined || !takesFocus ? null : (
              <p className="note">
                Close this import to see <BidiText text={importName(linked)} />.
              </p>
            )}
            <ImportProgressPanel
              key={current.record.id}
              importer={importer}
              current={current}
              isPersistent={snapshot.isPersistent ?? true}
            />
          </>
        ) : review.kind === 'ready' || review.kind === 'unmapped' ? (
          <>
            {source}
            {review.kind === 'unmapped' ? (
              <>
                <MapColumns review={review} store={importer.review} />
                {linked === undefined ? null : saved}
              </>
            ) : (
              <ReviewPanel
                review={review}
                importer={importer}
                snapshot={snapshot}
                savedImports={saved}
                isLinked={linked !== undefined}
                onClear={() => {
                  importer.review.clear()
                  setCleared(cleared + 1)
                }}
              />
            )}
          </>
        ) : isRemaining ? (
          [saved, source]
        ) : (
          [source, saved]
        )}
        <LiveRegion
          text={review.kind === 'ready' ? `${counted(review.sheet.rows.length, 'row', 'rows')} read` : ''}
        />
      </div>
    </>
  )
}

/** When an import starts or is closed, what matters now is at the top; not when the user comes from another page. */
function useTopOfPage(container: { current: HTMLElement | null }, importId: string | undefined) {
  const before = useRef(importId)
  useEffect(() => {
    if (before.current === importId) return
    before.current = importId
    // What a link leads to has it already. Not the container itself, to which a button that is gone leaves it.
    if (container.current?.querySelector(':focus')) return
    container.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [container, importId])
}
