/**
 * The distance of an address. `unknown` means an address of the internet, or a name, which may mean
 * any of them.
 */
export type AddressSpace = 'unknown' | 'local' | 'loopback'

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/
/** Matches addresses of RFC 1918, link-local and unique local addresses, and names of mDNS. */
const LOCAL =
  /^(.+\.local|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[(f[cd]|fe[89ab])[\da-f]{0,2}:.*\])$/

/**
 * Tells from a host name how far away it is.
 *
 * @param hostname as in a `URL`: in lower case, and IPv6 in brackets
 */
export function addressSpaceOf(hostname: string): AddressSpace {
  if (LOOPBACK.test(hostname)) return 'loopback'
  return LOCAL.test(hostname) ? 'local' : 'unknown'
}

const PRIVACY: Readonly<Record<AddressSpace, number>> = { unknown: 0, local: 1, loopback: 2 }

/**
 * Says whether a browser asks before a page from one space may reach the other, which it does only
 * on the way from less to more private.
 */
export function isMorePrivate(target: AddressSpace, from: AddressSpace): boolean {
  return PRIVACY[target] > PRIVACY[from]
}
