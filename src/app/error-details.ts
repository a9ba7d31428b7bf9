import { shorten } from '#src/lib/shorten.ts'
import { withoutKey } from '#src/lib/without-key.ts'

/** Characters of an error's own words: they may quote anything. */
const LONGEST_WORDS = 500

/** For whoever has to look into a mistake of the app: what, where, when and in which browser; never the key. */
export function errorDetails(
  error: unknown,
  key: string | undefined,
  { page, at } = { page: window.location.pathname, at: Date.now() },
): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return withoutKey(
    [
      shorten(words, LONGEST_WORDS),
      `Page: ${page}`,
      `Time: ${new Date(at).toISOString()}`,
      `Browser: ${navigator.userAgent}`,
    ].join('\n'),
    key,
  )
}
