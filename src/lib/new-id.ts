/** Random; about 20 characters. crypto.randomUUID() exists on https and localhost only. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
}
