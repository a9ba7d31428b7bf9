/** A path with a `/` at both ends, of characters that mean themselves in addresses, host configs and patterns (but for the dot). */
const BASE_PATH = /^\/(?:[\w-]+(?:\.[\w-]+)*\/)*$/

export const INVALID_BASE_PATH =
  '--base must be the path that the site is served below, such as /petstore-admin/: letters, digits, "-", "_", "." and "/" only'

/** @returns the path with a `/` at both ends; `undefined` when the app cannot be served below it. */
export function parseBasePath(text: string): string | undefined {
  const path = text.endsWith('/') ? text : `${text}/`
  return BASE_PATH.test(path) ? path : undefined
}

/** The path that a build was made for, from its index.html; `undefined` when that has no script of a build. */
export function basePathOf(html: string): string | undefined {
  return /<script type="module"[^>]*\ssrc="(\/[^"]*?)assets\/[^"/]*"/.exec(html)?.[1]
}
