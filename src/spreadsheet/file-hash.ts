/**
 * Identifies a file, or pasted text as UTF-8, to recognise what was imported before. SHA-256 in hexadecimal digits; on
 * pages over plain http, where browsers have no SHA-256, `fnv1a-<8 digits>-<bytes>`, which two files may share by chance.
 */
export async function hashOf(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return fnv1a(bytes)
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  // Not Uint8Array.toHex(), which Chrome has since 140.
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fnv1a(bytes: Uint8Array): string {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return `fnv1a-${(hash >>> 0).toString(16).padStart(8, '0')}-${bytes.length}`
}
