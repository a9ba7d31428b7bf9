import { useEffect } from 'react'
import { pendingTextNames } from '#src/outbox/pending-pets.ts'
import { tabTextNamed, useOutbox } from '#src/outbox/use-outbox.ts'

/**
 * Writes down the pets that this tab could not write before it was loaded, so that closing it does
 * not lose them: those of this environment, and of any other one. It sends nothing.
 */
export function PendingPets() {
  const { byHand } = useOutbox()
  useEffect(() => {
    void byHand.open()
    for (const name of pendingTextNames()) void byHand.enterPendingOf(tabTextNamed(name))
  }, [byHand])
  return null
}
