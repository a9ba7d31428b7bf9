import { isDeepStrictEqual } from 'node:util'
import { type Config, parseConfig } from '#src/config/config.ts'
import { isLoopback, listOf, mimeOf, probe, type ProbeResponse } from './probe.ts'
import { assetsOf, cacheControlOf, checkAssets, checkMissingAsset } from './check-assets.ts'
import { basePathOf } from './base-path.ts'
import { configBlockOf } from './config-block.ts'
import { checkService } from './check-service.ts'
import { type Finding, finding, unknownBecause } from './finding.ts'
import { type Header, isDemoBuild, siteHeaders } from './headers.ts'

const WORKER = 'mockServiceWorker.js'

/**
 * Checks a deployment from outside, as a browser sees it. Sends a made-up key only.
 *
 * @param address of the site, or of a page of the app.
 */
export async function checkDeployment(address: string): Promise<Finding[]> {
  const site = new URL(`${new URL(address).pathname.replace(/\/*$/, '')}/`, address)
  const servesPage = 'The site serves the page of the app'
  const page = await probe(site)
  if ('failure' in page) {
    const hint = 'Check the URL, that the server is running, and its certificate.'
    return [finding(servesPage, `No response: ${page.failure}. ${hint}`)]
  }
  const target = page.headers.get('location')
  if (target !== null) return [finding(servesPage, `It redirects to ${target}. Check that URL instead.`)]
  if (!isAppPage(page)) {
    return [
      finding(
        servesPage,
        `HTTP ${page.status}, ${mimeOf(page) || 'no content type'}: not the index.html of the build. Check the folder that the server serves ("root"), and that no other site has this host name.`,
      ),
    ]
  }
  const base = basePathOf(page.text)
  if (base !== undefined && base !== site.pathname) {
    if (await isPageBelow(base, site, page)) return checkDeployment(new URL(base, site).href)
    return [finding(servesPage, wrongBase(base, site))]
  }
  const { config, findings } = await checkConfig(site, page.text)
  const services = (config?.environments ?? []).filter(({ kind }) => kind !== 'demo')
  return [
    finding(servesPage, false),
    ...(await checkTransport(site)),
    ...(await checkClosingSlash(site)),
    checkRevalidated(site.pathname, page),
    ...findings,
    ...(await checkHeaders(site, page, config)),
    ...(await checkAssets(site, page.text)),
    ...(await checkMissingAsset(site)),
    ...(await checkFallback(site, page)),
    await checkWorker(site, isDemoBuild(page.text)),
    ...(await Promise.all(services.map((environment) => checkService(site, environment)))).flat(),
  ]
}

/** Every address of the app gives the page of the site. */
async function isPageBelow(base: string, { pathname, href }: URL, page: ProbeResponse): Promise<boolean> {
  if (!pathname.startsWith(base)) return false
  const sitePage = await probe(new URL(base, href))
  return !('failure' in sitePage) && sitePage.text === page.text
}

function wrongBase(base: string, { pathname }: URL): string {
  const [build, deploy] = pathname === '/' ? ['', ''] : [` -- --base=${pathname}`, ` -- --base ${pathname}`]
  return `The page was built for ${base} and is served at ${pathname}, so it requests its files from ${base}assets/ and does not start. Serve it at ${base}, or run npm run build${build} and npm run deploy${deploy} again.`
}

/** Below a path: an address that is typed without it leads nowhere otherwise. */
async function checkClosingSlash(site: URL): Promise<Finding[]> {
  if (site.pathname === '/') return []
  const path = site.pathname.slice(0, -1)
  const response = await probe(new URL(path, site))
  const target = 'failure' in response ? null : response.headers.get('location')
  const isRight = target !== null && new URL(target, site).pathname === site.pathname
  return [
    finding(
      `${path} leads to ${site.pathname}`,
      !isRight && `Redirect it; nginx needs "location = ${path} { return 308 ${site.pathname}; }".`,
    ),
  ]
}

function isAppPage(page: ProbeResponse): boolean {
  return page.status === 200 && mimeOf(page) === 'text/html' && page.text.includes('<div id="root">')
}

