/** Whether nothing of it is visible: only white space, control characters and default-ignorable code points. */
export function isVisuallyBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}
