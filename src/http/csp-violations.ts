import { delay } from '#src/lib/delay.ts'

const hasDocument = typeof document !== 'undefined'

/** Origins that this site's content security policy blocks. */
const blocked = new Set<string>()

if (hasDocument) {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) {
      blocked.add(new URL(blockedURI).origin)
    }
  })
}

/** Whether the policy is why a request failed; the browser reports it in an event a moment later. */
export async function isBlockedByCsp(url: string): Promise<boolean> {
  if (!hasDocument) return false
  await delay(0)
  return URL.canParse(url) && blocked.has(new URL(url).origin)
}
