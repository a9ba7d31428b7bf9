import type { Environment } from '#src/config/config.ts'
import { type Answer, ask, isLoopback, listOf, mimeOf } from './probe.ts'
import { type Finding, finding, untold } from './finding.ts'
import { isOnSite } from './headers.ts'

/** No service has given out this key. */
const NO_KEY = 'Bearer check-site-has-no-key'

/** Whether the pages of this site can use the service of an environment. The only request has a made-up key. */
export async function checkService(site: URL, environment: Environment): Promise<Finding[]> {
  const pets = new URL(`${environment.baseUrl}/pets?limit=1`, site)
  return isOnSite(environment.baseUrl)
    ? [await checkProxied(pets, environment)]
    : [checkScheme(site, pets, environment), ...(await checkCors(site, pets, environment))]
}

async function checkProxied(pets: URL, { name, baseUrl }: Environment): Promise<Finding> {
  const what = `${name}: the service answers below ${baseUrl || '/'} of this site`
  const answer = await ask(pets, { headers: { authorization: NO_KEY } })
  if ('failure' in answer) {
    return finding(what, [`No answer: ${answer.failure}. See the error log of the site.`])
  }
  const { status } = answer
  if ([502, 503, 504].includes(status)) {
    return finding(what, [
      `The site cannot reach the service (HTTP ${status}). Check the address that --proxy was given, that this host can reach it, and its certificate; the error log of the site says which it is.`,
    ])
  }
  if (mimeOf(answer) === 'text/html') {
    return finding(what, [
      `The site itself answers (HTTP ${status}, HTML): nobody hands ${baseUrl} on. Write the recipe with --proxy and the address of the service.`,
    ])
  }
  return judgeRejection(what, answer, pets)
}

function checkScheme(site: URL, pets: URL, { name }: Environment): Finding {
  return finding(
    `${name}: the key goes out encrypted`,
    pets.protocol === 'https:' || isLoopback(pets)
      ? []
      : [
          `The service is asked over plain HTTP${site.protocol === 'https:' ? ', which browsers refuse to a page that came over HTTPS' : ''}. Make its baseUrl in config.json one with https://.`,
        ],
  )
}

async function checkCors(site: URL, pets: URL, { name }: Environment): Promise<Finding[]> {
  const allowed = `${name}: the service lets pages of this site ask it`
  const readable = `${name}: pages of this site can read its errors, too`
  const preflight = await ask(pets, {
    method: 'OPTIONS',
    headers: {
      origin: site.origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
  if ('failure' in preflight) {
    const why = `${pets.origin} cannot be reached from here: ${preflight.failure}. Check baseUrl in config.json, or run this check from where people work.`
    return [untold(allowed, why), untold(readable, why)]
  }
  const headers = listOf(preflight.headers, 'access-control-allow-headers')
  // A "*" in this list does not mean Authorization (Fetch standard, "CORS non-wildcard request-header name").
  const missing = ['authorization', ...(headers.has('*') ? [] : ['content-type'])].filter(
    (header) => !headers.has(header),
  )
  const refusal = await ask(pets, { headers: { origin: site.origin, authorization: NO_KEY } })
  return [
    finding(allowed, [
      ...(preflight.status >= 200 && preflight.status < 300
        ? []
        : [
            `It answers OPTIONS ${pets.pathname} with HTTP ${preflight.status}. It must answer 204 without asking for the key.`,
          ]),
      ...wordsAboutOrigin(preflight, site, 'its answer to OPTIONS'),
      ...(missing.length === 0
        ? []
        : [
            `It must name ${missing.join(' and ')} in Access-Control-Allow-Headers of its answer to OPTIONS.`,
          ]),
    ]),
    'failure' in refusal
      ? untold(readable, `No answer: ${refusal.failure}.`)
      : judgeRejection(readable, refusal, pets, wordsAboutOrigin(refusal, site, 'every answer, errors too')),
  ]
}

function wordsAboutOrigin({ headers }: Answer, site: URL, where: string): string[] {
  const value = headers.get('access-control-allow-origin')
  if (value === site.origin || value === '*') return []
  return [
    `The service must send "Access-Control-Allow-Origin: ${site.origin}" with ${where}; it sends ${value === null ? 'none' : `"${value}"`}.`,
  ]
}

/** A service refuses a made-up key with 401; what else it says, leaves open whether it is one. */
function judgeRejection(what: string, { status, headers }: Answer, pets: URL, words: string[] = []): Finding {
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'elsewhere'
    return finding(what, [
      ...words,
      `It sends the app on to ${target}, which the app does not follow with a key. Make that the baseUrl in config.json.`,
    ])
  }
  if (words.length > 0 || status === 401) return finding(what, words)
  return untold(
    what,
    `GET ${pets.pathname} with a made-up key should give 401, and gives ${status}. Is ${pets.href} the petstore service?`,
  )
}
