import { memo } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './FindPet.module.css'

/** The page of the pet shows the whole text. Characters. */
const MAX_LENGTH = 80

type OptionProps = {
  optionId: string
  isActive: boolean
}

/** An option named "Rex, Dogs, Available, ID 981". */
export const FoundPet = memo(function FoundPet({ pet, optionId, isActive }: OptionProps & { pet: Pet }) {
  const { categories } = useEnvironment()
  const name = isVisuallyBlank(pet.name) ? '(no name)' : truncate(pet.name, MAX_LENGTH)
  const category = truncate(categories.get(pet.categoryId) ?? pet.categoryId, MAX_LENGTH)
  const status = truncate(statusText(pet.status), MAX_LENGTH)
  return (
    <div
      id={optionId}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={`${[name, category, status].map(bidiIsolate).join(', ')}, ID ${pet.id}`}
      className={styles['option']}
    >
      {/* With blanks between, as in the name of the option: speech input compares the two. */}
      <span className={styles['name']}>
        <BidiText text={name} />
      </span>{' '}
      <span className={styles['category']}>
        <BidiText text={category} />
      </span>{' '}
      <StatusTag status={pet.status} /> <span className={styles['id']}>ID {pet.id}</span>
    </div>
  )
})

export function LookUpId({ id, optionId, isActive }: OptionProps & { id: Int64 }) {
  return (
    <div id={optionId} role="option" tabIndex={-1} aria-selected={isActive} className={styles['option']}>
      <span className={styles['lookUp']}>
        <Icon name="search" />
        Look up ID {id}
      </span>
    </div>
  )
}
