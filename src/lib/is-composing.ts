/**
 * Whether an input method handles this key, for example an Enter or Escape that ends a composition in Japanese. Safari
 * ends the composition before the key event and only reports key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated
  return event.isComposing || event.keyCode === 229
}
