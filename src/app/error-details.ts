import { truncate } from '#src/lib/truncate.ts'
import { redactKey } from '#src/lib/redact-key.ts'

/** Characters of an error's own words: they may quote anything. */
const MAX_MESSAGE_LENGTH = 500

/** For whoever has to look into a mistake of the app: what, where, when and in which browser; never the key. */
export function errorDetails(
  error: unknown,
  key: string | undefined,
  { page, at } = { page: window.location.pathname, at: Date.now() },
): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return redactKey(
    [
      truncate(words, MAX_MESSAGE_LENGTH),
      `Page: ${page}`,
      `Time: ${new Date(at).toISOString()}`,
      `Browser: ${navigator.userAgent}`,
    ].join('\n'),
    key,
  )
}
