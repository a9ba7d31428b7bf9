/** At most `max` UTF-16 code units and an ellipsis; a surrogate pair is not split. */
export function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
