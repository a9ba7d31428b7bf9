import { type Config, parseConfig } from '#src/config/config.ts'
import { type Answer, ask, isLoopback, listOf, mimeOf } from './probe.ts'
import { assetsOf, checkAssets, checkMissingAsset } from './check-assets.ts'
import { checkService } from './check-service.ts'
import { type Finding, finding, untold } from './finding.ts'
import { type Header, siteHeaders } from './headers.ts'

/** The worker file of the demo build. */
const WORKER = '/mockServiceWorker.js'

/** Checks a deployment from outside, as a browser comes to it. Sends no key. */
export async function checkDeployment(address: string): Promise<Finding[]> {
  const site = new URL('/', address)
  const answers = 'The site answers with the page of the app'
  const page = await ask(site)
  if ('failure' in page) {
    return [
      finding(answers, [
        `No answer: ${page.failure}. Check the address, that the server runs, and its certificate.`,
      ]),
    ]
  }
  const target = page.headers.get('location')
  if (target !== null) return [finding(answers, [`It sends on to ${target}: check that address.`])]
  if (!isThePage(page)) {
    return [
      finding(answers, [
        `HTTP ${page.status}, ${mimeOf(page) || 'no content type'}, and not index.html of the build. Check the folder that the server sends ("root"), and that no other site takes this name.`,
      ]),
    ]
  }
  const { config, findings } = await checkConfig(site)
  const services = (config?.environments ?? []).filter(({ kind }) => kind !== 'demo')
  return [
    finding(answers, []),
    await checkTransport(site),
    neverKept('/', page),
    ...findings,
    ...(await checkHeaders(site, page, config)),
    ...(await checkAssets(site, page.text)),
    ...(await checkMissingAsset(site)),
    ...(await checkFallback(site, page)),
    await checkWorker(site),
    ...(await Promise.all(services.map((environment) => checkService(site, environment)))).flat(),
  ]
}

function isThePage(answer: Answer): boolean {
  return answer.status === 200 && mimeOf(answer) === 'text/html' && answer.text.includes('<div id="root">')
}

async function checkTransport(site: URL): Promise<Finding> {
  const what = 'The site is on HTTPS alone'
  if (isLoopback(site) && site.protocol === 'http:') return finding(what, [])
  if (site.protocol === 'http:') {
    return finding(what, [
      'It came over plain HTTP, where anybody on the way can read the key. Give the recipe a certificate (--tls-certificate, --tls-key) and send HTTP on to HTTPS.',
    ])
  }
  if (site.port !== '')
    return untold(what, 'On a port of its own there is no telling where plain HTTP would be.')
  const plain = await ask(`http://${site.hostname}/`)
  const isFine = 'failure' in plain || plain.headers.get('location')?.startsWith('https:') === true
  return finding(
    what,
    isFine
      ? []
      : [
          'Over plain HTTP it answers as well. Send that on to HTTPS: nginx, in the server for port 80, "return 301 https://…$request_uri;".',
        ],
  )
}

function neverKept(path: string, { headers }: Answer): Finding {
  const caching = headers.get('cache-control')
  return finding(
    `No browser keeps ${path}`,
    listOf(headers, 'cache-control').has('no-store')
      ? []
      : [
          `It comes with ${caching === null ? 'no Cache-Control' : `"Cache-Control: ${caching}"`}: people would go on with an old one. Send "Cache-Control: no-store".`,
        ],
  )
}

async function checkConfig(site: URL): Promise<{ config: Config | undefined; findings: Finding[] }> {
  const what = '/config.json is there, and the app can use it'
  const answer = await ask(new URL('/config.json', site))
  if ('failure' in answer) {
    return { config: undefined, findings: [finding(what, [`No answer: ${answer.failure}.`])] }
  }
  const kept = neverKept('/config.json', answer)
  if (answer.status !== 200 || mimeOf(answer) === 'text/html') {
    const words = `HTTP ${answer.status}, ${mimeOf(answer) || 'no content type'}. Put config.json next to index.html.`
    return { config: undefined, findings: [finding(what, [words]), kept] }
  }
  let json: unknown
  try {
    json = JSON.parse(answer.text)
  } catch (error) {
    return { config: undefined, findings: [finding(what, [`It is not JSON: ${String(error)}.`]), kept] }
  }
  const result = parseConfig(json)
  if (!result.ok) {
    const words = result.problems.map(({ field, problem }) => `${field}: ${problem}`)
    return { config: undefined, findings: [finding(what, words), kept] }
  }
  const demoAlone = result.config.environments.every(({ kind }) => kind === 'demo')
  return {
    config: result.config,
    findings: [
      finding(
        what,
        demoAlone
          ? ['It is the one of the build, with the demo alone: put the one with your services in its place.']
          : [],
      ),
      finding(
        '/config.json comes as JSON',
        mimeOf(answer) === 'application/json'
          ? []
          : [`It comes as ${mimeOf(answer) || 'nothing'}. Mend the MIME types of the host (nginx: "types").`],
      ),
      kept,
    ],
  }
}

