import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { truncate } from '#src/lib/truncate.ts'
import { daysLeftText, PetNotFoundError } from '#src/pets/get-or-search-pet.ts'
import { measuresOf, storedSheet } from '#src/pets/label-sheets.ts'
import { nameText } from '#src/pets/pet-columns.ts'
import { isPetStatus, type Pet, type PetStatus } from '#src/pets/pet.ts'
import { loadedPets } from '#src/pets/loaded-pets.ts'
import { petQuery } from '#src/pets/pet-queries.ts'
import { labelsPath, petUrl } from '#src/pets/pet-url.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { PetLabel } from '#src/pets/PetLabel.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { useQueryView } from '#src/pets/use-query-view.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import styles from './PetDetailPage.module.css'

/** The longest name in the heading, and in the title of the document, in characters. */
const MAX_HEADING_LENGTH = 300

export function PetDetailPage({ id }: { id: Int64 }) {
  const { id: environmentId, name: service } = useEnvironment()
  /**
   * The search parameters of the list that the pet was opened from, and its history entry
   * (pet-list/PetTable.tsx).
   */
  const { list: search = '', key: from } = (useLocation().state ?? {}) as { list?: string; key?: string }
  const options = petQuery(usePetstore(), id)
  const { kind, error, isFetching, retry, ...load } = useQueryView(useQuery(options), options.queryKey)
  // The data that this tab already has of the pet is shown at once, and stays if there is no
  // response.
  const known = loadedPets(useQueryClient()).findLast(({ pet }) => pet.id === id)
  const pet = known?.pet
  const heading = truncate(pet === undefined ? `Pet ${id}` : nameText(pet.name), MAX_HEADING_LENGTH)
  const status = isPetStatus(pet?.status) ? pet.status : undefined
  const like = new URLSearchParams({ categoryId: pet?.categoryId ?? '', ...(status && { status }) })

  return (
    <article className={`stack gap-3 ${styles['page']}`} aria-busy={isFetching || undefined}>
      <PageTitle>{`${bidiIsolate(heading)} · ${service} · Petstore Admin`}</PageTitle>
      <Link
        to={`/${environmentId}/pets${search}`}
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
        {pet === undefined ? null : (
          <>
            {/* The tag is hidden from screen readers, because the facts say the status, too. */}
            <span aria-hidden="true">
              <StatusTag status={pet.status} />
            </span>
            <div className="actions">
              <Link
                to={labelsPath(environmentId, [pet])}
                className={buttonStyles['button']}
                data-variant="primary"
                aria-keyshortcuts="p"
              >
                Print label
              </Link>
              <Link to={`/${environmentId}/pets/new?${like}`} className={buttonStyles['button']}>
                Add another like this
              </Link>
              <CopyButton text={petUrl(environmentId, id)} what="link" />
            </div>
          </>
        )}
      </div>
      <DeprecationNote status={status} />
      {pet === undefined && kind === 'failed' ? null : (
        <PetFacts pet={pet ?? { id, name: '', categoryId: id, status }} isAwaited={pet === undefined} />
      )}
      <div className={`row small ${styles['line']}`}>
        {known === undefined ? null : (
          <>
            <LoadedAt at={known.loaded.wall} />
            <Button variant="quiet" icon="refresh" onClick={retry} busy={isFetching}>
              Refresh
            </Button>
            <span role="status">{load.outcome}</span>
          </>
        )}
        <SlowResponseNotice waiting={isFetching} service={service} onCancel={load.cancel} />
      </div>
      {kind === 'failed' ? (
        <Alert {...describeFailure(error, id, service, pet !== undefined)} onRetry={retry} />
      ) : null}
    </article>
  )
}

function describeFailure(error: unknown, id: Int64, service: string, isKnown: boolean) {
  if (!(error instanceof PetNotFoundError))
    return describeError(error, service, `This pet could not be ${isKnown ? 'refreshed' : 'loaded'}.`)
  if (error.cause !== undefined)
    return describeError(error.cause, service, `There is no pet with ID ${id} in ${service}.`)
  return {
    message: `ID ${id} is not among the pets ${service} shows. It may still exist.`,
    facts: `${service} no longer provides single pets, so its lists were searched.`,
    tone: 'attention' as const,
  }
}

/** Says that the service is going to remove the operation by which the pet was loaded. */
function DeprecationNote({ status }: { status: PetStatus | undefined }) {
  const { id } = useEnvironment()
  return (
    <aside role="note" aria-label="Deprecated operation" className={`row small ${styles['note']}`}>
      <Icon name="information" />
      <p>
        Deprecated: this view ends on 5 December 2030{daysLeftText()}. After that, use{' '}
        <Link to={`/${id}/pets${status === undefined ? '' : `?status=${status}`}`}>
          {status === undefined ? 'the list of pets' : `the list of ${status} pets`}
        </Link>
        .
      </p>
    </aside>
  )
}

/**
 * Shows what the heading does not, and the label as it will print. It is as high while the pet is
 * awaited.
 */
function PetFacts({ pet, isAwaited }: { pet: Pet; isAwaited: boolean }) {
  const { id, name, categoryId, status } = pet
  const { categories } = useEnvironment()
  const [sheet] = useState(storedSheet)
  const label = categories.get(categoryId)
  return (
    <div className={`row ${styles['facts']}`} aria-hidden={isAwaited}>
      <dl className="card divided">
        <Fact term="ID">
          {id}
          <CopyButton variant="icon" text={id} what={`ID ${id}`} />
        </Fact>
        <Fact term="Name" isInHeading={name.length <= MAX_HEADING_LENGTH}>
          <BidiText text={name} max={Infinity} />
        </Fact>
        <Fact term="Category">
          <BidiText text={label ?? categoryId} max={Infinity} />
          {label === undefined ? null : <span className="small"> (ID {categoryId})</span>}
        </Fact>
        <Fact term="Status" isInHeading={isPetStatus(status) || status === undefined}>
          <BidiText text={statusText(status)} max={Infinity} />
        </Fact>
      </dl>
      <div
        role="img"
        aria-label="The label as it will print"
        className={styles['label']}
        style={measuresOf(sheet)}
      >
        <PetLabel pet={pet} />
      </div>
    </div>
  )
}

function Fact(props: { term: string; isInHeading?: boolean; children: ReactNode }) {
  return (
    <div className={props.isInHeading ? 'visually-hidden' : `row ${styles['fact']}`}>
      <dt className="small">{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
