import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { findDialog } from '#src/find-pet/find-dialog.ts'
import { labelsPath, newPetPath, petListPath, petPath, urlOf } from '#src/lib/paths.ts'
import { PetNotFoundError } from '#src/pets/one-pet/get-or-search-pet.ts'
import { isPetStatus, type Pet } from '#src/pets/pet.ts'
import { useKnownPets, useKnownPetsStore } from '#src/pets/queries/use-known-pets.ts'
import { petQuery } from '#src/pets/one-pet/pet-query.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { useQueryView } from '#src/pets/queries/use-query-view.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { DeprecationNote } from './DeprecationNote.tsx'
import { headingText } from './heading.ts'
import styles from './PetDetailPage.module.css'
import { PetFacts } from './PetFacts.tsx'

export function PetDetailPage({ id }: { id: Int64 }) {
  const { id: environmentId, name: environmentName } = useEnvironment()
  /**
   * The search parameters of the list that the pet was opened from, and its history entry
   * (pet-list/PetTable.tsx).
   */
  const { list: search = '', key: from } = (useLocation().state ?? {}) as { list?: string; key?: string }
  const options = petQuery(usePetstore(), useKnownPetsStore(), id)
  const {
    kind,
    data: found,
    error,
    isFetching,
    retry,
    ...load
  } = useQueryView(useQuery(options), options.queryKey)
  // The page shows at once what this tab knows of the pet, and keeps it if there is no response.
  const loadedPet = useKnownPets().byId.get(id)
  const pet = loadedPet?.pet
  const heading = headingText(id, pet)
  const status = isPetStatus(pet?.status) ? pet.status : undefined
  // While the pet is awaited, empty facts keep the place of what comes.
  const hasFacts = pet !== undefined || kind !== 'failed'
  const placeholder: Pet = { id, name: '', categoryId: id, status: undefined }

  return (
    <article className="stack gap-3" aria-busy={isFetching || undefined}>
      <PageTitle page={bidiIsolate(heading)} environmentName={environmentName} />
      <Link
        to={petListPath(environmentId, search)}
        state={{ from }}
        className={`row gap-1 small ${styles['back']}`}
      >
        <Icon name="back" />
        Back to pets
      </Link>
      <div className={`row ${styles['heading']}`}>
        <h1>
          <BidiText text={heading} />
        </h1>
        {hasFacts && <HeadingActions pet={pet ?? placeholder} isAwaited={pet === undefined} />}
      </div>
      <DeprecationNote status={status} foundBy={found?.foundBy} />
      {hasFacts && <PetFacts pet={pet ?? placeholder} isAwaited={pet === undefined} />}
      <div className={`row small ${styles['line']}`}>
        {loadedPet !== undefined && (
          <>
            <LoadedAt at={loadedPet.loaded.wall} />
            <Button variant="quiet" icon="refresh" onClick={retry} busy={isFetching}>
              Refresh
            </Button>
            <span role="status">{load.outcome}</span>
          </>
        )}
        <SlowResponseNotice waiting={isFetching} service={environmentName} onCancel={load.cancel} />
      </div>
      {kind === 'failed' && (
        <LookupFailure id={id} error={error} isShown={pet !== undefined} onRetry={retry} />
      )}
    </article>
  )
}

/**
 * Shows the status beside the heading, and what can be done with the pet. While the pet is awaited,
 * the buttons only keep their place.
 */
function HeadingActions({ pet, isAwaited }: { pet: Pet; isAwaited: boolean }) {
  const { id: environmentId } = useEnvironment()
  const { id, categoryId, status } = pet
  const values = new URLSearchParams({ categoryId, ...(isPetStatus(status) && { status }) })
  const placeClass = isAwaited ? styles['place'] : ''
  return (
    <>
      {/* The facts say the status, too, so a screen reader need not say it twice. */}
      <span aria-hidden="true" className={placeClass}>
        <StatusTag status={status} />
      </span>
      <div className={`actions ${placeClass}`}>
        <Link
          to={labelsPath(environmentId, [pet])}
          className={buttonStyles['button']}
          data-variant="primary"
          aria-keyshortcuts="p"
        >
          Print label
        </Link>
        <Link to={newPetPath(environmentId, values)} className={buttonStyles['button']}>
          Add another like this
        </Link>
        <CopyButton text={urlOf(petPath(environmentId, id))} what="link" />
      </div>
    </>
  )
}

type LookupFailureProps = {
  id: Int64
  error: unknown
  /** Says whether the page shows the pet nevertheless, as it was loaded before. */
  isShown: boolean
  onRetry: () => void
}

function LookupFailure({ id, error, isShown, onRetry }: LookupFailureProps) {
  const { name: environmentName } = useEnvironment()
  if (isNoSuchPet(error)) return <NoSuchPet id={id} />
  return <Alert {...describeFailure(error, id, environmentName, isShown)} onRetry={onRetry} />
}

/** Says that no pet has the ID, which is most often mistyped. */
function NoSuchPet({ id }: { id: Int64 }) {
  const { name: environmentName } = useEnvironment()
  return (
    <div className="stack card empty">
      <p role="status">{`No pet with the ID ${id} in ${environmentName}.`}</p>
      <Button icon="search" onClick={() => findDialog.notify(id)}>
        Find a pet
      </Button>
    </div>
  )
}

/** Returns whether the service itself has said that there is no such pet. */
function isNoSuchPet(error: unknown): boolean {
  return error instanceof PetNotFoundError && error.cause !== undefined
}

function describeFailure(error: unknown, id: Int64, environmentName: string, isKnown: boolean) {
  if (!(error instanceof PetNotFoundError))
    return describeError(error, environmentName, `This pet could not be ${isKnown ? 'refreshed' : 'loaded'}.`)
  return {
    message: `ID ${id} is not among the pets ${environmentName} shows. It may still exist.`,
    facts: `${environmentName} no longer provides single pets, so its lists were searched.`,
    tone: 'attention' as const,
  }
}
