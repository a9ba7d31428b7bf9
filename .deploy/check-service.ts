import { lookup } from 'node:dns/promises'
import type { Environment } from '#src/config/config.ts'
import { type AddressSpace, addressSpaceOf, isMorePrivate } from '#src/lib/address-space.ts'
import { mayBeKept } from '#src/http/caching-headers.ts'
import { isLoopback, isOnSite } from './headers.ts'
import { cachingOf, type Finding, finding, listOf, probe, type ProbeResponse, type Problem } from './probe.ts'

const AUTHORIZATION = { authorization: 'Bearer check-site-has-no-key' }

/**
 * Checks that pages of the site can use the service of an environment. It sends a made-up key only.
 */
export async function checkService(site: URL, { name, baseUrl }: Environment): Promise<(Finding | false)[]> {
  const pets = new URL(`${baseUrl}/pets?limit=1`, site)
  if (isOnSite(baseUrl)) {
    const proxied = `${name}: the service responds below ${baseUrl || '/'} of this site`
    const rejection = await probe(pets, { headers: AUTHORIZATION })
    return [
      finding(proxied, proxyProblem(rejection, baseUrl) || rejectionProblem(rejection, pets)),
      cachingFinding(name, rejection),
    ]
  }
  const blocked = site.protocol === 'https:' ? ', which browsers block on a page served over HTTPS' : ''
  const plain = `Its baseUrl uses plain HTTP${blocked}. Change it to https:// in config.json.`
  const { origin } = site
  const preflight = await probe(pets, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
  const rejection = await probe(pets, { headers: { origin, ...AUTHORIZATION } })
  return [
    await checkLocalNetwork(site, name, pets),
    !isLoopback(pets) && finding(`${name}: the key is sent encrypted`, pets.protocol !== 'https:' && plain),
    finding(
      `${name}: the service accepts requests from pages of this site (CORS)`,
      ...preflightProblems(preflight, pets, origin),
    ),
    finding(
      `${name}: pages of this site can read its error responses (CORS)`,
      rejection.status > 0 && originProblem(rejection, origin, 'every response, errors included'),
      rejectionProblem(rejection, pets),
    ),
    cachingFinding(name, rejection),
  ]
}

/**
 * Checks whether browsers will ask before a page reaches the service, which they do when a page of
 * the internet reaches the local network or the user's own machine.
 */
export async function checkLocalNetwork(site: URL, name: string, pets: URL): Promise<Finding | false> {
  const [siteSpace, space] = await Promise.all([resolvedSpaceOf(site), resolvedSpaceOf(pets)])
  if (!isMorePrivate(space, siteSpace)) return false
  const unknown = `${pets.hostname} is in the local network, and the site is not, as seen from here. Chrome and Edge ask each user for "Local network access" and block the service where it is not allowed. Let the site forward it (--proxy), serve both in the local network, or allow the site by the policy LocalNetworkAccessAllowedForUrls.`
  return finding(`${name}: browsers let pages of this site reach the service`, { unknown })
}

/** Tells how far away the first address of a host is, or its name if it has no address. */
async function resolvedSpaceOf({ hostname }: URL): Promise<AddressSpace> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  const { address, family } = await lookup(host).catch(() => ({ address: hostname, family: 4 }))
  return addressSpaceOf(family === 6 ? `[${address}]` : address)
}

function proxyProblem({ status, mime, summary }: ProbeResponse, baseUrl: string): string | false {
  if ([0, 502, 503, 504].includes(status)) {
    return `The site cannot reach the service (${summary}). Check the origin given to --proxy, that the host can reach it, and its certificate. The error log of the site has the reason.`
  }
  return (
    mime === 'text/html' &&
    `The site itself responds (${summary}): it does not proxy ${baseUrl}. Run npm run deploy with --proxy and the origin of the service.`
  )
}

function preflightProblems(response: ProbeResponse, pets: URL, origin: string): readonly Problem[] {
  const { status } = response
  if (status === 0) return [unreachable(response, pets)]
  const headers = listOf(response, 'access-control-allow-headers')
  // "*" does not include Authorization (Fetch standard, "CORS non-wildcard request-header name").
  const needed = ['authorization', ...(headers.includes('*') ? [] : ['content-type'])]
  const missing = needed.filter((header) => !headers.includes(header))
  return [
    (status < 200 || status >= 300) &&
      `It responds to OPTIONS ${pets.pathname} with HTTP ${status}. It must respond with 204 and not require the key.`,
    originProblem(response, origin, 'its response to OPTIONS'),
    missing.length > 0 &&
      `It must list ${missing.join(' and ')} in Access-Control-Allow-Headers of its response to OPTIONS.`,
  ]
}

function originProblem({ headers }: ProbeResponse, origin: string, where: string): Problem {
  const value = headers.get('access-control-allow-origin')
  const sent = value === null ? 'none' : `"${value}"`
  return (
    value !== origin &&
    value !== '*' &&
    `The service must send "Access-Control-Allow-Origin: ${origin}" with ${where}; it sends ${sent}.`
  )
}

/**
 * Returns what is wrong with the response to a made-up key. A petstore service responds with 401,
 * and any other status may come from something else.
 */
function rejectionProblem(response: ProbeResponse, pets: URL): Problem {
  const { status, headers, summary } = response
  if (status === 0) return unreachable(response, pets)
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'elsewhere'
    return `It redirects to ${target}, and the app follows no redirect with a key. Make that the baseUrl in config.json.`
  }
  const unknown = `GET ${pets.pathname} with a made-up key should give 401 (${summary}). Is ${pets.href} the petstore service?`
  return status !== 401 && { unknown }
}

/**
 * Says whether browsers may keep lists, as far as a service tells that to a made-up key. If they
 * may, the app bypasses their cache, which costs a preflight for each list. It is `false` when
 * something else responds than the service.
 */
function cachingFinding(name: string, rejection: ProbeResponse): Finding | false {
  if (rejection.status !== 401) return false
  return finding(`${name}: browsers keep none of its lists`, cachingProblem(rejection))
}

function cachingProblem(rejection: ProbeResponse): Problem {
  const toDo = 'Send "Cache-Control: no-store" with every response to GET.'
  if (mayBeKept(rejection.headers))
    return `Browsers may keep its 401 (${cachingOf(rejection)}), and so perhaps lists of pets. ${toDo}`
  const saysNothing = rejection.headers.get('cache-control') === null
  const unknown = `Its 401 does not say whether browsers may keep responses. They keep lists with max-age, Expires or Last-Modified. ${toDo}`
  return saysNothing && { unknown }
}

function unreachable({ summary }: ProbeResponse, { origin }: URL): Problem {
  const toDo = "Check the baseUrl in config.json, or run this check from the users' network."
  return { unknown: `${origin} cannot be reached from here. ${summary}. ${toDo}` }
}
