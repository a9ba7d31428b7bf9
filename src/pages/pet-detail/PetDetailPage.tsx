import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, serviceErrorText } from '#src/http/describe-error.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'
import { petFromLists, petQuery } from '#src/pets/pet-queries.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { KeyEndedAlert } from '#src/session/KeyEndedAlert.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { MAX_STATUS_LENGTH, StatusTag } from '#src/pets/StatusTag.tsx'
import { DeprecationNote } from './DeprecationNote.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './PetDetailPage.module.css'
import { searchedListsMessage } from './searched-text.ts'

/** From here on a name is no title any more, and is set smaller. Characters. */
const LONG_NAME = 60

export function PetDetailPage({ id }: { id: Int64 }) {
  const { id: environmentId, name: service } = useEnvironment()
  const client = useQueryClient()
  const session = useSessionState()
  const hasEnded = session.kind === 'key-ended'
  const options = petQuery(usePetstore(), id)
  const query = useQuery(options)
  // Neither loaded nor on its way: the person did not want to wait any longer.
  const isCancelled = query.isPending && query.fetchStatus === 'idle'
  const error = isCancelled ? new DOMException('cancelled', 'AbortError') : query.error
  const waiting = (
    <SlowResponseNotice
      waiting={query.isFetching && !hasEnded}
      service={service}
      onCancel={() => void client.cancelQueries({ queryKey: options.queryKey, exact: true })}
    />
  )
  // What the list knew is on the screen at once, and stays when there is no answer.
  const listed = petFromLists(client, id)
  const isFromList = query.data === undefined
  const result =
    query.data ??
    (listed === undefined ? undefined : ({ kind: 'found', pet: listed.pet, by: 'listPets' } as const))
  const data = hasEnded ? undefined : result
  const showAll = <Link to={`/${environmentId}/pets`}>Go to pets</Link>

  if (hasEnded && !session.isPrompting) {
    return (
      <Frame title={`Pet ${id}`} heading={`Pet ${id}`} busy={false}>
        <KeyEndedAlert error={error} />
      </Frame>
    )
  }
  if (data?.kind === 'found') {
    return (
      <Frame title={data.pet.name} busy={query.isFetching}>
        {waiting}
        <PetFacts
          pet={data.pet}
          note={<DeprecationNote pet={data.pet} isRemoved={data.by === 'listPets' && !isFromList} />}
        />
        {error === null || query.isFetching ? null : (
          <Alert
            {...describeError(error, service)}
            message={`These details could not be refreshed. You are seeing an earlier version. ${describeError(error, service).message}`}
          >
            <Button icon="refresh" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        <p className={styles['loaded']}>
          <LoadedAt at={isFromList ? (listed?.loadedAt ?? 0) : query.dataUpdatedAt} />
        </p>
      </Frame>
    )
  }
  if (data?.kind === 'no-such-pet') {
    return (
      <Frame title={`Pet ${id}`} heading="Pet not found" busy={query.isFetching}>
        <Alert
          message={`There is no pet with ID ${id} in ${service}.`}
          facts={serviceErrorText(data.error, service)}
        >
          {showAll}
        </Alert>
      </Frame>
    )
  }
  if (data?.kind === 'not-in-lists') {
    return (
      <Frame title={`Pet ${id}`} heading={`Pet ${id}`} busy={query.isFetching}>
        <Alert tone="attention" message={searchedListsMessage(id, service, data.searched)}>
          <Button icon="refresh" onClick={() => void query.refetch()} busy={query.isFetching}>
            Search again
          </Button>
          {showAll}
        </Alert>
        <DeprecationNote pet={undefined} isRemoved />
      </Frame>
    )
  }
  if (error !== null && !query.isFetching && !hasEnded) {
    return (
      <Frame title={`Pet ${id}`} heading={`Pet ${id}`} busy={false}>
        <Alert {...describeError(error, service)}>
          <Button icon="refresh" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Alert>
      </Frame>
    )
  }
  return (
    <Frame title={`Pet ${id}`} busy>
      {waiting}
      <LoadingFacts id={id} />
    </Frame>
  )
}

type FrameProps = {
  /** For the title of the document, and of the page when it has no other heading. */
  title: string
  heading?: string
  busy: boolean
  children: ReactNode
}

function Frame({ title, heading, busy, children }: FrameProps) {
  const { id: environmentId } = useEnvironment()
  const { state } = useLocation()
  return (
    <article className={styles['page']} aria-busy={busy || undefined}>
      <PageTitle title={title} />
      <Link to={`/${environmentId}/pets${listSearch(state)}`} className={styles['back']}>
        <Icon name="back" />
        Back to pets
      </Link>
      {heading === undefined ? null : <h1>{heading}</h1>}
      {children}
    </article>
  )
}

function PageTitle({ title }: { title: string }) {
  const { name } = useEnvironment()
  // A title has no room for more, and a tab even less.
  const short = truncate(title, 80)
  return <title>{`${isVisuallyBlank(short) ? 'Pet' : bidiIsolate(short)} · ${name} · Petstore Admin`}</title>
}

function PetFacts({ pet, note }: { pet: Pet; note: ReactNode }) {
  const { categories } = useEnvironment()
  const label = categories.get(pet.categoryId)
  return (
    <>
      <div className={styles['heading']}>
        <h1 data-long={pet.name.length > LONG_NAME || undefined}>
          {isVisuallyBlank(pet.name) ? '(no name)' : <BidiText text={pet.name} />}
        </h1>
        <StatusTag status={pet.status} />
      </div>
      {note}
      <dl className={styles['facts']}>
        <div>
          <dt>ID</dt>
          <dd className={styles['id']}>
            <span>{pet.id}</span>
            <CopyButton text={pet.id} what={`ID ${pet.id}`} />
          </dd>
        </div>
        <div>
          <dt>Name</dt>
          <dd>
            <BidiText text={pet.name} />
          </dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>
            {label === undefined ? null : (
              <>
                <BidiText text={label} />{' '}
              </>
            )}
            <span className={label === undefined ? undefined : styles['categoryId']}>{pet.categoryId}</span>
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            {pet.status !== undefined && pet.status.length > MAX_STATUS_LENGTH ? (
              <BidiText text={pet.status} />
            ) : (
              <StatusTag status={pet.status} />
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}

/** As high as the facts will be, so that nothing moves when they come. */
function LoadingFacts({ id }: { id: Int64 }) {
  return (
    <>
      <div className={styles['heading']}>
        <h1>Pet {id}</h1>
      </div>
      <DeprecationNote pet={undefined} isRemoved={false} />
      <span className="visually-hidden">Loading…</span>
      <div className={styles['facts']} aria-hidden="true">
        {['ID', 'Name', 'Category', 'Status'].map((term) => (
          <div key={term}>
            <span className={styles['term']}>{term}</span>
            <span className={styles['awaited']} />
          </div>
        ))}
      </div>
    </>
  )
}

/** The list as it was when this pet was opened from it; history state may hold anything. */
function listSearch(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return ''
  return typeof state.list === 'string' && state.list.startsWith('?') ? state.list : ''
}
