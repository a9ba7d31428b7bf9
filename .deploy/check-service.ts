import type { Environment } from '#src/config/config.ts'
import { isOnSite } from './headers.ts'
import {
  type Finding,
  finding,
  isLoopback,
  listOf,
  probe,
  type ProbeResponse,
  unknownBecause,
} from './probe.ts'

const MADE_UP_KEY = 'Bearer check-site-has-no-key'

/** Checks that pages of the site can use the service of an environment. Sends a made-up key only. */
export async function checkService(site: URL, environment: Environment): Promise<Finding[]> {
  const { name, baseUrl } = environment
  const pets = new URL(`${baseUrl}/pets?limit=1`, site)
  if (isOnSite(baseUrl)) return [await checkProxied(pets, environment)]
  const blocked = site.protocol === 'https:' ? ', which browsers block on a page served over HTTPS' : ''
  const encrypted = finding(
    `${name}: the key is sent encrypted`,
    pets.protocol !== 'https:' &&
      `Its baseUrl uses plain HTTP${blocked}. Change it to https:// in config.json.`,
  )
  return [...(isLoopback(pets) ? [] : [encrypted]), ...(await checkCors(site, pets, name))]
}

async function checkProxied(pets: URL, { name, baseUrl }: Environment): Promise<Finding> {
  const check = `${name}: the service responds below ${baseUrl || '/'} of this site`
  const response = await probe(pets, { headers: { authorization: MADE_UP_KEY } })
  const { status, mime, summary } = response
  if ([0, 502, 503, 504].includes(status)) {
    return finding(
      check,
      `The site cannot reach the service (${summary}). Check the origin given to --proxy, that the host can reach it, and its certificate. The error log of the site has the reason.`,
    )
  }
  if (mime === 'text/html') {
    return finding(
      check,
      `The site itself responds (${summary}): it does not proxy ${baseUrl}. Run npm run deploy with --proxy and the origin of the service.`,
    )
  }
  return checkRejection(check, response, pets)
}

async function checkCors(site: URL, pets: URL, name: string): Promise<Finding[]> {
  const allowed = `${name}: the service accepts requests from pages of this site (CORS)`
  const readable = `${name}: pages of this site can read its error responses (CORS)`
  const preflight = await probe(pets, {
    method: 'OPTIONS',
    headers: {
      origin: site.origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
  if (preflight.status === 0) {
    const why = `${pets.origin} cannot be reached from here. ${preflight.summary}. Check the baseUrl in config.json, or run this check from the users' network.`
    return [unknownBecause(allowed, why), unknownBecause(readable, why)]
  }
  const headers = listOf(preflight, 'access-control-allow-headers')
  // "*" does not include Authorization (Fetch standard, "CORS non-wildcard request-header name").
  const needed = ['authorization', ...(headers.includes('*') ? [] : ['content-type'])]
  const missing = needed.filter((header) => !headers.includes(header))
  const rejection = await probe(pets, { headers: { origin: site.origin, authorization: MADE_UP_KEY } })
  return [
    finding(
      allowed,
      (preflight.status < 200 || preflight.status >= 300) &&
        `It responds to OPTIONS ${pets.pathname} with HTTP ${preflight.status}. It must respond with 204 and not require the key.`,
      originProblem(preflight, site, 'its response to OPTIONS'),
      missing.length > 0 &&
        `It must list ${missing.join(' and ')} in Access-Control-Allow-Headers of its response to OPTIONS.`,
    ),
    checkRejection(
      readable,
      rejection,
      pets,
      rejection.status > 0 && originProblem(rejection, site, 'every response, errors included'),
    ),
  ]
}

function originProblem({ headers }: ProbeResponse, site: URL, where: string): string | false {
  const value = headers.get('access-control-allow-origin')
  const sent = value === null ? 'none' : `"${value}"`
  return (
    value !== site.origin &&
    value !== '*' &&
    `The service must send "Access-Control-Allow-Origin: ${site.origin}" with ${where}; it sends ${sent}.`
  )
}

/** A petstore service responds to a made-up key with 401; any other status may come from something else. */
function checkRejection(check: string, response: ProbeResponse, pets: URL, problem: string | false = false) {
  const { status, headers, summary } = response
  const target = headers.get('location') ?? 'elsewhere'
  const redirected =
    status >= 300 &&
    status < 400 &&
    `It redirects to ${target}, and the app follows no redirect with a key. Make that the baseUrl in config.json.`
  if (status === 401 || problem !== false || redirected !== false) return finding(check, problem, redirected)
  return unknownBecause(
    check,
    `GET ${pets.pathname} with a made-up key should give 401 (${summary}). Is ${pets.href} the petstore service?`,
  )
}
