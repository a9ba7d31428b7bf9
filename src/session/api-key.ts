import { MAX_KEY_LENGTH } from './key-storage.ts'

/** A key as it is pasted: trimmed, and without a leading `Bearer `. */
export function normalizeKey(typed: string): string {
  return typed.trim().replace(/^Bearer(\s+|$)/i, '')
}

/** Why a key cannot be sent at all; `undefined` when it can be tried. */
export function validateKey(key: string, service: string): string | undefined {
  if (key === '') return `Enter the API key for ${service}`
  // Anything else throws in `new Headers`, or would be another key on the wire.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return 'API key must not contain spaces, line breaks or special characters. Copy it again'
  }
  if (key.length > MAX_KEY_LENGTH) return 'API key is too long. Copy only the key'
  return undefined
}
