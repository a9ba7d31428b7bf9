/**
 * Returns a URL with its origin. A path is on the app's own origin, and an empty text means `/`.
 *
 * Every URL that `fetch` gets goes through this, because `fetch` refuses a path when the address of
 * the page has a user name and a password.
 */
export function absoluteUrl(url: string): string {
  return new URL(url || '/', globalThis.window?.location.origin).href
}
