/** Whether a text may need more than two lines. Clamping lines takes a fifth of the time that a row takes. */
export function isLong(text: string): boolean {
  return text.length > 20
}
