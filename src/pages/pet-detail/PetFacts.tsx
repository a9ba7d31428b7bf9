import { type ReactNode, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { measuresOf, storedSheet } from '#src/pets/labels/label-sheets.ts'
import { isPetStatus, type Pet } from '#src/pets/pet.ts'
import { PetLabel } from '#src/pets/labels/PetLabel.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { isWholeNameInHeading } from './heading.ts'
import styles from './PetDetailPage.module.css'

/**
 * Shows what the heading does not, and the label as it will print. They are as high while the pet
 * is awaited.
 */
export function PetFacts({ pet, isAwaited }: { pet: Pet; isAwaited: boolean }) {
  const { id, name, categoryId, status } = pet
  const { categories } = useEnvironment()
  const [sheet] = useState(storedSheet)
  const label = categories.get(categoryId)
  return (
    <div className={`row ${styles['facts']}`} aria-hidden={isAwaited}>
      <dl className="card divided">
        <Fact term="ID">
          {id}
          <CopyButton variant="icon" text={id} what={`ID ${id}`} />
        </Fact>
        <Fact term="Name" isInHeading={isWholeNameInHeading(pet)}>
          <BidiText text={name} max={Infinity} />
        </Fact>
        <Fact term="Category">
          <BidiText text={label ?? categoryId} max={Infinity} />
          {label !== undefined && <span className="small"> (ID {categoryId})</span>}
        </Fact>
        <Fact term="Status" isInHeading={isPetStatus(status) || status === undefined}>
          <BidiText text={statusText(status)} max={Infinity} />
        </Fact>
      </dl>
      <div className={`card ${styles['labelPlace']}`} style={measuresOf(sheet)}>
        <div role="img" aria-label="The label as it will print" className={styles['label']}>
          <PetLabel pet={pet} />
        </div>
      </div>
    </div>
  )
}

function Fact(props: { term: string; isInHeading?: boolean; children: ReactNode }) {
  const className = props.isInHeading ? 'visually-hidden' : `row ${styles['fact']}`
  return (
    <div className={className}>
      <dt className="small">{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
