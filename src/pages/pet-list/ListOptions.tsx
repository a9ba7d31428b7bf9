import { useRef, useState } from 'react'
import { LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { orderLabel } from '#src/pets/table/order-texts.ts'
import { ORDERS } from '#src/pets/table/pet-columns.ts'
import { Button } from '#src/ui/Button.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { controlValues } from './list-address.ts'
import type { ListToolbarProps } from './ListToolbar.tsx'
import { optionsLabel } from './options-label.ts'
import styles from './PetListPage.module.css'

/**
 * Shows the controls that one needs less often. On a phone, a button shows them, which says what is
 * set. On anything wider, they are always there, without the button.
 */
export function ListOptions({ address, onChange, isWatching, onWatch }: ListToolbarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (!isOpen) return
    setIsOpen(false)
    // The control that has the focus is about to be hidden.
    button.current?.focus()
  }
  const closeAfter = (control: Element) => {
    // Each arrow key is a choice by keyboard, and more may follow.
    if (!control.matches(':focus-visible')) close()
  }
  return (
    <>
      <Button ref={button} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {optionsLabel(address)}
      </Button>
      {/* On a phone, this select takes the place of the buttons in the column headers. */}
      <label className={`row ${styles['option']} ${styles['sort']}`}>
        Sort by
        <select
          data-slot="sort"
          className="input"
          value={controlValues(address).sort}
          onChange={({ target }) => {
            onChange({ sort: ORDERS.find(({ param }) => param === target.value) })
            closeAfter(target)
          }}
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
          value={address.limit}
          min={LIMIT_MIN}
          max={LIMIT_MAX}
          onChange={(value) => onChange({ limit: value })}
          onEnter={close}
        />
      </div>
      <div className={styles['option']}>
        <label className="checkbox">
          <input
            type="checkbox"
            checked={isWatching}
            onChange={({ target }) => {
              onWatch(target.checked)
              closeAfter(target)
            }}
          />
          Check for changes every minute
        </label>
      </div>
    </>
  )
}
