import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { isPetStatus } from './pet.ts'

/**
 * Returns the text of a status. A missing one is "Not set", and one that the app does not know is
 * shown as the service sent it.
 */
export function statusText(status: string | undefined): string {
  if (status === undefined) return 'Not set'
  if (isPetStatus(status)) return status.charAt(0).toUpperCase() + status.slice(1)
  return isVisuallyBlank(status) ? '(empty)' : status
}
