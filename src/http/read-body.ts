/**
 * The longest body that is read, in UTF-16 code units, of which there are at most as many as bytes.
 * A list of 100 pets has a few thousand. The rest of a longer body would block the page and fill
 * the memory.
 */
export const MAX_BODY = 20 * 2 ** 20

/** Returns the whole body as text, or why it could not be read. */
export async function readBody(response: Response): Promise<string | { unread: 'truncated' | 'too-large' }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    // We read without a stream of our own, because in Firefox each one that breaks off is an error
    // in the console.
    const reader = response.body?.getReader()
    for (let part; text.length <= MAX_BODY; text += decoder.decode(part, { stream: true })) {
      part = (await reader?.read())?.value
      if (part === undefined) return text + decoder.decode()
    }
    // We do not wait for this: cancelling a copy waits for the other one.
    reader?.cancel().catch(() => undefined)
  } catch {
    // The body broke off.
  }
  return { unread: text.length > MAX_BODY ? 'too-large' : 'truncated' }
}
