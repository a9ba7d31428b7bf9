import { useEffect } from 'react'
import { useOutbox } from '#src/outbox/use-outbox.ts'

/**
 * Writes down the pets that this tab could not write before it was loaded, so that closing it does
 * not lose them. It sends nothing.
 */
export function PendingPets() {
  const { byHand } = useOutbox()
  useEffect(() => void byHand.open(), [byHand])
  return null
}
