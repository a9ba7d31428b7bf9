import { type ComponentProps, type KeyboardEvent, useMemo, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useListbox } from '#src/ui/use-listbox.ts'
import styles from './CategoryField.module.css'
import { categoryFieldText, matchCategories, parseCategory } from './validate-new-pet.ts'

type CategoryFieldProps = {
  /** The text as it is typed: an ID, or a label of the configuration. */
  value: string
  onChange: (typed: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
} & Partial<Pick<ComponentProps<typeof TextField>, 'name' | 'label' | 'aria-label' | 'error'>>

/**
 * A text box for a category, with the labels of the configuration to choose from. It keeps the role
 * of a text box, by which tests and assistive technology find it.
 */
export function CategoryField({
  label = 'Category ID',
  value,
  onChange,
  onKeyDown,
  error,
  ...named
}: CategoryFieldProps) {
  const { categories } = useEnvironment()
  const hasLabels = categories.size > 0
  /**
   * Is set while the list is open. `pointed` is the option that the arrow keys have reached.
   * Without it, the typed text decides which option is active.
   */
  const [open, setOpen] = useState<{ pointed?: string | undefined }>()
  const { options, best } = useMemo(() => matchCategories(value, categories), [value, categories])
  const { id: chosen } = parseCategory(value, categories)
  const chosenLabel = categories.get(chosen ?? '')
  const isShown = open !== undefined && options.length > 0
  const active = isShown ? (options.find(({ id }) => id === open.pointed) ?? best) : undefined

  const close = () => setOpen(undefined)
  const choose = (id: string) => {
    onChange(categoryFieldText(id, categories))
    close()
  }
  const listbox = useListbox({
    label: 'Categories',
    ids: options.map(({ id }) => id),
    isShown,
    active: active?.id,
    // The arrow keys start from the category that is chosen already.
    onMove: (id) => setOpen({ pointed: active === undefined && chosenLabel !== undefined ? chosen : id }),
    onChoose: choose,
  })

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return onKeyDown?.(event)
    if (event.key === 'Escape' && isShown) {
      // Escape closes the list, but not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    listbox.onKeyDown(event)
    // Tab chooses the option, and still goes on to the next field.
    if (event.key === 'Tab' && active !== undefined) choose(active.id)
    if (event.key === 'Enter') close()
    // The form also hears of a key that chose an option. A scanner presses Enter twice, and the
    // sender must know of the first one.
    onKeyDown?.(event)
  }

  // Each text has an element of its own, because React cannot remove a text node that a translation
  // has replaced.
  const hint =
    chosenLabel === undefined ? (
      <p key="hint">{hasLabels ? 'Choose a category or enter its ID' : 'A whole number'}</p>
    ) : (
      <p key="chosen">
        <BidiText text={chosenLabel} /> (ID {chosen})
      </p>
    )

  return (
    <div className={styles['field']}>
      <TextField
        {...named}
        label={label}
        required
        inputMode={hasLabels ? 'text' : 'numeric'}
        error={error}
        value={value}
        onChange={(event) => {
          // A text that is complete needs no list, which would cover the next field.
          setOpen(matchCategories(event.target.value, categories).best && {})
          onChange(event.target.value)
        }}
        onClick={() => setOpen({})}
        onBlur={close}
        onKeyDown={handleKeyDown}
        {...(hasLabels && { ...listbox.field, 'aria-haspopup': 'listbox' })}
        hint={hint}
        after={
          <>
            {hasLabels ? <Icon name="chevron" className={styles['chevron']} /> : null}
            {isShown ? (
              <div {...listbox.list} className={`listbox float ${styles['options']}`}>
                {options.map((option) => (
                  <div
                    key={option.id}
                    {...listbox.option(option.id)}
                    className="row gap-1"
                    data-chosen={option.id === chosen || undefined}
                  >
                    <BidiText text={option.label} /> <span className="small">(ID {option.id})</span>
                  </div>
                ))}
              </div>
            ) : null}
          </>
        }
      />
    </div>
  )
}
