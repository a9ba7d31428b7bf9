import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ignoreMisplacedClicks } from '#src/browser/misplaced-clicks.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { AddPetForm } from './AddPetForm.tsx'
import { JustAdded } from './JustAdded.tsx'
import styles from './PetCreatePage.module.css'
import { useAddPet } from './use-add-pet.ts'

/**
 * Each visit has a page of its own, because what the address fills in is no draft until something
 * is typed.
 */
export function PetCreatePage() {
  // A card grows while its pet is sent, and moves the buttons below it.
  useEffect(ignoreMisplacedClicks, [])
  return <AddPet key={useLocation().key} />
}

function AddPet() {
  const { name: environmentName } = useEnvironment()
  const addPet = useAddPet()
  return (
    <>
      <PageTitle page="Add a pet" environmentName={environmentName} />
      <h1>Add a pet</h1>
      <div className={styles['columns']}>
        <AddPetForm addPet={addPet} />
        <JustAdded snapshot={addPet.snapshot} form={addPet.cardForm} />
      </div>
    </>
  )
}
