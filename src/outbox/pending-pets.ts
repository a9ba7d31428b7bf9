import { readStored, storedNames } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

/**
 * Returns the names in sessionStorage of the texts that have pets which were pressed before this
 * tab was loaded, and which the ledger may not have (tab-memory.ts). The list page asks this,
 * without the code of the outbox. The pets may be of another environment than the one that is
 * shown.
 */
export function pendingTextNames(): readonly string[] {
  return storedNames('session').filter(
    (name) =>
      name.startsWith(`${OWN_PREFIX}by-hand.`) &&
      readStored('session', name)?.includes('"pressed":[{') === true,
  )
}
