/**
 * Says whether a browser, or a cache in between, may use a response again without asking, or has
 * done so (RFC 9111, sections 4.2 and 5.1; RFC 5861 for `stale-while-revalidate`). All these
 * headers but `Age` can be read across origins.
 */
export function mayBeKept(headers: Headers): boolean {
  const caching = headers.get('Cache-Control') ?? ''
  if (/(^|[\s,])no-(store|cache)($|[\s,])/i.test(caching)) return false
  // With `max-age=0` alone, browsers ask about the response each time.
  const hasLifetime = /max-age=(?!0+\b)|stale-/i.test(caching)
  return hasLifetime || ['Age', 'Expires', 'Last-Modified'].some((name) => headers.has(name))
}
