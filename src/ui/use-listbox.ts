import './listbox.css'
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect } from 'react'
import { isComposing } from '#src/lib/is-composing.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

type ListboxOptions<Id extends string> = {
  label: string
  ids: readonly Id[]
  isShown?: boolean
  active: Id | undefined
  onMove: (id: Id) => void
  onChoose: (id: Id) => void
}

/**
 * Returns the props of the options below a field that has the keys and keeps the focus, as in the
 * editable combobox of the ARIA Authoring Practices. Arrows, Enter and the mouse choose an option.
 */
export function useListbox<Id extends string>(options: ListboxOptions<Id>) {
  const { label, ids, isShown = ids.length > 0, active, onMove, onChoose } = options
  const listbox = useId()
  const optionId = (id: Id) => `${listbox}-${id}`

  useLayoutEffect(() => {
    if (active !== undefined)
      document.getElementById(`${listbox}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listbox, active])

  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing(event.nativeEvent)) return
      const step = STEPS[event.key] ?? 0
      const next = optionAfter(active, ids, step)
      if (event.key === 'Enter' && active !== undefined) onChoose(active)
      else if (step !== 0 && next !== undefined) onMove(next)
      else return
      event.preventDefault()
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
      // The default is prevented, so that the focus stays in the field.
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

/**
 * Returns the option that a step leads to, which goes on at the other end of the list. Where no
 * option is active, a step leads to the end that it comes from.
 */
function optionAfter<Id>(active: Id | undefined, ids: readonly Id[], step: number): Id | undefined {
  if (active === undefined) return ids.at(step === 1 ? 0 : -1)
  return ids.at((ids.indexOf(active) + step) % ids.length)
}
