import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { findDialog } from '#src/pets/find-dialog.ts'
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
  const { id, name } = useEnvironment()
  const { status } = address
  const typed = plainText(address.q)
  return (
    <div className="stack card empty">
      <p>
        {hasPets ? (
          <>
            No matches for “<BidiText text={typed} />”
          </>
        ) : status === undefined ? (
          `No pets in ${name} yet`
        ) : (
          `No ${status} pets in ${name}`
        )}
      </p>
      {hasPets ? (
        <div className="actions">
          {/* There is no such button for a complete list, because all of its pets were searched
              already. */}
          {status !== undefined || isTruncated ? <FindButton typed={typed} /> : null}
          <Button
            variant="quiet"
            onClick={() => {
              // The button disappears, and without a focused field the next keys would be
              // shortcuts.
              document.querySelector<HTMLElement>('main input[type=search]')?.focus()
              onChange({ q: '' })
            }}
          >
            Clear search
          </Button>
        </div>
      ) : status === undefined ? (
        <div className="actions">
          <Link to={`/${id}/pets/new`} className={buttonStyles['button']}>
            Add the first pet
          </Link>
          <Link to={`/${id}/pets/import`} className={buttonStyles['button']}>
            Import a spreadsheet
          </Link>
        </div>
      ) : (
        <Button onClick={() => onChange({ status: undefined })}>Show all pets</Button>
      )}
    </div>
  )
}

/** Opens the dialog "Find a pet", for searches that the loaded pets may not answer. */
export function FindButton({ typed }: { typed: string }) {
  return <Button onClick={() => findDialog.notify(typed)}>Search more pets</Button>
}
