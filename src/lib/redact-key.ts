/**
 * Returns `text` without the API key, be it plain or URL-encoded. Everything that is shown or
 * copied goes through this.
 */
export function redactKey(text: string, key: string | undefined): string {
  if (key === undefined || key === '') return text
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]')
}
