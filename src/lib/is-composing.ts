/**
 * Says whether an input method handles this key, such as an Enter that ends a composition in
 * Japanese. Safari ends the composition before the key event, and reports it only by key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated
  return event.isComposing || event.keyCode === 229
}
