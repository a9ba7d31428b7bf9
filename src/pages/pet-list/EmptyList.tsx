import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { plainText } from '#src/lib/plain-text.ts'
import type { PetStatus } from '#src/pets/pet.ts'
import { findDialog } from '#src/find-pet/find-dialog.ts'
import { importPath, newPetPath } from '#src/lib/paths.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import type { ListAddress } from './list-address.ts'

type EmptyListProps = {
  /** Says whether pets are loaded, none of which matches the search. */
  hasPets: boolean
  /** Says whether the service may have more pets than are loaded. */
  isTruncated: boolean
  address: ListAddress
  onChange: (part: Partial<ListAddress>) => void
}

/** Says what was requested, that there is none, and what to do next. */
export function EmptyList({ hasPets, isTruncated, address, onChange }: EmptyListProps) {
  const { status, q } = address
  if (hasPets) {
    // The search of a complete list of all pets has searched everything.
    const mayFindMore = status !== undefined || isTruncated
    return <NoMatches typed={plainText(q)} mayFindMore={mayFindMore} onClear={() => onChange({ q: '' })} />
  }
  if (status === undefined) return <NoPets />
  return <NoPetsOfStatus status={status} onShowAll={() => onChange({ status: undefined })} />
}

type NoMatchesProps = { typed: string; mayFindMore: boolean; onClear: () => void }

function NoMatches({ typed, mayFindMore, onClear }: NoMatchesProps) {
  const clear = () => {
    // The button goes away, and without a focus the next letters that are typed would be shortcuts.
    document.querySelector<HTMLElement>('main input[type=search]')?.focus()
    onClear()
  }
  return (
    <div className="stack card empty">
      <p>
        No matches for “<BidiText text={typed} />”
      </p>
      <div className="actions">
        {mayFindMore && <FindButton typed={typed} />}
        <Button variant="quiet" onClick={clear}>
          Clear search
        </Button>
      </div>
    </div>
  )
}

function NoPets() {
  const { id: environmentId, name: environmentName } = useEnvironment()
  return (
    <div className="stack card empty">
      <p>{`No pets in ${environmentName} yet`}</p>
      <div className="actions">
        <Link to={newPetPath(environmentId)} className={buttonStyles['button']}>
          Add the first pet
        </Link>
        <Link to={importPath(environmentId)} className={buttonStyles['button']}>
          Import a spreadsheet
        </Link>
      </div>
    </div>
  )
}

function NoPetsOfStatus({ status, onShowAll }: { status: PetStatus; onShowAll: () => void }) {
  const { name: environmentName } = useEnvironment()
  return (
    <div className="stack card empty">
      <p>{`No ${status} pets in ${environmentName}`}</p>
      <Button onClick={onShowAll}>Show all pets</Button>
    </div>
  )
}

/** Looks for pets that the list may not have. */
export function FindButton({ typed }: { typed: string }) {
  return <Button onClick={() => findDialog.notify(typed)}>Search more pets</Button>
}
