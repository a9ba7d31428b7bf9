import { useState } from 'react'
import type { PetList } from '#src/pets/pet.ts'
import type { Marks, PetChange } from './list-changes.ts'

export type ListChanges = {
  readonly changes: readonly PetChange[]
  /** The time of the list before, in milliseconds since 1970. */
  readonly since: number
  /** Says what it means that pets are gone from this list. */
  readonly goneNote: string
}

/** The changes that a list on the screen shows. */
export type ShownChanges = ListChanges & { readonly list: PetList; readonly marks: Marks }

/**
 * Returns the changes that the list on the page shows, and the function that sets them. They belong
 * to one list: they do not return when somebody comes back to it.
 */
export function useShownChanges(list: PetList | undefined) {
  const [shown, setShown] = useState<ShownChanges>()
  if (shown !== undefined && shown.list !== list) setShown(undefined)
  return [shown, setShown] as const
}
