import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'

const TEXTS: Readonly<Record<string, string>> = { available: 'Available', pending: 'Pending', sold: 'Sold' }

/** A missing status is "Not set"; one that the app does not know is shown as the service sent it. */
export function statusText(status: string | undefined): string {
  if (status === undefined) return 'Not set'
  if (isVisuallyBlank(status)) return '(empty)'
  return Object.hasOwn(TEXTS, status) ? (TEXTS[status] ?? status) : status
}
