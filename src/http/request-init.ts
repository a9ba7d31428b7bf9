/** What every request of the app has in common: always a key, never a cookie, a cache or a redirect. */
export type OwnRequestInit = RequestInit & {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** `body`: JSON text. No redirect is followed and no cookie sent, or the key could go where it does not belong. */
export function requestInit(
  method: 'GET' | 'POST',
  key: string,
  body: string | undefined,
  signal: AbortSignal,
): OwnRequestInit {
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
