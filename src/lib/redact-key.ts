/** `text` without the API key, plain or URL-encoded; for everything that is shown or copied. */
export function redactKey(text: string, key: string | undefined): string {
  if (key === undefined || key === '') return text
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]')
}
