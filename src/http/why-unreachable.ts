import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { delay } from '#src/lib/delay.ts'
import type { NoResponseReason } from './errors.ts'

/**
 * The time limit in milliseconds for loading the code that tells, which comes over the same
 * network. Nobody should wait longer.
 */
const MAX_WAIT_MS = 1000

/**
 * Tells whether the browser itself blocked a request that failed. Browsers block mixed content and
 * the local network only for secure pages.
 */
export async function whyUnreachable(url: string): Promise<NoResponseReason> {
  if (!window.isSecureContext || !navigator.onLine) return 'unreachable'
  const block = await Promise.race([askBrowser(url).catch(() => undefined), delay(MAX_WAIT_MS)])
  return block ?? 'unreachable'
}

async function askBrowser(url: string) {
  // This code is in the same chunk as the rest of an alert about a request.
  const { blockedByBrowser } = await import('#src/browser/blocked-by-browser.ts')
  return blockedByBrowser(new URL(window.location.origin), new URL(absoluteUrl(url)))
}
