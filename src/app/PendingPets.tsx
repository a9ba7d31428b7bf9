import { useEffect } from 'react'
import { tabTextNameOf } from '#src/browser/tab-texts.ts'
import { pendingTextNames } from '#src/outbox/pending-pets.ts'
import { outboxOf, tabTextNamed, useOutbox } from '#src/outbox/use-outbox.ts'
import type { Services } from './services.ts'

/**
 * Writes down the pets that this tab could not write before it was loaded, so that closing it does
 * not lose them. The outbox of each environment writes its own ones, which it may have by now: two
 * outboxes with one pet would send it twice. The outbox of the environment that is shown writes
 * those of environments that are not configured any more. Nothing is sent.
 */
export function PendingPets({ services }: { services: Services }) {
  const { byHand } = useOutbox()
  useEffect(() => {
    const namesOfEnvironments = enterPendingPetsOfEach(services)
    void byHand.open()
    for (const name of pendingTextNames())
      if (!namesOfEnvironments.has(name)) void byHand.enterPendingOf(tabTextNamed(name))
  }, [byHand, services])
  return null
}

/**
 * Has the outbox of each configured environment write its own pending pets.
 *
 * @returns the names of the texts of these environments
 */
function enterPendingPetsOfEach(services: Services): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { id } of services.config.environments) {
    const current = services.forEnvironment(id)
    if (current === undefined) continue
    const name = tabTextNameOf('by-hand', current.environment)
    names.add(name)
    if (pendingTextNames().includes(name)) void outboxOf(current).byHand.enterPending()
  }
  return names
}
