import { isDeepStrictEqual } from 'node:util'
import type { Config } from '#src/config/config.ts'
import { basePathOf } from './base-path.ts'
import { assetsOf, cacheControlOf, checkAssets } from './check-assets.ts'
import { checkService } from './check-service.ts'
import { configBlockOf } from './config-block.ts'
import { readConfigText } from './deployment.ts'
import { CACHING, type Header, isDemoBuild, siteHeaders } from './headers.ts'
import {
  type Finding,
  finding,
  isLoopback,
  listOf,
  probe,
  type ProbeResponse,
  unknownBecause,
} from './probe.ts'

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
  const noPage = noPageBecause(page)
  if (noPage !== undefined) return [finding(servesPage, noPage)]
  const base = basePathOf(page.text) ?? site.pathname
  if (base !== site.pathname) {
    // Every address of the app gives the page of the site.
    const isBelow = site.pathname.startsWith(base) && (await probe(new URL(base, site))).text === page.text
    return isBelow
      ? checkDeployment(new URL(base, site).href)
      : [finding(servesPage, wrongBase(base, site.pathname))]
  }
  const isDemo = isDemoBuild(page.text)
  const { config, findings } = await checkConfig(site, page.text, isDemo)
  const services = config?.environments.filter(({ kind }) => kind !== 'demo') ?? []
  return [
    finding(servesPage),
    ...(await checkTransport(site)),
    ...(await checkClosingSlash(site)),
    checkRevalidated(site.pathname, page),
    ...findings,
    ...(await checkHeaders(site, page, config)),
    ...(await checkAssets(site, page.text)),
    ...(await checkFallback(site, page)),
    await checkWorker(site, isDemo),
    ...(await Promise.all(services.map((environment) => checkService(site, environment)))).flat(),
  ]
}

function noPageBecause({ status, headers, mime, text, summary }: ProbeResponse): string | undefined {
  const target = headers.get('location')
  if (status === 0) return `${summary}. Check the URL, that the server is running, and its certificate.`
  if (target !== null) return `It redirects to ${target}. Check that URL instead.`
  if (status === 200 && mime === 'text/html' && text.includes('<div id="root">')) return undefined
  return `${summary}: not the index.html of the build. Check the folder that the server serves ("root"), and that no other site has this host name.`
}

function wrongBase(base: string, path: string): string {
  const [build, deploy] = path === '/' ? ['', ''] : [` -- --base=${path}`, ` -- --base ${path}`]
  return `The page was built for ${base} and is served at ${path}, so it requests its files from ${base}assets/ and does not start. Serve it at ${base}, or run npm run build${build} and npm run deploy${deploy} again.`
}

/** Nothing on this machine, where nobody listens. */
async function checkTransport(site: URL): Promise<Finding[]> {
  const check = 'The site uses HTTPS only'
  if (site.protocol === 'http:') {
    const plain =
      'It is served over plain HTTP, so anyone on the network can read the key. Run npm run deploy with --tls-certificate and --tls-key; its host config then redirects HTTP to HTTPS.'
    return isLoopback(site) ? [] : [finding(check, plain)]
  }
  if (site.port !== '') {
    const why = 'The site has a port in its URL, so the port for plain HTTP cannot be guessed.'
    return [unknownBecause(check, why)]
  }
  const { status, headers } = await probe(`http://${site.hostname}${site.pathname}`)
  const problem =
    status > 0 &&
    headers.get('location')?.startsWith('https:') !== true &&
    'It is served over plain HTTP, too. Redirect HTTP to HTTPS; nginx needs "return 301 https://…$request_uri;" in the server for port 80.'
  return [finding(check, problem)]
}

/** Below a path: an address that is typed without it leads nowhere otherwise. */
async function checkClosingSlash(site: URL): Promise<Finding[]> {
  if (site.pathname === '/') return []
  const path = site.pathname.slice(0, -1)
  const target = (await probe(new URL(path, site))).headers.get('location')
  const isRight = target !== null && new URL(target, site).pathname === site.pathname
  const fix = `Redirect it; nginx needs "location = ${path} { return 308 ${site.pathname}; }".`
  return [finding(`${path} leads to ${site.pathname}`, !isRight && fix)]
}

/** Kept is as good as not kept, as long as browsers ask each time whether it has changed. */
function checkRevalidated(path: string, response: ProbeResponse): Finding {
  return checkCaching(`Browsers use no old ${path}`, response, [CACHING.revalidate, CACHING.noStore])
}

function checkCaching(check: string, response: ProbeResponse, allowed: readonly string[]): Finding {
  const caching = listOf(response, 'cache-control')
  const problem = `It is sent with ${cacheControlOf(response)}, so users would keep an old version. Send "Cache-Control: ${allowed[0]}".`
  return finding(check, !allowed.some((value) => caching.includes(value)) && problem)
}

type ConfigCheck = { readonly config: Config | undefined; readonly findings: readonly Finding[] }

