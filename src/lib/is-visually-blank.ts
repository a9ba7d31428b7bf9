/**
 * Says whether nothing of a text is visible: white space, control characters, invisible code
 * points, blank Braille.
 */
export function isVisuallyBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)
}
