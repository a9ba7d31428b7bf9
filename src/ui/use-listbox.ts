import './listbox.css'
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect } from 'react'

type ListboxOptions<Id extends string> = {
  label: string
  ids: readonly Id[]
  isShown?: boolean
  active: Id | undefined
  /** While none is selected, an arrow leads to this one. */
  chosen?: Id | undefined
  onMove: (id: Id) => void
  onChoose: (id: Id) => void
}

/**
 * The options below a field that has the keys and keeps the focus, as in the editable combobox of the ARIA Authoring
 * Practices: arrows and the mouse. What Enter, Tab and Esc do is up to the field.
 */
export function useListbox<Id extends string>(options: ListboxOptions<Id>) {
  const { label, ids, isShown = ids.length > 0, active, chosen, onMove, onChoose } = options
  const listbox = useId()
  const optionId = (id: Id) => `${listbox}-${id}`

  useLayoutEffect(() => {
    if (active !== undefined)
      document.getElementById(`${listbox}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listbox, active])

  return {
    /** @returns whether it was an arrow, and all is done. */
    moveByArrow(event: KeyboardEvent): boolean {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || ids.length === 0) return false
      event.preventDefault()
      const from = active === undefined ? (step === 1 ? -1 : 0) : ids.indexOf(active)
      const isChosenFirst = active === undefined && chosen !== undefined && ids.includes(chosen)
      const next = isChosenFirst ? chosen : ids.at((from + step) % ids.length)
      if (next !== undefined) onMove(next)
      return true
    },
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': isShown ? listbox : undefined,
      'aria-activedescendant': active === undefined ? undefined : optionId(active),
    },
    list: {
      id: listbox,
      role: 'listbox',
      tabIndex: -1,
      'aria-label': label,
      // The focus stays in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    option: (id: Id) => ({
      id: optionId(id),
      role: 'option',
      tabIndex: -1,
      'aria-selected': id === active,
      onClick: () => onChoose(id),
    }),
  } as const
}
