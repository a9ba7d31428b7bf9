import { yieldToEventLoop } from '#src/browser/yield-to-event-loop.ts'

/** Origins that the content security policy of this site kept a request from. */
const blocked = new Set<string>()

if (typeof document !== 'undefined') {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) {
      blocked.add(new URL(blockedURI).origin)
    }
  })
}

/** Whether the policy is why there was no answer; the browser tells it in an event of its own, a moment later. */
export async function isBlockedByCsp(url: string): Promise<boolean> {
  await yieldToEventLoop()
  return URL.canParse(url) && blocked.has(new URL(url).origin)
}
