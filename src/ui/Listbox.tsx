import { type ReactNode, useLayoutEffect, useRef } from 'react'

type ListboxProps = {
  id: string
  label: string
  className: string | undefined
  /** `id` of the selected option, which is kept in view. */
  activeId: string | undefined
  /** Called with the `id` of the option. */
  onChoose: (optionId: string) => void
  /** Elements with the role `option`, also in groups. */
  children: ReactNode
}

/** The options below a field that has the keys and keeps the focus (`aria-activedescendant`). */
export function Listbox({ id, label, className, activeId, onChoose, children }: ListboxProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (activeId !== undefined)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={className}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) => {
        const option = target instanceof Element ? target.closest('[role=option]') : null
        if (option !== null) onChoose(option.id)
      }}
    >
      {children}
    </div>
  )
}
