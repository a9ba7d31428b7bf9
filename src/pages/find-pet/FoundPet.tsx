import type { HTMLAttributes } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { PET_COLUMNS } from '#src/pets/pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './FindPet.module.css'

/** An option named "Rex, Dogs, Available, ID 981". */
export function FoundPet({ pet, option }: { pet: Pet; option: HTMLAttributes<HTMLElement> }) {
  const { categories } = useEnvironment()
  const [id = '', name = '', category = '', status = ''] = PET_COLUMNS.map(({ text }) =>
    text(pet, categories),
  )
  return (
    <div
      {...option}
      aria-label={`${[name, category, status].map(bidiIsolate).join(', ')}, ID ${id}`}
      className={styles['option']}
    >
      {/* With blanks between, as in the name of the option: speech input compares the two. */}
      <span className="clamp">
        <BidiText text={name} />
      </span>{' '}
      <span className="cut">
        <BidiText text={category} />
      </span>{' '}
      <StatusTag status={pet.status} /> <span>ID {id}</span>
    </div>
  )
}
