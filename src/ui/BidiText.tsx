/**
 * Untrusted text within the app's own text: its direction and bidi control characters have no effect outside of it. A
 * closing mark (U+2069) in it could end the isolation of an inline box, so such text gets `inline-block` (base.css).
 */
export function BidiText({ text }: { text: string }) {
  return <bdi data-closes={text.includes('\u2069') || undefined}>{text}</bdi>
}
