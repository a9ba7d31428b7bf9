/** A base URL of the configuration with its origin: a path (or nothing, for `/`) is one on the app's own. */
export function absoluteUrl(baseUrl: string): string {
  return new URL(baseUrl === '' ? '/' : baseUrl, window.location.origin).href
}
