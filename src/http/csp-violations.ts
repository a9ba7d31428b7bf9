import { delay } from '#src/lib/delay.ts'

/** Origins that this site's content security policy blocks. */
const blocked = new Set<string>()

// The prerender of the build has no document.
globalThis.document?.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI))
    blocked.add(new URL(blockedURI).origin)
})

/** Whether the policy is why a request failed; the browser reports it in an event a moment later. */
export async function isBlockedByCsp(url: string): Promise<boolean> {
  await delay(0)
  return URL.canParse(url) && blocked.has(new URL(url).origin)
}
