/** Every request has a key, and neither cookies nor caching nor redirects, which would carry the key elsewhere. */
export type OwnRequestInit = RequestInit & {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** `body`: JSON text. */
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
