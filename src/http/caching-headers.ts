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

/**
 * Says whether the response may come from a cache between here and the service: shared caches may
 * keep it (`s-maxage`, RFC 9111, section 5.2.2.10), or one says how long it has kept it (`Age`,
 * section 5.1). `Age` cannot be read across origins, unless the service exposes it.
 */
export function mayBeOld(headers: Headers): boolean {
  const mayBeShared = /s-maxage=(?!0+\b)/i.test(headers.get('Cache-Control') ?? '')
  return mayBeShared || headers.has('Age') || mayBeKept(headers)
}
