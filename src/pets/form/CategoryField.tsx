import { type ComponentProps, type KeyboardEvent, useMemo, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useListbox } from '#src/ui/use-listbox.ts'
import styles from './CategoryField.module.css'
import { CategoryOptions } from './CategoryOptions.tsx'
import { categoryFieldText, matchCategories, parseCategory } from '#src/pets/validate-new-pet.ts'

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
  const inputMode = hasLabels ? 'text' : 'numeric'
  /**
   * There while the list is open. `pointed` is the ID that an arrow key led to; without it, what is
   * typed decides.
   */
  const [open, setOpen] = useState<{ pointed?: string | undefined }>()
  const { options, best } = useMemo(() => matchCategories(value, categories), [value, categories])
  const { id: chosen } = parseCategory(value, categories)
  const chosenLabel = categories.get(chosen ?? '')
  const isShown = open !== undefined && options.length > 0
  const active = isShown ? (options.find(({ id }) => id === open.pointed) ?? best) : undefined

  const close = () => setOpen(undefined)
  const type = (typed: string) => {
    // A complete category needs no list, which would cover the next field.
    const needsList = matchCategories(typed, categories).best !== undefined
    setOpen(needsList ? {} : undefined)
    onChange(typed)
  }
  const choose = (id: string) => {
    onChange(categoryFieldText(id, categories))
    close()
  }
  const listbox = useListbox({
    label: 'Categories',
    ids: options.map(({ id }) => id),
    isShown,
    active: active?.id,
    // The first arrow key starts at what is chosen already.
    onMove: (id) => setOpen({ pointed: active === undefined && chosenLabel !== undefined ? chosen : id }),
    onChoose: choose,
  })

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return onKeyDown?.(event)
    if (event.key === 'Escape' && isShown) {
      // Escape closes the list alone, and not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    listbox.onKeyDown(event)
    // Tab goes on to the next field all the same.
    if (event.key === 'Tab' && active !== undefined) choose(active.id)
    if (event.key === 'Enter') close()
    // It hears of a key that chose, too: a scanner presses Enter twice, and whoever sends must know
    // of the first one.
    onKeyDown?.(event)
  }

  return (
    <div className={styles['field']}>
      <TextField
        {...named}
        label={label}
        required
        inputMode={inputMode}
        error={error}
        value={value}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen({})}
        onBlur={close}
        onKeyDown={handleKeyDown}
        {...(hasLabels && { ...listbox.field, 'aria-haspopup': 'listbox' })}
        hint={<CategoryHint id={chosen} label={chosenLabel} hasLabels={hasLabels} />}
        after={
          <>
            {hasLabels && <Icon name="chevron" className={styles['chevron']} />}
            {isShown && <CategoryOptions options={options} chosen={chosen} listbox={listbox} />}
          </>
        }
      />
    </div>
  )
}

type CategoryHintProps = { id: string | undefined; label: string | undefined; hasLabels: boolean }

/**
 * Names the category that is chosen. Each text has an element: React cannot remove a text node that
 * a translation has replaced.
 */
function CategoryHint({ id, label, hasLabels }: CategoryHintProps) {
  if (label === undefined && hasLabels) return <p key="hint">Choose a category or enter its ID</p>
  if (label === undefined) return <p key="hint">A whole number</p>
  return (
    <p key="chosen">
      <BidiText text={label} /> (ID {id})
    </p>
  )
}
