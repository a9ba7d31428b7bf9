import { useEnvironment } from '#src/config/environment-context.ts'
import { truncate } from '#src/lib/truncate.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './CategoryLabelButtons.module.css'

type CategoryLabelButtonsProps = {
  value: string
  onChoose: (label: string) => void
}

/** More would push the rest of the form out of the viewport. */
const MAX_SUGGESTIONS = 8

const MAX_LABEL_LENGTH = 60

/** The category labels of the configuration, filtered by the text in the field. */
export function CategoryLabelButtons({ value, onChoose }: CategoryLabelButtonsProps) {
  const { categories } = useEnvironment()
  const typed = value.trim().toLowerCase()
  const { id } = parseCategory(value, categories)
  const chosen = id === undefined ? undefined : categories.get(id)
  const all = [...categories]
  const matching = all.filter(([, label]) => label.toLowerCase().includes(typed))
  const shown = (chosen !== undefined || matching.length === 0 ? all : matching).slice(0, MAX_SUGGESTIONS)
  return (
    <div className={styles['hint']}>
      <p>
        {/* An element for each text: React cannot remove a text node that a translation has replaced. */}
        {chosen === undefined ? (
          <span key="hint">Choose a category or enter its ID</span>
        ) : (
          <span key="chosen">
            <BidiText text={truncate(chosen, MAX_LABEL_LENGTH)} /> (ID {id})
          </span>
        )}
      </p>
      <ul className="actions">
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