/** @returns the configuration that the app uses: that of the page where it has one, else the file. */
async function checkConfig(site: URL, html: string, isDemo: boolean): Promise<ConfigCheck> {
  const path = `${site.pathname}config.json`
  const response = await probe(new URL(path, site))
  const { status, mime, summary } = response
  const isThere = status === 200 && mime !== 'text/html'
  const file = isThere
    ? readConfigText(response.text, isDemo)
    : { problems: [`${summary}. Put config.json next to index.html.`] }
  const findings = [
    finding(`${path} exists and is valid`, ...file.problems),
    finding(
      `${path} has the content type of JSON`,
      isThere &&
        mime !== 'application/json' &&
        `${summary}. Fix the MIME types of the host (nginx: "types").`,
    ),
    ...(isThere ? [checkCaching(`Browsers do not cache ${path}`, response, [CACHING.noStore])] : []),
  ]
  const block = configBlockOf(html)
  if (block === undefined) return { config: file.config, findings }
  const page = readConfigText(block, isDemo)
  const isSame = `index.html and ${path} have the same configuration`
  const problem =
    !isDeepStrictEqual(page.config, file.config) &&
    'They differ, and the app uses the one in index.html. Run npm run deploy again after each change of config.json.'
  return {
    config: page.config,
    findings: [
      ...findings,
      finding('The configuration in index.html is valid', ...page.problems),
      page.config === undefined
        ? unknownBecause(isSame, 'The one in index.html is not valid. Fix that first, then check again.')
        : finding(isSame, problem),
    ],
  }
}

/** Checks each kind of response: servers often lack headers on errors or in one location. */
async function checkHeaders(site: URL, page: ProbeResponse, config: Config | undefined): Promise<Finding[]> {
  if (config === undefined) {
    const why = 'They depend on the configuration. Fix that first, then check again.'
    return [unknownBecause(headersOf(site.pathname), why)]
  }
  const expected = siteHeaders(page.text, config).filter(
    ([name]) => site.protocol === 'https:' || name !== 'Strict-Transport-Security',
  )
  const [asset] = assetsOf(page.text)
  const others = [`${site.pathname}config.json`, asset?.path, `${site.pathname}assets/missing.js`]
  return Promise.all(
    [site.pathname, ...others.filter((path) => path !== undefined)].map(async (path) => {
      const response = await probe(new URL(path, site))
      return finding(headersOf(path), ...headerProblems(response, expected))
    }),
  )
}

const headersOf = (path: string) => `The security headers of ${path}`

function headerProblems({ headers, status, summary }: ProbeResponse, expected: readonly Header[]): string[] {
  if (status === 0) return [summary]
  const errors = status >= 400 ? '; for errors nginx needs "always" at the end of each' : ''
  return expected.flatMap(([name, value]) => {
    const found = headers.get(name)
    if (found === value) return []
    if (found === null) {
      return [
        `${name} is missing. Send "${name}: ${value}" (npm run deploy:headers prints the lines${errors}).`,
      ]
    }
    if (name === 'Strict-Transport-Security' && secondsOf(found) >= secondsOf(value)) return []
    if (name === 'Content-Security-Policy') return policyProblems(found, value)
    return [`${name} is "${found}". Send "${name}: ${value}", exactly once.`]
  })
}

function secondsOf(strictTransport: string): number {
  return Number(/max-age=(\d+)/.exec(strictTransport)?.[1] ?? 0)
}

function policyProblems(found: string, expected: string): string[] {
  const has = found.split(';').map((directive) => directive.trim().replaceAll(/\s+/g, ' '))
  const needs = expected.split('; ')
  const wrong = has.filter((directive) => directive !== '' && !needs.includes(directive))
  const missing = needs.filter((directive) => !has.includes(directive))
  return [
    ...missing.map((directive) => `must have "${directive}"`),
    ...wrong.map((directive) => `must not have "${directive}"`),
  ].map(
    (problem) =>
      `Content-Security-Policy ${problem}. Run npm run deploy again with this build and this config.json, and reload the server.`,
  )
}

async function checkFallback(site: URL, page: ProbeResponse): Promise<Finding[]> {
  const path = `${site.pathname}staging/pets/new`
  const check = `Addresses of the app, such as ${path}, give the page`
  const response = await probe(new URL(path, site))
  if (response.status === 200 && response.text === page.text) {
    return [finding(check), checkRevalidated(path, response)]
  }
  const fix = `Serve index.html for paths without a file; nginx needs "try_files $uri ${site.pathname}index.html;" in "location ${site.pathname}".`
  return [finding(check, `${response.summary}, not the page: reloading or opening a link would fail. ${fix}`)]
}

async function checkWorker(site: URL, isDemo: boolean): Promise<Finding> {
  const path = site.pathname + WORKER
  const { status, mime } = await probe(new URL(path, site))
  const exists = status === 200 && /javascript/.test(mime)
  return isDemo
    ? finding('The worker of the demo is there', !exists && `${path} is missing. Deploy again.`)
    : finding(
        'The mocked petstore is not served',
        exists && `${path} is of a demo. Remove it, or deploy to an empty folder.`,
      )
}
