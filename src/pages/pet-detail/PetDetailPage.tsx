import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, serviceErrorText } from '#src/http/describe-error.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import { isPetStatus, isTruncated, type Pet } from '#src/pets/pet.ts'
import { petFromLists, petQuery } from '#src/pets/pet-queries.ts'
import { labelsPath, petUrl } from '#src/pets/pet-url.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { useQueryView } from '#src/pets/use-query-view.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { DeprecationNote } from './DeprecationNote.tsx'
import styles from './PetDetailPage.module.css'
import { LoadingFacts, PetFacts } from './PetFacts.tsx'

/** In the title of the document. Characters. */
const MAX_TITLE_LENGTH = 80

export function PetDetailPage({ id }: { id: Int64 }) {
  const { id: environmentId, name: service } = useEnvironment()
  const options = petQuery(usePetstore(), id)
  const query = useQuery(options)
  const { kind, data, error, isFetching, retry, outcome, ...load } = useQueryView(query, options.queryKey)
  // What a loaded list knows of the pet is shown at once, and stays if there is no response.
  const listed = petFromLists(useQueryClient(), id)
  const fromList = listed && ({ kind: 'found', pet: listed.pet, by: 'listPets' } as const)
  const lookup = data ?? fromList
  const waiting = <SlowResponseNotice waiting={isFetching} service={service} onCancel={load.cancel} />
  const title = `Pet ${id}`
  const listLink = <Link to={`/${environmentId}/pets`}>Go to pets</Link>
  const retryButton = (
    <Button icon="refresh" onClick={retry}>
      Try again
    </Button>
  )

  if (lookup?.kind === 'found') {
    const isRemoved = lookup.by === 'listPets' && data !== undefined
    return (
      <PetPageFrame title={lookup.pet.name} busy={isFetching}>
        <PetFacts pet={lookup.pet} note={<DeprecationNote pet={lookup.pet} isRemoved={isRemoved} />}>
          <Link
            to={labelsPath(environmentId, [lookup.pet])}
            className={buttonStyles['button']}
            data-variant="primary"
            aria-keyshortcuts="p"
          >
            Print label
          </Link>
          <Link to={addAnotherPath(environmentId, lookup.pet)} className={buttonStyles['button']}>
            Add another like this
          </Link>
          <CopyButton text={petUrl(environmentId, id)} what="link" />
        </PetFacts>
        <div className={styles['statusLine']}>
          <LoadedAt at={data === undefined ? (listed?.loadedAt ?? 0) : query.dataUpdatedAt} />
          <Button variant="quiet" icon="refresh" onClick={retry} busy={isFetching}>
            Refresh
          </Button>
          <span role="status">{outcome}</span>
          {waiting}
        </div>
        {kind === 'failed' ? (
          <Alert
            {...describeError(error, service)}
            message={`These details could not be refreshed. You are seeing an earlier version. ${describeError(error, service).message}`}
          >
            {retryButton}
          </Alert>
        ) : null}
      </PetPageFrame>
    )
  }
  // Only of this moment: the pet may have been added since.
  if (lookup?.kind === 'no-such-pet' && kind === 'ready' && !isFetching) {
    return (
      <PetPageFrame title={title} heading="Pet not found" busy={isFetching}>
        <Alert
          message={`There is no pet with ID ${id} in ${service}.`}
          facts={serviceErrorText(lookup.error, service)}
          error={lookup.error}
        >
          {listLink}
        </Alert>
      </PetPageFrame>
    )
  }
  if (lookup?.kind === 'not-in-lists' && kind !== 'failed') {
    const mayBeMore = lookup.searched.some(({ list }) => isTruncated(list))
    return (
      <PetPageFrame title={title} heading={title} busy={isFetching}>
        <Alert
          tone="attention"
          message={`ID ${id} is not among the pets ${service} shows.${mayBeMore ? ' It may still exist.' : ''}`}
        >
          <Button icon="refresh" onClick={retry} busy={isFetching}>
            Search again
          </Button>
          {listLink}
        </Alert>
        <DeprecationNote pet={undefined} isRemoved />
      </PetPageFrame>
    )
  }
  if (kind === 'failed') {
    return (
      <PetPageFrame title={title} heading={title} busy={false}>
        <Alert {...describeError(error, service)}>{retryButton}</Alert>
      </PetPageFrame>
    )
  }
  return (
    <PetPageFrame title={title} busy>
      <LoadingFacts id={id} />
      <div className={styles['statusLine']}>{waiting}</div>
    </PetPageFrame>
  )
}

function addAnotherPath(environmentId: string, { categoryId, status }: Pet): string {
  const query = new URLSearchParams({ categoryId })
  if (isPetStatus(status)) query.set('status', status)
  return `/${environmentId}/pets/new?${query}`
}

type PetPageFrameProps = {
  /** For the title of the document, and of the page when it has no other heading. */
  title: string
  heading?: string
  busy: boolean
  children: ReactNode
}

function PetPageFrame({ title, heading, busy, children }: PetPageFrameProps) {
  const { id: environmentId, name } = useEnvironment()
  const { state } = useLocation()
  const short = truncate(title, MAX_TITLE_LENGTH)
  return (
    <article className={styles['page']} aria-busy={busy || undefined}>
      <title>{`${isVisuallyBlank(short) ? 'Pet' : bidiIsolate(short)} · ${name} · Petstore Admin`}</title>
      <Link to={`/${environmentId}/pets${listSearch(state)}`} className={styles['back']}>
        <Icon name="back" />
        Back to pets
      </Link>
      {heading === undefined ? null : <h1>{heading}</h1>}
      {children}
    </article>
  )
}

/** The search parameters of the list that the pet was opened from; history state may hold anything. */
function listSearch(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return ''
  return typeof state.list === 'string' && state.list.startsWith('?') ? state.list : ''
}
