/**
 * A base URL of the configuration with its origin; a path, or nothing for `/`, is on the app's own origin. The build,
 * which has no window, renders pages with an absolute one.
 */
export function absoluteUrl(baseUrl: string): string {
  return new URL(baseUrl, typeof window === 'undefined' ? undefined : window.location.origin).href
}
