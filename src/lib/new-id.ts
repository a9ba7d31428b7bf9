/** Random; about 28 digits. crypto.randomUUID() exists on https and localhost only. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('')
}
