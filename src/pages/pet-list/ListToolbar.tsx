import { startTransition, useState } from 'react'
import { LIMIT_MAX, LIMIT_MIN, PET_STATUSES, type PetStatus } from '#src/pets/pet.ts'
import { orderLabel } from '#src/pets/table/order-texts.ts'
import { ORDERS } from '#src/pets/table/pet-columns.ts'
import { statusText } from '#src/pets/status-text.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { Button } from '#src/ui/Button.tsx'
import { EXACT_TEXT } from '#src/ui/exact-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { controlValues, type ListAddress } from './list-address.ts'
import styles from './PetListPage.module.css'

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

/**
 * The longest search in characters. The text is part of the address, and servers reject addresses
 * of many kilobytes on the next reload.
 */
const MAX_SEARCH_LENGTH = 500

export function ListToolbar({ address, onChange, isWatching, onWatch }: ListToolbarProps) {
  const { q, limit } = address
  const chosen = controlValues(address)
  const [isOpen, setIsOpen] = useState(false)
  const search = (typed: string) => onChange({ q: typed }, { replace: true })
  return (
    <>
      <div className={styles['option']}>
        <RadioGroup
          slot="status"
          legend="Status"
          hideLegend
          options={STATUS_OPTIONS}
          value={chosen.status}
          // The press is painted first, and a second press gives up the rows of the first.
          onChange={(value) =>
            startTransition(() => onChange({ status: value === 'all' ? undefined : value }))
          }
        />
      </div>
      <label className={`input search-box ${styles['search']}`}>
        <Icon name="search" />
        <span>Search these pets</span>
        <TextInput
          data-slot="search"
          type="search"
          value={q}
          maxLength={MAX_SEARCH_LENGTH}
          {...EXACT_TEXT}
          onChange={(event) => search(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && q !== '' && !isComposing(event.nativeEvent)) search('')
          }}
        />
      </label>
      {/* On a phone, this button shows all controls except the search. On anything wider, they
          are always there, without the button. */}
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Options
      </Button>
      {/* On a phone, this select takes the place of the buttons in the column headers. */}
      <label className={`row ${styles['option']} ${styles['sort']}`}>
        Sort by
        <select
          data-slot="sort"
          className="input"
          value={chosen.sort}
          onChange={(event) => onChange({ sort: ORDERS.find(({ param }) => param === event.target.value) })}
        >
          <option value="">Default order</option>
          {ORDERS.map((order) => (
            <option key={order.param} value={order.param}>
              {orderLabel(order)}
            </option>
          ))}
        </select>
      </label>
      <div className={`${styles['option']} ${styles['pageSize']}`}>
        <NumberField
          data-slot="page-size"
          label="Page size"
          value={limit}
          min={LIMIT_MIN}
          max={LIMIT_MAX}
          onChange={(value) => onChange({ limit: value })}
        />
      </div>
      <div className={styles['option']}>
        <label className="checkbox">
          <input type="checkbox" checked={isWatching} onChange={(event) => onWatch(event.target.checked)} />
          Check for changes every minute
        </label>
      </div>
    </>
  )
}
