import { delay } from '#src/lib/delay.ts'

/** The origins that this site's content security policy blocks. */
const blocked = new Set<string>()

// The prerender of the build has no document.
globalThis.document?.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI))
    blocked.add(new URL(blockedURI).origin)
})

/**
 * Says whether the policy is why a request failed. It waits, because the browser reports that in an
 * event a moment later.
 */
export async function isBlockedByCsp(url: string): Promise<boolean> {
  await delay(0)
  return URL.canParse(url) && blocked.has(new URL(url).origin)
}
