/**
 * Text from outside, beside words of ours: whatever it turns from right to left ends with it. A mark in it that closes
 * more than it opened would end the isolate of an inline box, so such a text gets a box of its own (base.css).
 */
export function BidiText({ text }: { text: string }) {
  return <bdi data-closes={text.includes('\u2069') || undefined}>{text}</bdi>
}
