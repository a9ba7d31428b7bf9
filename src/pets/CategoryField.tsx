import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isWholeNumber } from '#src/lib/int64.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { truncate } from '#src/lib/truncate.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Listbox } from '#src/ui/Listbox.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './CategoryField.module.css'
import { type CategoryOption, matchCategories } from './match-categories.ts'
import { parseCategory } from './validate-new-pet.ts'

/** Characters. */
const MAX_LABEL_LENGTH = 60

type CategoryFieldProps = {
  fieldLabel?: string
  /** Where several such fields are on a page; begins with the label. */
  accessibleName?: string | undefined
  /** As it is typed: an ID, or a label of the configuration. */
  value: string
  onChange: (typed: string) => void
  /** Keys that the list has no use for. */
  onKeyDown?: (event: KeyboardEvent) => void
  error?: ReactNode
}

/**
 * A text box for a category, with the labels of the configuration to choose from: the keys are those of the editable
 * combobox of the ARIA Authoring Practices. Its role stays that of a text box, by which others know it.
 */
export function CategoryField({
  fieldLabel = 'Category ID',
  accessibleName,
  value,
  onChange,
  onKeyDown,
  error,
}: CategoryFieldProps) {
  const { categories } = useEnvironment()
  const listbox = useId()
  const optionId = (id: string) => `${listbox}-${id}`
  const [isOpen, setIsOpen] = useState(false)
  /** By arrow key; `undefined` leaves it to what is typed. */
  const [pointed, setPointed] = useState<string>()
  const { options, best } = useMemo(() => matchCategories(value, categories), [value, categories])
  const { id: chosen } = parseCategory(value, categories)
  const chosenLabel = chosen === undefined ? undefined : categories.get(chosen)
  const isUnknown = options.length === 0 && chosen === undefined && !isWholeNumber(value.trim())
  const isShown = isOpen && options.length > 0
  const active = isShown ? (options.find(({ id }) => id === pointed) ?? best) : undefined
  const activeId = active?.id

  const close = () => {
    setIsOpen(false)
    setPointed(undefined)
  }
  const choose = (option: CategoryOption) => {
    onChange(option.text)
    close()
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return onKeyDown?.(event)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options.length === 0) return
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const from = options.findIndex(({ id }) => id === (active?.id ?? chosen))
      // The first key shows what is chosen; from there on each leads to the next.
      const next =
        active === undefined && from >= 0 ? from : from < 0 && step < 0 ? options.length - 1 : from + step
      setPointed(options[(next + options.length) % options.length]?.id)
    } else if (active !== undefined && (event.key === 'Enter' || event.key === 'Tab')) {
      // Tab goes on to the next field all the same; Enter must not send the form.
      if (event.key === 'Enter') event.preventDefault()
      choose(active)
      // Whoever sends with Enter must know of this one: a scanner presses it twice.
      onKeyDown?.(event)
    } else if (event.key === 'Escape' && isShown) {
      // Not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else {
      if (event.key === 'Enter') close()
      onKeyDown?.(event)
    }
  }

  return (
    <div className={styles['field']}>
      <TextField
        label={fieldLabel}
        aria-label={accessibleName}
        required
        inputMode={categories.size === 0 ? 'numeric' : 'text'}
        spellCheck={false}
        error={error}
        value={value}
        onChange={(event) => {
          setPointed(undefined)
          // What is complete needs no list, which would cover the next field.
          setIsOpen(matchCategories(event.target.value, categories).best !== undefined)
          onChange(event.target.value)
        }}
        onClick={() => setIsOpen(true)}
        onBlur={close}
        onKeyDown={handleKeyDown}
        {...(categories.size === 0
          ? {}
          : {
              'aria-autocomplete': 'list',
              'aria-haspopup': 'listbox',
              'aria-controls': isShown ? listbox : undefined,
              'aria-activedescendant': active && optionId(active.id),
            })}
        hint={
          // An element for each text: React cannot remove a text node that a translation has replaced.
          categories.size === 0 ? (
            'A whole number'
          ) : chosenLabel === undefined ? (
            <p key={isUnknown ? 'unknown' : 'hint'} className={styles['chosen']}>
              {isUnknown ? (
                <>
                  No category “<BidiText text={truncate(value.trim(), MAX_LABEL_LENGTH)} />
                  ”. Choose one or enter its ID
                </>
              ) : (
                'Choose a category or enter its ID'
              )}
            </p>
          ) : (
            <p key="chosen" className={styles['chosen']}>
              <BidiText text={truncate(chosenLabel, MAX_LABEL_LENGTH)} /> (ID {chosen})
            </p>
          )
        }
        after={
          categories.size === 0 ? undefined : (
            <>
              <Icon name="chevron" className={styles['chevron']} />
              {isShown ? (
                <Listbox
                  id={listbox}
                  label="Categories"
                  className={styles['options']}
                  activeId={activeId}
                  onChoose={(id) => {
                    const clicked = options.find((option) => optionId(option.id) === id)
                    if (clicked !== undefined) choose(clicked)
                  }}
                >
                  {options.map(({ id, label }) => (
                    <div
                      key={id}
                      id={optionId(id)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={id === active?.id}
                      data-chosen={id === chosen || undefined}
                    >
                      <BidiText text={truncate(label, MAX_LABEL_LENGTH)} /> <span>(ID {id})</span>
                    </div>
                  ))}
                </Listbox>
              ) : null}
            </>
          )
        }
      />
    </div>
  )
}
