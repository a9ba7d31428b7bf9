/**
 * Whether a key goes to an input method, as Enter and Escape do that end a composition in Japanese or Chinese. Safari
 * ends the composition before the key, and says so by the code alone.
 */
export function isComposing({ isComposing: composes, keyCode }: KeyboardEvent): boolean {
  return composes || keyCode === 229
}
