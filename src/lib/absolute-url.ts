/** A base URL of the configuration with its origin; a path, or nothing for `/`, is on the app's own origin. */
export function absoluteUrl(baseUrl: string): string {
  return new URL(baseUrl || '/', globalThis.window?.location.origin).href
}
