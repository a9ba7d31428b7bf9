import { useId, useState } from 'react'
import { PET_STATUSES, type PetStatus } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { statusText } from '#src/pets/status-text.ts'
import type { ListAddress } from './list-address.ts'
import styles from './ListToolbar.module.css'
import { PageSizeField } from './PageSizeField.tsx'
import { SearchField } from './SearchField.tsx'

type ListToolbarProps = {
  address: ListAddress
  onChange: (part: Partial<ListAddress>, options?: { replace: boolean }) => void
  isWatching: boolean
  onWatch: (isWatching: boolean) => void
}

const STATUS_OPTIONS: readonly { value: PetStatus | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  ...PET_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
]

export function ListToolbar({ address, onChange, isWatching, onWatch }: ListToolbarProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['toolbar']}>
      <RadioGroup
        slot="status"
        legend="Status"
        hideLegend
        options={STATUS_OPTIONS}
        value={address.status ?? 'all'}
        onChange={(value) => onChange({ status: value === 'all' ? undefined : value })}
      />
      <SearchField q={address.q} onChange={(q) => onChange({ q }, { replace: true })} />
      {/* On anything wider than a phone they are always there, without the button. */}
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        Options
      </Button>
      <div id={id} className={styles['options']}>
        <PageSizeField limit={address.limit} onChange={(limit) => onChange({ limit })} />
        <label className="checkbox">
          <input type="checkbox" checked={isWatching} onChange={(event) => onWatch(event.target.checked)} />
          Check for changes every minute
        </label>
      </div>
    </div>
  )
}
