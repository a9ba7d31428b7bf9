/**
 * Says whether a browser may use a response again without asking (RFC 9111, section 4.2; RFC 5861
 * for `stale-while-revalidate`). These headers can be read across origins.
 */
export function mayBeKept(headers: Headers): boolean {
  const caching = headers.get('Cache-Control') ?? ''
  if (/(^|[\s,])no-(store|cache)($|[\s,])/i.test(caching)) return false
  // With `max-age=0` alone, browsers ask about the response each time.
  const hasLifetime = /max-age=(?!0+\b)|stale-/i.test(caching)
  return hasLifetime || headers.has('Expires') || headers.has('Last-Modified')
}
