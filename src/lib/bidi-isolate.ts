/** Scripts that run from right to left, and marks that turn, embed, isolate or close. */
const TURNS =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Text from outside, for the middle of a line where no `<bdi>` can stand, as in the title of a document: whatever it
 * turns or leaves open ends with it. Text that turns nothing stays as it is.
 */
export function bidiIsolate(text: string): string {
  if (!TURNS.test(text)) return text
  // A mark in the text that closes more than it opened must not close ours.
  let open = 0
  let closedTooMuch = 0
  for (const [mark] of text.matchAll(/[\u2066-\u2069]/g)) {
    if (mark !== '\u2069') open += 1
    else if (open > 0) open -= 1
    else closedTooMuch += 1
  }
  return '\u2068'.repeat(1 + closedTooMuch) + text + '\u2069'.repeat(1 + open)
}
