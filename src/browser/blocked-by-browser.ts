import { addressSpaceOf, isMorePrivate } from '#src/lib/address-space.ts'

/**
 * The reason why a browser may have blocked a request:
 * - `mixed-content`: a page on https requests a service on http.
 * - `local-network`: the service is in the local network, or on this machine, and the person has
 *   not allowed the site to reach that (Local Network Access; in Chromium since version 142). This
 *   is not certain, because names do not tell where they lead.
 */
export type BrowserBlock = 'mixed-content' | 'local-network'

/**
 * Tells from the two addresses, and from permissions, why the browser itself may have blocked a
 * request that failed.
 */
export async function blockedByBrowser(page: URL, service: URL): Promise<BrowserBlock | undefined> {
  if (page.origin === service.origin) return undefined
  const space = addressSpaceOf(service.hostname)
  const pageSpace = addressSpaceOf(page.hostname)
  const isRestricted = isMorePrivate(space, pageSpace)
  const permission = await localNetworkPermission(space === 'loopback')
  if (permission === 'prompt' && isRestricted) return 'local-network'
  // A name may mean an address in the local network. A denial means that the browser has asked, so
  // this site does reach for the local network.
  if (permission === 'denied' && (isRestricted || (space === 'unknown' && pageSpace === 'unknown')))
    return 'local-network'
  // Browsers trust this machine without encryption, and with the permission also the local network.
  const isTrusted = space === 'loopback' || (space === 'local' && permission === 'granted')
  const isMixed = page.protocol === 'https:' && service.protocol === 'http:'
  return isMixed && !isTrusted ? 'mixed-content' : undefined
}

/** Returns `undefined` when the browser has no such permission. */
async function localNetworkPermission(isLoopback: boolean): Promise<PermissionState | undefined> {
  // Chromium has had the two since version 145; the third is their name in 142 to 144.
  for (const name of [isLoopback ? 'loopback-network' : 'local-network', 'local-network-access']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // The browser does not know the name.
    }
  }
  return undefined
}
