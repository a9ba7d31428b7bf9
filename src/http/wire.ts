/**
 * What every request has in common on the wire, and how a body is read. The start of the page (src/start) asks the
 * service before the rest of the app is there, with the same.
 */

/**
 * Bytes. A list of 100 pets has some kilobytes; a body beyond this would hold the page up and fill the memory, so the
 * rest of it is not read (faults, F-24).
 */
export const MAX_BODY = 20 * 2 ** 20

/** `body`: JSON text. No redirect is followed and no cookie sent, or the key could go where it does not belong. */
export function requestInit(
  method: 'GET' | 'POST',
  key: string,
  body: string | undefined,
  signal: AbortSignal,
): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  }
}

/** The whole body as text, or why it was not read to its end. */
export async function readBody(response: Response): Promise<string | { unread: 'cut-off' | 'too-large' }> {
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
    return { unread: 'cut-off' }
  }
}
