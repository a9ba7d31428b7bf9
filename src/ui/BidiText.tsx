import { truncate } from '#src/lib/truncate.ts'

/**
 * Shows untrusted text within the app's own text. Its direction and bidi control characters have no
 * effect outside of it.
 *
 * A closing mark (U+2069) in the text could end the isolation of an inline box, so such text gets
 * `inline-block` (base.css). `max` is the number of characters that are shown; the default is more
 * than an error message may have.
 */
export function BidiText({ text, max = 600 }: { text: string; max?: number }) {
  const shown = truncate(text, max)
  return <bdi data-closes={shown.includes('\u2069') || undefined}>{shown}</bdi>
}
