/**
 * The attributes of a text field in which a browser must complete, correct and underline nothing: a
 * key, a number, or the name of a pet, which is in no dictionary.
 */
export const EXACT_TEXT = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
} as const
