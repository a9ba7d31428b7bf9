import { useEnvironment } from '#src/config/environment-context.ts'
import { truncate } from '#src/lib/truncate.ts'
import { parseCategory } from '#src/pets/new-pet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './CategoryLabelButtons.module.css'

type CategoryLabelButtonsProps = {
  /** What stands in the field. */
  value: string
  onChoose: (label: string) => void
}

/** More than this would push the form away; typing narrows them. */
const SHOWN = 8

/** A suggestion shows no more than this of a label. Characters. */
const MAX_LABEL_LENGTH = 60

/** The labels of the configuration as suggestions; what is typed narrows them. */
export function CategoryLabelButtons({ value, onChoose }: CategoryLabelButtonsProps) {
  const { categories } = useEnvironment()
  const typed = value.trim().toLowerCase()
  const { id } = parseCategory(value, categories)
  const chosen = id === undefined ? undefined : categories.get(id)
  const all = [...categories]
  const matching = all.filter(([, label]) => label.toLowerCase().includes(typed))
  const shown = (chosen !== undefined || matching.length === 0 ? all : matching).slice(0, SHOWN)
  return (
    <div className={styles['hint']}>
      <p>
        {/* In elements of their own: a page that the browser translates must not lose a text that goes. */}
        {chosen === undefined ? (
          <span key="hint">Choose a category or enter its ID</span>
        ) : (
          <span key="chosen">
            <BidiText text={truncate(chosen, MAX_LABEL_LENGTH)} /> (ID {id})
          </span>
        )}
      </p>
      <ul>
        {shown.map(([categoryId, label]) => (
          <li key={categoryId}>
            <button type="button" aria-pressed={categoryId === id} onClick={() => onChoose(label)}>
              <BidiText text={truncate(label, MAX_LABEL_LENGTH)} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
