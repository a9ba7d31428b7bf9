import { startTransition } from 'react'
import { PET_STATUSES, type PetStatus } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { EXACT_TEXT } from '#src/ui/exact-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { RadioGroup } from '#src/ui/RadioGroup.tsx'
import { controlValues, type ListAddress } from './list-address.ts'
import { ListOptions } from './ListOptions.tsx'
import styles from './PetListPage.module.css'

export type ListToolbarProps = {
  address: ListAddress
  onChange: (part: Partial<ListAddress>, options?: { replace: boolean }) => void
  /** The toolbar calls it before each change of the status, with the time of the press. */
  onFilterChange: (pressedAt: number) => void
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

/** Shows the controls above the list, whose state is the address of the list. */
export function ListToolbar(props: ListToolbarProps) {
  const { address, onChange, onFilterChange } = props
  const { q } = address
  const search = (typed: string) => onChange({ q: typed }, { replace: true })
  return (
    <>
      <RadioGroup
        slot="status"
        legend="Status"
        hideLegend
        options={STATUS_OPTIONS}
        value={controlValues(address).status}
        // The press is painted first, and a second press gives up the rows of the first.
        onChange={(value, pressedAt) =>
          startTransition(() => {
            onFilterChange(pressedAt)
            onChange({ status: value === 'all' ? undefined : value })
          })
        }
      />
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
      <ListOptions {...props} />
    </>
  )
}