/** Nothing on this machine, where nobody listens. */
async function checkTransport(site: URL): Promise<Finding[]> {
  const check = 'The site uses HTTPS only'
  if (site.protocol === 'http:') {
    const problem =
      'It is served over plain HTTP, so anyone on the network can read the key. Run npm run deploy with --tls-certificate and --tls-key; its host config then redirects HTTP to HTTPS.'
    return isLoopback(site) ? [] : [finding(check, problem)]
  }
  if (site.port !== '')
    return [
      unknownBecause(check, 'The site has a port in its URL, so the port for plain HTTP cannot be guessed.'),
    ]
  const plain = await probe(`http://${site.hostname}${site.pathname}`)
  const isFine = 'failure' in plain || plain.headers.get('location')?.startsWith('https:') === true
  return [
    finding(
      check,
      !isFine &&
        'It is served over plain HTTP, too. Redirect HTTP to HTTPS; nginx needs "return 301 https://…$request_uri;" in the server for port 80.',
    ),
  ]
}

/** Kept is as good as not kept, as long as browsers ask each time whether it has changed. */
function checkRevalidated(path: string, { headers }: ProbeResponse): Finding {
  const caching = listOf(headers, 'cache-control')
  return finding(
    `Browsers use no old ${path}`,
    !caching.has('no-cache') &&
      !caching.has('no-store') &&
      `It is sent with ${cacheControlOf(headers)}, so users would keep an old version. Send "Cache-Control: no-cache", and an ETag.`,
  )
}

function checkNotCached(path: string, { headers }: ProbeResponse): Finding {
  return finding(
    `Browsers do not cache ${path}`,
    !listOf(headers, 'cache-control').has('no-store') &&
      `It is sent with ${cacheControlOf(headers)}, so users would keep an old version. Send "Cache-Control: no-store".`,
  )
}

type ConfigCheck = { readonly config: Config | undefined; readonly findings: readonly Finding[] }

/** @returns the configuration that the app uses: that of the page where it has one, else the file. */
async function checkConfig(site: URL, html: string): Promise<ConfigCheck> {
  const file = await checkConfigFile(site, isDemoBuild(html))
  const block = configBlockOf(html)
  if (block === undefined) return file
  const inPage = checkConfigText('The configuration in index.html is valid', block, isDemoBuild(html))
  const check = `index.html and ${site.pathname}config.json have the same configuration`
  const problem =
    !isDeepStrictEqual(inPage.config, file.config) &&
    'They differ, and the app uses the one in index.html. Run npm run deploy again after each change of config.json.'
  return {
    config: inPage.config,
    findings: [
      ...file.findings,
      ...inPage.findings,
      inPage.config === undefined
        ? unknownBecause(check, 'The one in index.html is not valid. Fix that first, then check again.')
        : finding(check, problem),
    ],
  }
}

async function checkConfigFile(site: URL, isDemo: boolean): Promise<ConfigCheck> {
  const path = `${site.pathname}config.json`
  const check = `${path} exists and is valid`
  const response = await probe(new URL(path, site))
  if ('failure' in response) {
    return { config: undefined, findings: [finding(check, [`No response: ${response.failure}.`])] }
  }
  const notCached = checkNotCached(path, response)
  if (response.status !== 200 || mimeOf(response) === 'text/html') {
    const type = mimeOf(response) || 'no content type'
    const problem = `HTTP ${response.status}, ${type}. Put config.json next to index.html.`
    return { config: undefined, findings: [finding(check, problem), notCached] }
  }
  const { config, findings } = checkConfigText(check, response.text, isDemo)
  if (config === undefined) return { config, findings: [...findings, notCached] }
  return {
    config,
    findings: [
      ...findings,
      finding(
        `${path} has the content type of JSON`,
        mimeOf(response) !== 'application/json' &&
          `It is sent as ${mimeOf(response) || 'no content type'}. Fix the MIME types of the host (nginx: "types").`,
      ),
      notCached,
    ],
  }
}

function checkConfigText(check: string, text: string, isDemo: boolean): ConfigCheck {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { config: undefined, findings: [finding(check, `It is not JSON: ${String(error)}.`)] }
  }
  const result = parseConfig(json)
  if (!result.ok) {
    const problems = result.problems.map(({ field, problem }) => `${field}: ${problem}`)
    return { config: undefined, findings: [finding(check, problems)] }
  }
  const isDemoOnly = result.config.environments.every(({ kind }) => kind === 'demo')
  const problem =
    isDemoOnly &&
    !isDemo &&
    'It has only demo environments, which work only in the demo build. Replace it with a configuration that has your services.'
  return { config: result.config, findings: [finding(check, problem)] }
}

