import { useEffect, useRef, useState } from 'react'
import { holdWhile } from '#src/browser/unsaved-work.ts'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useFocusFallback } from '#src/ui/use-focus-fallback.ts'
import { useStore } from '#src/ui/use-store.ts'
import { createImportDraft } from './import-draft.ts'
import { counted, UNREADABLE_IMPORTS } from './import-messages.ts'
import { ImportSource } from './ImportSource.tsx'
import styles from './PetImportPage.module.css'
import { Review } from './Review.tsx'
import { Run } from './Run.tsx'
import { SavedImports } from './SavedImports.tsx'

export function PetImportPage() {
  const environment = useEnvironment()
  const { outbox, files } = useOutbox()
  const store = draftOf(environment, outbox)
  const draft = useStore(store)
  const { current, saved, isUnreadable } = useStore(files)
  useEffect(() => void files.refresh(), [files])
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  const isFixing = draft.kind === 'ready' && draft.fixes !== undefined
  useTopOfPage(container, `${current?.batch.id} ${isFixing}`)
  /** How often the rows were cleared: each time the fields start afresh. */
  const [cleared, setCleared] = useState(0)

  const list = <SavedImports key="saved" files={files} saved={saved} />
  const source = (
    <ImportSource
      key={`source ${cleared}`}
      draft={draft}
      store={store}
      takesFocus={cleared > 0 && draft.kind === 'empty'}
    />
  )
  const isRemaining = saved.some(({ counts }) => counts.waiting + counts.unknown > 0)

  return (
    <>
      <title>{`Import · ${environment.name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div ref={container} tabIndex={-1} className={styles['page']}>
        {isUnreadable ? (
          <Alert message={UNREADABLE_IMPORTS}>
            <Button icon="refresh" onClick={() => void files.refresh()}>
              Try again
            </Button>
          </Alert>
        ) : null}
        {current !== undefined && !isFixing ? (
          <Run key={current.batch.id} files={files} current={current} draft={store} />
        ) : draft.kind === 'ready' ? (
          <>
            {isFixing ? null : source}
            <Review
              key={isFixing ? 'fixes' : 'rows'}
              draft={draft}
              store={store}
              savedImports={
                saved.length === 0 ? null : (
                  <details>
                    <summary>{counted(saved.length, 'saved import', 'saved imports')}</summary>
                    {list}
                  </details>
                )
              }
              onClear={() => {
                store.clear()
                setCleared(cleared + 1)
              }}
            />
          </>
        ) : isRemaining ? (
          [list, source]
        ) : (
          [source, list]
        )}
        <LiveRegion
          text={draft.kind === 'ready' ? `${counted(draft.sheet.rows.length, 'row', 'rows')} read` : ''}
        />
      </div>
    </>
  )
}

const draftOf = onceForEach(({ id, categories }: CurrentEnvironment, outbox: Outbox) => {
  const store = createImportDraft(categories, outbox, `${OWN_PREFIX}import-draft.${id}`)
  holdWhile(store, store.isUnsaved, 'reload')
  return store
})

/** When an import starts or is closed, what matters now is at the top; not when the user comes from another page. */
function useTopOfPage(container: { current: HTMLElement | null }, importId: string | undefined) {
  const before = useRef(importId)
  useEffect(() => {
    if (before.current === importId) return
    before.current = importId
    container.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [container, importId])
}
