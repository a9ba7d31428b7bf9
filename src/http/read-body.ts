/**
 * UTF-16 code units, at most as many as bytes. A list of 100 pets has a few thousand; the rest of a body beyond this is
 * not read, because it would block the page and fill the memory.
 */
export const MAX_BODY = 20 * 2 ** 20

/** The whole body as text, or why it could not be read. */
export async function readBody(response: Response): Promise<string | { unread: 'truncated' | 'too-large' }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    // Not through a stream of ours: in Firefox each one that breaks off is an error in the console.
    const reader = response.body?.getReader()
    for (let part; text.length <= MAX_BODY; text += decoder.decode(part, { stream: true })) {
      part = (await reader?.read())?.value
      if (part === undefined) return text + decoder.decode()
    }
    // Not awaited: of a copy, it waits for the other one.
    reader?.cancel().catch(() => undefined)
  } catch {
    // It broke off.
  }
  return { unread: text.length > MAX_BODY ? 'too-large' : 'truncated' }
}
