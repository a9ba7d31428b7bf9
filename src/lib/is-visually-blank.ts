/** Nothing to see: blanks, control characters, and characters without a shape of their own. */
export function isVisuallyBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}
