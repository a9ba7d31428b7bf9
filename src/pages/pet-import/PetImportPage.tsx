import { useEffect } from 'react'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { OpenFile, SavedFile } from '#src/outbox/files.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { createImportDraft, type ImportDraftStore } from './import-draft.ts'
import { importView } from './import-view.ts'
import { ImportSource } from './ImportSource.tsx'
import styles from './PetImportPage.module.css'
import { Review } from './Review.tsx'
import { Run } from './Run.tsx'
import { SavedImports } from './SavedImports.tsx'

/** Milliseconds between two looks at imports that are open in other tabs. */
const REFRESH_MS = 2000

export function PetImportPage() {
  const environment = useEnvironment()
  const { outbox, files } = useOutbox()
  const draftStore = draftOf(environment, outbox)
  const { current, saved, isUnreadable } = useStore(files)
  const isOpenElsewhere = saved.some(({ isOpenInAnotherTab }) => isOpenInAnotherTab)

  useEffect(() => {
    void files.refresh()
    // A tab that is closed does not tell the others, so they have to look.
    const timer = isOpenElsewhere ? setInterval(() => void files.refresh(), REFRESH_MS) : undefined
    return () => clearInterval(timer)
  }, [files, isOpenElsewhere])

  return (
    <>
      <title>{`Import · ${environment.name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div tabIndex={-1} data-focus-fallback className={`stack ${styles['page']}`}>
        {isUnreadable && <UnreadableAlert />}
        <ImportParts draftStore={draftStore} current={current} saved={saved} />
      </div>
    </>
  )
}

function UnreadableAlert() {
  const { files } = useOutbox()
  return (
    <Alert
      message="Your browser did not let the app read its saved imports. Allow site data for this site, then try again."
      onRetry={() => void files.refresh()}
    />
  )
}

type ImportPartsProps = {
  draftStore: ImportDraftStore
  current: OpenFile | undefined
  saved: readonly SavedFile[]
}

/**
 * The parts of the page in their order. Those that change places have keys, so that the field for
 * pasted rows keeps the focus.
 */
function ImportParts({ draftStore, current, saved }: ImportPartsProps) {
  const draft = useStore(draftStore)
  const view = importView(draft.review, current, saved)
  const savedImports = <SavedImports key="saved" saved={saved} />
  const source = <ImportSource key="source" draft={draft} store={draftStore} />
  switch (view) {
    case 'corrections':
      return draft.review && <Review key="corrections" review={draft.review} store={draftStore} />
    case 'run':
      return current && <Run key={current.batch.id} current={current} draft={draftStore} />
    case 'source-first': {
      const review = draft.review && <Review key="review" review={draft.review} store={draftStore} />
      return [source, review, savedImports]
    }
    case 'saved-first':
      return [savedImports, source]
  }
}

const draftOf = onceForEach(({ id, categories }: CurrentEnvironment, outbox: Outbox) =>
  createImportDraft(categories, outbox, `${OWN_PREFIX}import-rows.${id}`),
)
