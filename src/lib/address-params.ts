/**
 * Returns the parameters of an address, from what stands behind its path. Some mail programs write
 * `&amp;` for the `&` of a link. In a parameter of this app, `&` is always encoded.
 */
export function addressParams(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll(/&amp(?:;|%3B)/gi, '&'))
}
