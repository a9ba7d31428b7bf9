/**
 * Returns the parameters of an address, from the part behind its path. Some mail programs write
 * `&amp;` for the `&` of a link, which is safe to undo because `&` is always encoded in a parameter
 * of this app.
 */
export function addressParams(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll(/&amp(?:;|%3B)/gi, '&'))
}
