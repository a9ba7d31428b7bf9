import { type CSSProperties, memo, useMemo } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petPath, urlOf } from '#src/lib/paths.ts'
import { truncate } from '#src/lib/truncate.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { nameText } from '#src/pets/table/pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import styles from './PetLabel.module.css'
import { qrPath } from './qr-path.ts'
import { statusText } from '#src/pets/status-text.ts'

/**
 * The longest text that is in the document, in characters. Text for which a label has no room is
 * cut by its style.
 */
const MAX_TEXT_LENGTH = 200

/**
 * Shows a label in black on white. Its parent has the measures of a sheet (`measuresOf`) and
 * `--mm`.
 */
export const PetLabel = memo(function PetLabel({ pet }: { pet: Pet }) {
  const { id, name, categoryId, status } = pet
  const { id: environmentId, name: service, kind, categories } = useEnvironment()
  const { path, viewBox } = useMemo(() => qrPath(urlOf(petPath(environmentId, id))), [environmentId, id])
  const category = categories.get(categoryId) ?? `Category ${categoryId}`
  return (
    <div className={styles['label']}>
      <div className={styles['text']}>
        {kind !== 'production' && (
          <p className={styles['environment']} style={lengthOf(service)}>
            {service}
          </p>
        )}
        <p dir="auto" className={`clamp ${styles['name']}`}>
          {truncate(nameText(name), MAX_TEXT_LENGTH)}
        </p>
        <p className={styles['facts']}>
          <BidiText text={category} max={MAX_TEXT_LENGTH} />
          <BidiText text={statusText(status)} max={MAX_TEXT_LENGTH} />
        </p>
        <p className={styles['id']} style={lengthOf(`ID ${id}`)}>
          ID {id}
        </p>
      </div>
      <svg role="img" aria-label={`QR code for ID ${id}`} viewBox={viewBox} className={styles['code']}>
        <path d={path} />
      </svg>
    </div>
  )
})

/** Tells the style sheet how long a text is, because the letters are as large as that allows. */
function lengthOf(text: string): CSSProperties {
  return { '--length': text.length } as CSSProperties
}
