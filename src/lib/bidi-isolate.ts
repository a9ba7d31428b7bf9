/** Matches characters of RTL scripts and Unicode bidi control characters. */
const BIDI =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Wraps untrusted text in isolating marks, for places that allow no `<bdi>`, such as a document
 * title. Text without RTL characters and bidi control characters is returned as it is.
 */
export function bidiIsolate(text: string): string {
  if (!BIDI.test(text)) return text
  // The text gets one more opening mark for each unmatched closing mark, and one more closing mark
  // for each that is left open.
  let open = 0
  let unmatched = 0
  for (const [mark] of text.matchAll(/[\u2066-\u2069]/g)) {
    if (mark !== '\u2069') open += 1
    else if (open > 0) open -= 1
    else unmatched += 1
  }
  return '\u2068'.repeat(1 + unmatched) + text + '\u2069'.repeat(1 + open)
}
