import { readStored, storedNames } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

/**
 * Returns the names in sessionStorage of the texts with pets that were pressed before this page was
 * loaded, in any environment, and that the ledger may not have (tab-memory.ts). We look for them
 * without parsing the texts, so that a page need not load the code of the outbox.
 */
export function pendingTextNames(): readonly string[] {
  return storedNames('session').filter(
    (name) =>
      name.startsWith(`${OWN_PREFIX}by-hand.`) &&
      readStored('session', name)?.includes('"pressed":[{') === true,
  )
}
