/**
 * Cuts a text off after `max` UTF-16 code units, and adds an ellipsis. It does not split a
 * surrogate pair.
 */
export function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
