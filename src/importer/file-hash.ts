import { createTimeSlice } from './time-slice.ts'

/** How much is hashed between two looks at the clock, in bytes. */
const BLOCK = 65_536

/**
 * By which a file or a paste is known again ("this file was imported before"); a text as its UTF-8. SHA-256 as
 * hexadecimal digits; where the browser has none (pages over plain http), `fnv1a-<8 digits>-<bytes>`: the same
 * content gets the same hash, but now and then another file may too, so it serves a hint and no decision.
 */
export async function hashOf(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return fnv1a(bytes)
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  // Not Uint8Array.toHex(): Chrome has it from 140.
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The 32-bit hash of Fowler, Noll and Vo, variant 1a. */
async function fnv1a(bytes: Uint8Array): Promise<string> {
  const slice = createTimeSlice()
  let hash = 0x811c9dc5
  for (let start = 0; start < bytes.length; start += BLOCK) {
    if (slice.isExpired()) await slice.yield()
    for (const byte of bytes.subarray(start, start + BLOCK)) hash = Math.imul(hash ^ byte, 0x01000193)
  }
  return `fnv1a-${(hash >>> 0).toString(16).padStart(8, '0')}-${bytes.length}`
}
