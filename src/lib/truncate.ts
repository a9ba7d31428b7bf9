/** At most `longest` UTF-16 units and an ellipsis, never half of a character beyond the basic plane. */
export function truncate(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
