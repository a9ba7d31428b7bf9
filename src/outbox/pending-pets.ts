import { readStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

/** The name in sessionStorage of what a tab remembers of pets by hand (tab-memory.ts). */
export const byHandName = (environmentId: string): string => `${OWN_PREFIX}by-hand.${environmentId}`

/**
 * Returns whether this tab has pets that were pressed before it was loaded, and that the ledger may
 * not have. The list page asks this, without the code of the outbox.
 */
export function hasPendingPets(environmentId: string): boolean {
  return readStored('session', byHandName(environmentId))?.includes('"pressed":[{') === true
}
