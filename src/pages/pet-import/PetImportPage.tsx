import { useEffect } from 'react'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { createImportDraft } from './import-draft.ts'
import { ImportSource } from './ImportSource.tsx'
import styles from './PetImportPage.module.css'
import { Review } from './Review.tsx'
import { Run } from './Run.tsx'
import { isDone, SavedImports } from './SavedImports.tsx'

export function PetImportPage() {
  const environment = useEnvironment()
  const { outbox, files } = useOutbox()
  const store = draftOf(environment, outbox)
  const draft = useStore(store)
  const { current, saved, isUnreadable } = useStore(files)
  const isElsewhere = saved.some(({ isOpenInAnotherTab }) => isOpenInAnotherTab)
  useEffect(() => {
    void files.refresh()
    // A tab that is closed tells nobody.
    const timer = isElsewhere ? setInterval(() => void files.refresh(), 2000) : undefined
    return () => clearInterval(timer)
  }, [files, isElsewhere])
  const list = <SavedImports key="saved" saved={saved} />
  const source = <ImportSource key="source" draft={draft} store={store} />
  const review = draft.review && <Review key="review" review={draft.review} store={store} />
  return (
    <>
      <title>{`Import · ${environment.name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div tabIndex={-1} data-focus-fallback className={`stack ${styles['page']}`}>
        {isUnreadable ? (
          <Alert
            message="Your browser did not let the app read its saved imports. Allow site data for this site, then try again."
            onRetry={() => void files.refresh()}
          />
        ) : null}
        {draft.review?.batch !== undefined ? (
          review
        ) : current !== undefined ? (
          <Run key={current.batch.id} current={current} draft={store} />
        ) : // What remains to be done comes first.
        review !== undefined || saved.every(isDone) ? (
          [source, review, list]
        ) : (
          [list, source]
        )}
      </div>
    </>
  )
}

const draftOf = onceForEach(({ id, categories }: CurrentEnvironment, outbox: Outbox) =>
  createImportDraft(categories, outbox, `${OWN_PREFIX}import-rows.${id}`),
)
