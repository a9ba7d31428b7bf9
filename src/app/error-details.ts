import { truncate } from '#src/lib/truncate.ts'
import { redactKey } from '#src/lib/redact-key.ts'

/** An error's message may quote anything. Characters. */
const MAX_MESSAGE_LENGTH = 500

/** For bug reports: what, where, when and in which browser; never the key. */
export function errorDetails(
  error: unknown,
  key: string | undefined,
  { page, at } = { page: window.location.pathname, at: Date.now() },
): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return redactKey(
    [
      truncate(message, MAX_MESSAGE_LENGTH),
      `Page: ${page}`,
      `Time: ${new Date(at).toISOString()}`,
      `Browser: ${navigator.userAgent}`,
    ].join('\n'),
    key,
  )
}
