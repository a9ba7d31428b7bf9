import { type ReactNode, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { measuresOf, storedSheet } from '#src/pets/label-sheets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetLabel } from '#src/pets/PetLabel.tsx'
import { MAX_STATUS_LENGTH } from '#src/pets/StatusTag.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import styles from './PetDetailPage.module.css'

/** Longer names are cut in the heading. Characters. */
export const MAX_HEADING_LENGTH = 300

type PetFactsProps = {
  id: Int64
  /** `undefined` while it is awaited: it takes as much room. */
  pet: Pet | undefined
}

/** What the heading does not show, and the label as it will print. */
export function PetFacts({ id, pet }: PetFactsProps) {
  const { categories } = useEnvironment()
  const [sheet] = useState(storedSheet)
  const label = pet && categories.get(pet.categoryId)
  const status = statusText(pet?.status)
  return (
    <div className={`row ${styles['facts']}`}>
      {pet === undefined ? <span className="visually-hidden">Loading…</span> : null}
      <dl className="card divided" aria-hidden={pet === undefined}>
        <Fact term="ID">
          {id}
          {pet && <CopyButton variant="icon" text={id} what={`ID ${id}`} />}
        </Fact>
        {pet === undefined ? (
          <Fact term="Category">
            <span className={`skeleton ${styles['awaited']}`}>&nbsp;</span>
          </Fact>
        ) : (
          <>
            <Fact term="Name" isInHeading={pet.name.length <= MAX_HEADING_LENGTH}>
              <BidiText text={pet.name} max={Infinity} />
            </Fact>
            <Fact term="Category">
              <BidiText text={label ?? pet.categoryId} max={Infinity} />
              {label === undefined ? null : <span className="small"> (ID {pet.categoryId})</span>}
            </Fact>
            <Fact term="Status" isInHeading={status.length <= MAX_STATUS_LENGTH}>
              <BidiText text={status} max={Infinity} />
            </Fact>
          </>
        )}
      </dl>
      <div
        role={pet && 'img'}
        aria-label="The label as it will print"
        className={styles['label']}
        style={measuresOf(sheet)}
      >
        {pet && <PetLabel pet={pet} />}
      </div>
    </div>
  )
}

function Fact(props: { term: string; isInHeading?: boolean; children: ReactNode }) {
  return (
    <div className={props.isInHeading ? 'visually-hidden' : `row ${styles['fact']}`}>
      <dt className="small">{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
