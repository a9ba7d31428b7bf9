/** Returns whether the text names the HTTP status of a response, as those of `responseText` do. */
export function hasHttpNote(text: string): boolean {
  return /\(HTTP \d{3}[,)]/.test(text)
}

/**
 * Splits a text of `errorText` (describe-error.ts) into what it says and the status and code at its
 * end, "HTTP 400, invalid_pet", which are for whoever helps. `note` is `undefined` where the text
 * does not end in these.
 */
export function splitHttpNote(text: string): { readonly what: string; readonly note: string | undefined } {
  const [, what = text, note] = /^(.*) \((HTTP \d{3}[^()]*)\)$/s.exec(text) ?? []
  return { what, note }
}
