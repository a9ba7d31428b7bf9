import { plainText } from '#src/lib/plain-text.ts'

const MAX_LENGTH = 8192

/** Returns the visible characters of a key as it is pasted, without a leading `Bearer `. */
export function normalizeKey(typed: string): string {
  return plainText(typed).replace(/^Bearer(\s+|$)/i, '')
}

/**
 * Says whether a key can be sent. Anything else throws in `new Headers`, or would be another key on
 * the wire, and no server accepts a longer one.
 */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key) && key.length <= MAX_LENGTH
}

/** Says why a key cannot be sent at all. Returns `undefined` when it can be tried. */
export function validateKey(key: string, service: string): string | undefined {
  if (key === '') return `Enter the API key for ${service}`
  if (isSendable(key)) return undefined
  return key.length > MAX_LENGTH
    ? 'API key is too long. Copy only the key'
    : 'API key must not contain spaces, line breaks or special characters. Copy it again'
}
