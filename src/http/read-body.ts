/**
 * Bytes. A list of 100 pets has a few kilobytes; the rest of a body beyond this is not read, because it would block the
 * page and fill the memory.
 */
export const MAX_BODY = 20 * 2 ** 20

/** The whole body as text, or why it could not be read. */
export async function readBody(response: Response): Promise<string | { unread: 'truncated' | 'too-large' }> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > MAX_BODY) {
        void reader.cancel().catch(() => undefined)
        return { unread: 'too-large' }
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return { unread: 'truncated' }
  }
}
