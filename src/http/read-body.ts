/**
 * Bytes. A list of 100 pets has a few kilobytes; the rest of a body beyond this is not read, because it would block the
 * page and fill the memory.
 */
export const MAX_BODY = 20 * 2 ** 20

/** The whole body as text, or why it could not be read. */
export async function readBody(response: Response): Promise<string | { unread: 'truncated' | 'too-large' }> {
  let bytes = 0
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      bytes += part.byteLength
      if (bytes > MAX_BODY) controller.error()
      else controller.enqueue(part)
    },
  })
  try {
    return await new Response(response.body?.pipeThrough(limit)).text()
  } catch {
    return { unread: bytes > MAX_BODY ? 'too-large' : 'truncated' }
  }
}
