import { nextTask } from '#src/lib/next-task.ts'

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
export async function isBlocked(url: string): Promise<boolean> {
  await nextTask()
  return URL.canParse(url) && blocked.has(new URL(url).origin)
}
