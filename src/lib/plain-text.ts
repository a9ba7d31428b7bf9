/** Characters that leave no mark on the screen: zero-width ones, soft hyphens, direction marks, fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Returns the text without characters that cannot be seen, and without blanks around it. */
export function plainText(text: string): string {
  return text.replaceAll(INVISIBLE, '').trim()
}
