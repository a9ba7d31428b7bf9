/** A key as a person pastes it: trimmed, without a leading `Bearer ` (app-contract, "The API key"). */
export function normalizeKey(typed: string): string {
  return typed.trim().replace(/^Bearer(\s+|$)/i, '')
}

/** Characters. No server takes a header as long as this, and an entry of this size is no key but rubbish (F-53). */
export const MAX_KEY_LENGTH = 8192

/** What keeps a key from being sent at all; `undefined` when it can be tried. */
export function validateKey(key: string, service: string): string | undefined {
  if (key === '') return `Enter the API key for ${service}`
  // Anything else throws in `new Headers` or would be another key on the wire.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return 'API key must not contain spaces, line breaks or special characters. Copy it again'
  }
  if (key.length > MAX_KEY_LENGTH) return 'API key is too long. Copy only the key'
  return undefined
}