/** Checks each kind of response: servers often lack headers on errors or in one location. */
async function checkHeaders(site: URL, page: ProbeResponse, config: Config | undefined): Promise<Finding[]> {
  if (config === undefined) {
    return [
      unknownBecause(
        headersOf(site.pathname),
        'They depend on the configuration. Fix that first, then check again.',
      ),
    ]
  }
  const isPlainLoopback = site.protocol === 'http:'
  const expected = siteHeaders(page.text, config).filter(
    ([name]) => !(isPlainLoopback && name === 'Strict-Transport-Security'),
  )
  const [asset] = assetsOf(page.text)
  const others = [
    `${site.pathname}config.json`,
    ...(asset === undefined ? [] : [asset.path]),
    `${site.pathname}assets/missing.js`,
  ]
  return [
    finding(headersOf(site.pathname), headerProblems(page, expected)),
    ...(await Promise.all(
      others.map(async (path) => {
        const response = await probe(new URL(path, site))
        return finding(
          headersOf(path),
          'failure' in response ? [`No response: ${response.failure}.`] : headerProblems(response, expected),
        )
      }),
    )),
  ]
}

const headersOf = (path: string) => `The security headers of ${path}`

function headerProblems({ headers, status }: ProbeResponse, expected: readonly Header[]): string[] {
  const hint = `(npm run deploy:headers prints the lines${status >= 400 ? '; for errors nginx needs "always" at the end of each' : ''})`
  return expected.flatMap(([name, value]) => {
    const found = headers.get(name)
    if (found === value) return []
    if (found === null) return [`${name} is missing. Send "${name}: ${value}" ${hint}.`]
    if (name === 'Strict-Transport-Security' && secondsOf(found) >= secondsOf(value)) return []
    if (name === 'Content-Security-Policy') return policyProblems(found, value)
    return [`${name} is "${found}". Send "${name}: ${value}", exactly once.`]
  })
}

function secondsOf(strictTransport: string): number {
  return Number(/max-age=(\d+)/.exec(strictTransport)?.[1] ?? 0)
}

function policyProblems(found: string, expected: string): string[] {
  const actualDirectives = directivesOf(found)
  const expectedDirectives = directivesOf(expected)
  const fix = 'Run npm run deploy again with this build and this config.json, and reload the server.'
  return [
    ...[...expectedDirectives]
      .filter(([name, values]) => actualDirectives.get(name) !== values)
      .map(
        ([name, values]) =>
          `Content-Security-Policy has ${actualDirectives.has(name) ? `"${name} ${actualDirectives.get(name)}"` : `no ${name}`} instead of "${name} ${values}". ${fix}`,
      ),
    ...[...actualDirectives.keys()]
      .filter((name) => !expectedDirectives.has(name))
      .map((name) => `Content-Security-Policy has an unexpected ${name}. ${fix}`),
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

async function checkFallback(site: URL, page: ProbeResponse): Promise<Finding[]> {
  const path = `${site.pathname}staging/pets/new`
  const check = `Addresses of the app, such as ${path}, give the page`
  const response = await probe(new URL(path, site))
  if ('failure' in response) return [finding(check, [`No response: ${response.failure}.`])]
  if (response.status === 200 && response.text === page.text) {
    return [finding(check, false), checkRevalidated(path, response)]
  }
  return [
    finding(check, [
      `HTTP ${response.status}, not the page: reloading or opening a link would fail. Serve index.html for paths without a file; nginx needs "try_files $uri ${site.pathname}index.html;" in "location ${site.pathname}".`,
    ]),
  ]
}

async function checkWorker(site: URL, isDemo: boolean): Promise<Finding> {
  const response = await probe(new URL(WORKER, site))
  const exists = !('failure' in response) && response.status === 200 && /javascript/.test(mimeOf(response))
  return isDemo
    ? finding(
        'The worker of the demo is there',
        !exists && `${site.pathname}${WORKER} is missing. Deploy again.`,
      )
    : finding(
        'The mocked petstore is not served',
        exists && `${site.pathname}${WORKER} is of a demo. Remove it, or deploy to an empty folder.`,
      )
}
