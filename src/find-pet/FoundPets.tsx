import type { HTMLAttributes } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { rowTexts } from '#src/pets/table/pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { useListbox } from '#src/ui/use-listbox.ts'
import styles from './FindPet.module.css'

type FoundPetsProps = {
  pets: readonly Pet[]
  /** An ID to look up, of which this tab knows no pet. */
  unknownId: Int64 | undefined
  isTyped: boolean
  listbox: Pick<ReturnType<typeof useListbox<Int64>>, 'list' | 'option'>
}

/** The options below the field. */
export function FoundPets({ pets, unknownId, isTyped, listbox }: FoundPetsProps) {
  return (
    <div {...listbox.list} className="listbox">
      {unknownId !== undefined && (
        <div {...listbox.option(unknownId)}>
          <span className="row">
            <Icon name="search" />
            Look up ID {unknownId}
          </span>
        </div>
      )}
      {!isTyped && <p className="small">Seen or added in this tab</p>}
      {pets.map((pet) => (
        <FoundPet key={pet.id} pet={pet} option={listbox.option(pet.id)} />
      ))}
    </div>
  )
}

/** An option named "Rex, Dogs, Available, ID 981". */
function FoundPet({ pet, option }: { pet: Pet; option: HTMLAttributes<HTMLElement> }) {
  const { categories } = useEnvironment()
  const { id, name, category, status } = rowTexts(pet, categories).texts
  return (
    <div
      {...option}
      aria-label={`${[name, category, status].map(bidiIsolate).join(', ')}, ID ${id}`}
      className={styles['option']}
    >
      {/* Blanks stand between, as in the name of the option, because speech input compares the
          two. */}
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
