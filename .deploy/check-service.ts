import type { Environment } from '#src/config/config.ts'
import { isLoopback, listOf, mimeOf, probe, type ProbeResponse } from './probe.ts'
import { type Finding, finding, unknownBecause } from './finding.ts'
import { isOnSite } from './headers.ts'

const EVERY_RESPONSE = 'every response, errors included'

const MADE_UP_KEY = 'Bearer check-site-has-no-key'

/** Checks that pages of the site can use the service of an environment. Sends a made-up key only. */
export async function checkService(site: URL, environment: Environment): Promise<Finding[]> {
  const pets = new URL(`${environment.baseUrl}/pets?limit=1`, site)
  return isOnSite(environment.baseUrl)
    ? [await checkProxied(pets, environment)]
    : [
        ...(isLoopback(pets) ? [] : [checkScheme(site, pets, environment)]),
        ...(await checkCors(site, pets, environment)),
      ]
}

async function checkProxied(pets: URL, { name, baseUrl }: Environment): Promise<Finding> {
  const check = `${name}: the service responds below ${baseUrl || '/'} of this site`
  const response = await probe(pets, { headers: { authorization: MADE_UP_KEY } })
  if ('failure' in response) {
    return finding(check, [`No response: ${response.failure}. See the error log of the site.`])
  }
  const { status } = response
  if ([502, 503, 504].includes(status)) {
    return finding(check, [
      `The site cannot reach the service (HTTP ${status}). Check the origin given to --proxy, that the host can reach it, and its certificate. The error log of the site has the reason.`,
    ])
  }
  if (mimeOf(response) === 'text/html') {
    return finding(check, [
      `The site itself responds (HTTP ${status}, HTML): it does not proxy ${baseUrl}. Run npm run deploy with --proxy and the origin of the service.`,
    ])
  }
  return checkRejection(check, response, pets)
}

function checkScheme(site: URL, pets: URL, { name }: Environment): Finding {
  return finding(
    `${name}: the key is sent encrypted`,
    pets.protocol !== 'https:' &&
      `Its baseUrl uses plain HTTP${site.protocol === 'https:' ? ', which browsers block on a page served over HTTPS' : ''}. Change it to https:// in config.json.`,
  )
}

async function checkCors(site: URL, pets: URL, { name }: Environment): Promise<Finding[]> {
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
  if ('failure' in preflight) {
    const why = `${pets.origin} cannot be reached from here: ${preflight.failure}. Check the baseUrl in config.json, or run this check from the users' network.`
    return [unknownBecause(allowed, why), unknownBecause(readable, why)]
  }
  const allowedHeaders = listOf(preflight.headers, 'access-control-allow-headers')
  // "*" does not include Authorization (Fetch standard, "CORS non-wildcard request-header name").
  const missing = ['authorization', ...(allowedHeaders.has('*') ? [] : ['content-type'])].filter(
    (header) => !allowedHeaders.has(header),
  )
  const rejection = await probe(pets, { headers: { origin: site.origin, authorization: MADE_UP_KEY } })
  return [
    finding(allowed, [
      ...(preflight.status >= 200 && preflight.status < 300
        ? []
        : [
            `It responds to OPTIONS ${pets.pathname} with HTTP ${preflight.status}. It must respond with 204 and not require the key.`,
          ]),
      ...originProblems(preflight, site, 'its response to OPTIONS'),
      ...(missing.length === 0
        ? []
        : [
            `It must list ${missing.join(' and ')} in Access-Control-Allow-Headers of its response to OPTIONS.`,
          ]),
    ]),
    'failure' in rejection
      ? unknownBecause(readable, `No response: ${rejection.failure}.`)
      : checkRejection(readable, rejection, pets, originProblems(rejection, site, EVERY_RESPONSE)),
  ]
}

function originProblems({ headers }: ProbeResponse, site: URL, where: string): string[] {
  const value = headers.get('access-control-allow-origin')
  if (value === site.origin || value === '*') return []
  return [
    `The service must send "Access-Control-Allow-Origin: ${site.origin}" with ${where}; it sends ${value === null ? 'none' : `"${value}"`}.`,
  ]
}

/** A petstore service responds to a made-up key with 401; any other status may come from something else. */
function checkRejection(
  check: string,
  { status, headers }: ProbeResponse,
  pets: URL,
  problems: string[] = [],
): Finding {
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'elsewhere'
    return finding(check, [
      ...problems,
      `It redirects to ${target}, and the app follows no redirect with a key. Make that the baseUrl in config.json.`,
    ])
  }
  if (problems.length > 0 || status === 401) return finding(check, problems)
  return unknownBecause(
    check,
    `GET ${pets.pathname} with a made-up key should give 401 but gives ${status}. Is ${pets.href} the petstore service?`,
  )
}
