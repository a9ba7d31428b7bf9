/** RTL scripts and Unicode bidi control characters. */
const BIDI =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Wraps untrusted text in isolating marks, for places that allow no `<bdi>`, such as a document title. Its own would end
 * the isolation, or go on after it. Text without RTL characters and bidi control characters is returned as it is.
 */
export function bidiIsolate(text: string): string {
  return BIDI.test(text) ? `\u2068${text.replaceAll(/[\u2066-\u2069]/g, '')}\u2069` : text
}
