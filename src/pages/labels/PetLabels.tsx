import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { petListPath } from '#src/lib/paths.ts'
import type { Pet } from '#src/pets/pet.ts'
import { truncate } from '#src/lib/truncate.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { Labels } from './Labels.tsx'
import { usePetsById } from './use-pets-by-id.ts'

type PetLabelsProps = {
  /** The IDs of the pets, each once, in the order of their labels. */
  ids: readonly Int64[]
  /** Pets that need not be loaded. */
  recordedPets?: ReadonlyMap<Int64, Pet>
  /** Texts that were given as IDs, but are not valid IDs. */
  invalidIds?: readonly string[]
}

const NO_PETS: ReadonlyMap<Int64, Pet> = new Map()
const NO_TEXTS: readonly string[] = []

/** Shows a label for each pet that is found, and names the IDs without one. */
export function PetLabels({ ids, recordedPets = NO_PETS, invalidIds = NO_TEXTS }: PetLabelsProps) {
  const { name: environmentName } = useEnvironment()
  const { kind, data: lookup, pets, error, isFetching, cancel, retry } = usePetsById(ids, recordedPets)
  const isLoading = kind === 'loading'
  const notFound = [...invalidIds.map((text) => bidiIsolate(truncate(text, 40))), ...(lookup?.notFound ?? [])]
  return (
    <>
      {/* It keeps its place, so that no label moves when it is loaded. */}
      <SlowResponseNotice waiting={isLoading && isFetching} service={environmentName} onCancel={cancel} />
      {kind === 'failed' && (
        <Alert
          {...describeError(
            error,
            environmentName,
            `${counted(ids.length - pets.length, 'label is', 'labels are')} missing.`,
          )}
          onRetry={retry}
        />
      )}
      {!isLoading && notFound.length > 0 && (
        <NotFoundNote
          ids={notFound}
          mayExist={lookup?.mayExist === true}
          isLinkNeeded={pets.length === 0 && ids.length > 0}
        />
      )}
      {(isLoading ? ids : pets).length > 0 && (
        <Labels pets={isLoading ? [] : pets} comingCount={isLoading ? ids.length : 0} />
      )}
    </>
  )
}

type NotFoundNoteProps = {
  ids: readonly string[]
  /** `true` if the service may have these pets, although it does not show them. */
  mayExist: boolean
  /** `true` if the page has no other link to the list of pets. */
  isLinkNeeded: boolean
}

/** Names the IDs without a label. It is a note, because there is nothing to decide. */
function NotFoundNote({ ids, mayExist, isLinkNeeded }: NotFoundNoteProps) {
  const { id: environmentId, name: environmentName } = useEnvironment()
  const idsText = ids.join(', ')
  const isLong = ids.length > 20
  const idsName = ids.length === 1 ? `ID ${idsText}` : `IDs ${idsText}`
  const subject = isLong ? counted(ids.length, 'ID') : idsName
  const doubt = mayExist ? ' (may still exist)' : ''
  return (
    <div role="alert" className="stack gap-1 note">
      <p>
        <BidiText text={`No label for ${subject}: not found in ${environmentName}${doubt}.`} />
      </p>
      {isLong && (
        <details className="small">
          <summary>Details</summary>
          <BidiText text={idsText} max={Infinity} />
        </details>
      )}
      {isLinkNeeded && <Link to={petListPath(environmentId)}>Go to pets</Link>}
    </div>
  )
}
