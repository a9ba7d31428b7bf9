import { shorten } from '#src/lib/shorten.ts'
import { withoutKey } from '#src/lib/without-key.ts'

/** Characters of an error's own words: they may quote anything. */
const LONGEST_WORDS = 500

/** For whoever has to look into a mistake of the app: what, where, when and in which browser; never the key. */
export function errorDetails(error: unknown, key: string | undefined): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return withoutKey(
    [
      shorten(words, LONGEST_WORDS),
      `Page: ${window.location.pathname}`,
      `Time: ${new Date().toISOString()}`,
      `Browser: ${navigator.userAgent}`,
    ].join('\n'),
    key,
  )
}