/** On each kind of answer: a server forgets headers on errors, or in one location. */
async function checkHeaders(site: URL, page: Answer, config: Config | undefined): Promise<Finding[]> {
  if (config === undefined) {
    return [untold(headersOf('/'), 'They follow from config.json: mend that first, and check again.')]
  }
  const isPlainLoopback = site.protocol === 'http:'
  const wanted = siteHeaders(page.text, config).filter(
    ([name]) => !(isPlainLoopback && name === 'Strict-Transport-Security'),
  )
  const [asset] = assetsOf(page.text)
  const others = ['/config.json', ...(asset === undefined ? [] : [asset.path]), '/assets/missing.js']
  return [
    finding(headersOf('/'), wordsAboutHeaders(page, wanted)),
    ...(await Promise.all(
      others.map(async (path) => {
        const answer = await ask(new URL(path, site))
        return finding(
          headersOf(path),
          'failure' in answer ? [`No answer: ${answer.failure}.`] : wordsAboutHeaders(answer, wanted),
        )
      }),
    )),
  ]
}

const headersOf = (path: string) => `The security headers of ${path}`

function wordsAboutHeaders({ headers, status }: Answer, wanted: readonly Header[]): string[] {
  const hint = `(npm run deploy:headers prints the lines${status >= 400 ? '; on errors nginx needs "always" at their end' : ''})`
  return wanted.flatMap(([name, value]) => {
    const found = headers.get(name)
    if (found === value) return []
    if (found === null) return [`${name} is missing. Send "${name}: ${value}" ${hint}.`]
    if (name === 'Strict-Transport-Security' && secondsOf(found) >= secondsOf(value)) return []
    if (name === 'Content-Security-Policy') return wordsAboutPolicy(found, value)
    return [`${name} is "${found}". Make it "${value}", once.`]
  })
}

function secondsOf(strictTransport: string): number {
  return Number(/max-age=(\d+)/.exec(strictTransport)?.[1] ?? 0)
}

function wordsAboutPolicy(found: string, wanted: string): string[] {
  const has = directivesOf(found)
  const needs = directivesOf(wanted)
  const mend = 'Write the recipe anew (npm run deploy) with this build and this config.json.'
  return [
    ...[...needs]
      .filter(([name, values]) => has.get(name) !== values)
      .map(
        ([name, values]) =>
          `Content-Security-Policy has ${has.has(name) ? `"${name} ${has.get(name)}"` : `no ${name}`} instead of "${name} ${values}". ${mend}`,
      ),
    ...[...has.keys()]
      .filter((name) => !needs.has(name))
      .map((name) => `Content-Security-Policy has a ${name} that this build does not have. ${mend}`),
  ]
}

function directivesOf(policy: string): ReadonlyMap<string, string> {
  return new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name]) => name !== '')
      .map(([name = '', ...values]) => [name, values.join(' ')]),
  )
}

async function checkFallback(site: URL, page: Answer): Promise<Finding[]> {
  const path = '/staging/pets/new'
  const what = `An address of the app, like ${path}, gives the page`
  const answer = await ask(new URL(path, site))
  if ('failure' in answer) return [finding(what, [`No answer: ${answer.failure}.`])]
  if (answer.status === 200 && answer.text === page.text) {
    return [finding(what, []), neverKept(path, answer)]
  }
  return [
    finding(what, [
      `HTTP ${answer.status}: a reload or a shared link would fail. nginx needs "try_files $uri /index.html;" in "location /".`,
    ]),
  ]
}

async function checkWorker(site: URL): Promise<Finding> {
  const answer = await ask(new URL(WORKER, site))
  const isThere = !('failure' in answer) && answer.status === 200 && /javascript/.test(mimeOf(answer))
  return finding(
    'Nothing of the mocked petstore is served',
    isThere ? [`${WORKER} is there: this is the demo build. Serve the one of npm run build.`] : [],
  )
}
