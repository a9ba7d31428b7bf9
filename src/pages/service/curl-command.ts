import type { RequestRecord } from '#src/http/request-log.ts'

/**
 * The request for a POSIX shell, which takes the key from `$API_KEY`: the service receives the same bytes, except for what
 * a browser adds.
 *
 * @param origin of the app, for a base URL that is a path.
 * @returns `undefined` where the body was not kept.
 */
export function curlCommand({ method, address, body }: RequestRecord, origin: string): string | undefined {
  if (method === 'POST' && body === undefined) return undefined
  return [
    // Brackets in an address are no patterns.
    `curl --globoff --request ${method} ${quote(new URL(address, origin).href)}`,
    `--header 'Accept: application/json'`,
    `--header "Authorization: Bearer $API_KEY"`,
    ...(body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
}

/** For a POSIX shell, to which only `'` means something within quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
