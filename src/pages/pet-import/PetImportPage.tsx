import { useEffect } from 'react'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { SavedImport } from '#src/outbox/imports.ts'
import type { OpenImport } from '#src/outbox/open-import.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { StorageAlert } from '#src/outbox/ui/StorageAlert.tsx'
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
  const { outbox, imports } = useOutbox()
  const draftStore = draftOf(environment, outbox)
  const storage = useStore(outbox.storageState)
  const { open: openImport, saved, isUnreadable } = useStore(imports)
  // A disk that is known to be broken has an alert of its own.
  const canRead = storage === 'untested' || storage === 'on-disk'
  const isOpenElsewhere = saved.some(({ isOpenInAnotherTab }) => isOpenInAnotherTab)

  useEffect(() => {
    void imports.refresh()
    // A tab that is closed does not tell the others, so they have to look.
    const timer = isOpenElsewhere ? setInterval(() => void imports.refresh(), REFRESH_MS) : undefined
    return () => clearInterval(timer)
  }, [imports, isOpenElsewhere])

  return (
    <>
      <title>{`Import · ${environment.name} · Petstore Admin`}</title>
      <h1>Add many pets</h1>
      <div tabIndex={-1} data-focus-fallback className={`stack ${styles['page']}`}>
        {isUnreadable && canRead && <UnreadableAlert />}
        {(storage === 'failed' || storage === 'newer') && <DiskAlert storage={storage} />}
        <ImportParts draftStore={draftStore} openImport={openImport} saved={saved} />
      </div>
    </>
  )
}

/** Stands above all parts: what could not be written may be of an import that is closed by now. */
function DiskAlert({ storage }: { storage: 'failed' | 'newer' }) {
  const { outbox } = useOutbox()
  return (
    <StorageAlert
      storage={storage}
      onRetry={() => void outbox.tryAgain()}
      onContinue={() => void outbox.continueWithoutRecord()}
    />
  )
}

function UnreadableAlert() {
  const { imports } = useOutbox()
  return (
    <Alert
      message="Your browser did not let the app read its saved imports. Allow site data for this site, then try again."
      onRetry={() => void imports.refresh()}
    />
  )
}

type ImportPartsProps = {
  draftStore: ImportDraftStore
  openImport: OpenImport | undefined
  saved: readonly SavedImport[]
}

/**
 * The parts of the page in their order. Those that change places have keys, so that the field for
 * pasted rows keeps the focus.
 */
function ImportParts({ draftStore, openImport, saved }: ImportPartsProps) {
  const draft = useStore(draftStore)
  const view = importView(draft.review, openImport, saved)
  const savedImports = <SavedImports key="saved" saved={saved} />
  const source = <ImportSource key="source" draft={draft} store={draftStore} />
  switch (view) {
    case 'corrections':
      return draft.review && <Review key="corrections" review={draft.review} store={draftStore} />
    case 'run':
      return openImport && <Run key={openImport.record.id} openImport={openImport} draft={draftStore} />
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
