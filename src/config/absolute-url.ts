/** A base URL of the configuration with its origin; a path, or nothing for `/`, is on the app's own origin. */
export function absoluteUrl(baseUrl: string): string {
  return baseUrl === '' || baseUrl.startsWith('/')
    ? new URL(baseUrl || '/', window.location.origin).href
    : new URL(baseUrl).href
}
