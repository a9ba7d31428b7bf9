/**
 * Whether a browser may use a response again without asking (RFC 9111, section 4.2; `stale-while-revalidate`: RFC 5861).
 * These headers can be read across origins.
 */
export function mayBeKept(headers: Headers): boolean {
  const caching = headers.get('Cache-Control') ?? ''
  if (/(^|[\s,])no-(store|cache)($|[\s,])/i.test(caching)) return false
  // `max-age=0` alone is asked about each time.
  const hasLifetime = /max-age=(?!0+\b)|stale-/i.test(caching)
  return hasLifetime || headers.has('Expires') || headers.has('Last-Modified')
}
