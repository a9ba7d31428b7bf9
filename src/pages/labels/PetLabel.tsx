import { type CSSProperties, memo, useMemo } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'
import { petUrl } from '#src/pets/pet-url.ts'
import { statusText } from '#src/pets/status-text.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './PetLabel.module.css'
import { qrPath } from './qr-path.ts'
import type { LabelPosition } from './sheets.ts'

/** Characters that are in the document at most; what a label has no room for is cut by its style. */
const MAX_TEXT_LENGTH = 200

/** Longer names are set in smaller letters. Characters. */
const LONG_NAME = 24

/** The same where category and status take two lines. */
const LONG_NAME_ABOVE_TWO_LINES = 12

/** Longer categories and statuses take two lines. Characters of both. */
const LONG_FACTS = 20

type PetLabelProps = {
  pet: Pet
  /** On its sheet, from 1. */
  place: number
  onPrintFrom: (position: LabelPosition) => void
}

/** Its size comes from the sheet (LabelSheets.tsx). */
export const PetLabel = memo(function PetLabel({ pet, place, onPrintFrom }: PetLabelProps) {
  const { id: environmentId, name: service, kind, categories } = useEnvironment()
  const { id, name, categoryId } = pet
  const url = petUrl(environmentId, id)
  const { path, viewBox } = useMemo(() => qrPath(url), [url])
  const label = categories.get(categoryId)
  const category = truncate(label ?? `Category ${categoryId}`, MAX_TEXT_LENGTH)
  const status = truncate(statusText(pet.status), MAX_TEXT_LENGTH)
  const isCrowded = category.length + status.length > LONG_FACTS
  return (
    <div role="listitem" className={styles['label']}>
      <div className={styles['text']}>
        {kind === 'production' ? null : (
          <p className={styles['environment']} style={lengthOf(service)}>
            {service}
          </p>
        )}
        <p
          dir="auto"
          className={styles['name']}
          data-long={name.length > (isCrowded ? LONG_NAME_ABOVE_TWO_LINES : LONG_NAME) || undefined}
          data-crowded={isCrowded || undefined}
        >
          {isVisuallyBlank(name) ? '(no name)' : truncate(name, MAX_TEXT_LENGTH)}
        </p>
        <p className={styles['facts']}>
          <span>
            <BidiText text={category} />
          </span>
          <span>
            <span>
              <BidiText text={status} />
            </span>
          </span>
        </p>
        <p className={styles['id']} style={lengthOf(`ID ${id}`)}>
          ID {id}
        </p>
      </div>
      <svg role="img" aria-label={`QR code for ID ${id}`} viewBox={viewBox} className={styles['code']}>
        <path d={path} />
      </svg>
      <button
        type="button"
        className={styles['from']}
        aria-label={`Print from here, ID ${id}`}
        onClick={() => onPrintFrom({ first: id, start: place })}
      >
        <span>Print from here</span>
      </button>
    </div>
  )
})

/** Its letters are as large as its length allows. */
function lengthOf(text: string): CSSProperties {
  return { '--length': text.length } as CSSProperties
}
