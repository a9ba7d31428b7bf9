/**
 * Returns a random ID of about 28 digits. We do not use crypto.randomUUID(), which exists on https
 * and localhost only.
 */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('')
}
