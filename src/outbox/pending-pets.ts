import { readStored, storedNames } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

/**
 * Returns whether this tab has pets that were pressed before it was loaded, and that the ledger may
 * not have (tab-memory.ts). The list page asks this, without the code of the outbox, which finds
 * out of which environment they are: that may have had another ID when they were pressed.
 */
export function hasPendingPets(): boolean {
  return storedNames('session').some(
    (name) =>
      name.startsWith(`${OWN_PREFIX}by-hand.`) &&
      readStored('session', name)?.includes('"pressed":[{') === true,
  )
}
