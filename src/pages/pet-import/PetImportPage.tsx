import { useEffect } from 'react'
import { ignoreMisplacedClicks } from '#src/browser/misplaced-clicks.ts'
import { tabTextNameOf } from '#src/browser/tab-texts.ts'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { environmentNamesOf } from '#src/config/environment-names.ts'
import type { SavedImport } from '#src/outbox/imports.ts'
import type { OpenImport } from '#src/outbox/open-import.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import type { StorageState } from '#src/outbox/storage.ts'
import { StorageAlert } from '#src/outbox/ui/StorageAlert.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { openModals } from '#src/ui/open-modals.ts'
import { useStore } from '#src/ui/use-store.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { readRows } from './choose/read-rows.ts'
import { ImportSource } from './choose/ImportSource.tsx'
import { FileDrop } from './choose/FileDrop.tsx'
import { type ImportView, importView } from './import-view.ts'
import styles from './PetImportPage.module.css'
import { Review } from './review/Review.tsx'
import { createRememberedWords } from './review/remembered-words.ts'
import { createReviewStore, type ReviewStore } from './review/review-store.ts'
import { Run } from './run/Run.tsx'
import { SavedImports } from './SavedImports.tsx'

/** The time between two looks at imports that are open in other tabs, in milliseconds. */
const REFRESH_MS = 2000

export function PetImportPage() {
  const environment = useEnvironment()
  const { outbox, imports } = useOutbox()
  const reviewStore = environment.own(createReviewStoreOf, environment, outbox)
  const storage = useStore(outbox.storageState)
  const { open: openImport, saved, isUnreadable } = useStore(imports)
  const { review } = useStore(reviewStore)
  const view = importView(review, openImport, saved)
  // A disk that is known to be broken has an alert of its own.
  const canRead = storage === 'untested' || storage === 'on-disk'
  const isOpenElsewhere = saved.some(({ isOpenInAnotherTab }) => isOpenInAnotherTab)

  useEffect(() => {
    void imports.refresh()
    // A tab that is closed does not tell the others, so they have to look.
    const timer = isOpenElsewhere ? setInterval(() => void imports.refresh(), REFRESH_MS) : undefined
    return () => clearInterval(timer)
  }, [imports, isOpenElsewhere])

  // Rows and buttons move while rows are sent and checked, and when somebody decides about them.
  useEffect(ignoreMisplacedClicks, [])

  return (
    <>
      <PageTitle page="Import" environmentName={environment.name} />
      <h1>Add many pets</h1>
      <div tabIndex={-1} data-focus-fallback className={`stack ${styles['page']}`}>
        {isUnreadable && canRead && <UnreadableAlert />}
        {storage !== 'in-memory' && <DiskAlert storage={storage} view={view} />}
        <ImportParts view={view} reviewStore={reviewStore} openImport={openImport} saved={saved} />
      </div>
    </>
  )
}

/**
 * Says that the disk cannot be written. It stands above all parts, because the import concerned may
 * be closed by now. Beside an open import, it does not offer to go on without a record: the import
 * is on the disk, where this tab could not change it any more.
 */
function DiskAlert({ storage, view }: { storage: StorageState; view: ImportView }) {
  const { outbox } = useOutbox()
  const isOnDisk = view === 'run' || view === 'corrections'
  return (
    <StorageAlert
      storage={storage}
      onRetry={() => void outbox.tryAgain()}
      onContinue={isOnDisk ? undefined : () => void outbox.continueWithoutRecord()}
    />
  )
}

function UnreadableAlert() {
  const { imports } = useOutbox()
  return (
    <Alert
      message="Your browser did not let the app read its saved imports. Try again. If that does not help, allow site data for this site."
      onRetry={() => void imports.refresh()}
    />
  )
}

type ImportPartsProps = {
  view: ImportView
  reviewStore: ReviewStore
  openImport: OpenImport | undefined
  saved: readonly SavedImport[]
}

/**
 * Shows the parts of the page in their order. Those that change places have keys, so that the field
 * for pasted rows keeps the focus.
 */
function ImportParts({ view, reviewStore, openImport, saved }: ImportPartsProps) {
  const { imports } = useOutbox()
  const { isStarting } = useStore(imports)
  const state = useStore(reviewStore)
  const savedImports = <SavedImports key="saved" saved={saved} />
  const source = <ImportSource key="source" state={state} store={reviewStore} isStarting={isStarting} />
  const review = state.review && <Review key="review" review={state.review} store={reviewStore} />
  const fileDrop = (
    <FileDrop
      key="drop"
      refusal={() => dropRefusal(view, isStarting, reviewStore)}
      onRead={(file) => void reviewStore.readFile(file)}
    />
  )
  switch (view) {
    case 'corrections':
      return [fileDrop, review]
    case 'run': {
      const run = openImport && (
        <Run key={openImport.record.id} openImport={openImport} reviewStore={reviewStore} />
      )
      return [fileDrop, run]
    }
    case 'source-first':
      return [fileDrop, source, review, savedImports]
    case 'saved-first':
      return [fileDrop, savedImports, source]
  }
}

/** Returns why a dropped file must not take the place of what is on the page. */
function dropRefusal(view: ImportView, isStarting: boolean, reviewStore: ReviewStore): string | undefined {
  if (openModals.get() > 0) return 'Close the dialog first, then drop it again.'
  if (view === 'run' || isStarting) return 'Finish or close this import first, then drop it again.'
  if (view === 'corrections') return 'Add or cancel these corrections first, then drop it again.'
  if (!reviewStore.canReplace()) return 'Add or clear the rows under review first, then drop it again.'
  return undefined
}

function createReviewStoreOf(environment: CurrentEnvironment, outbox: Outbox): ReviewStore {
  const { baseUrl, categories } = environment
  return createReviewStore({
    labels: categories,
    environmentNames: environmentNamesOf(environment),
    outbox,
    readRows,
    storageName: tabTextNameOf('import-rows', environment),
    words: createRememberedWords(baseUrl),
  })
}
