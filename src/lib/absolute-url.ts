/**
 * Returns a URL with its origin; a path, or nothing for `/`, is on the app's own. Whatever `fetch` gets goes through this: it
 * refuses a path where the address of the page has a user name and a password.
 */
export function absoluteUrl(url: string): string {
  return new URL(url || '/', globalThis.window?.location.origin).href
}
