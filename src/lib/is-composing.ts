/**
 * Whether a key goes to an input method, as Enter and Escape do that end a composition in Japanese or Chinese. Safari
 * ends the composition before the key, and says so by the code alone.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated
  return event.isComposing || event.keyCode === 229
}
