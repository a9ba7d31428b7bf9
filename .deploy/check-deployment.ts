import { isDeepStrictEqual } from 'node:util'
import type { Config } from '#src/config/config.ts'
import { assetsOf, checkAssets } from './check-assets.ts'
import { checkService } from './check-service.ts'
import { configBlockOf } from './config-block.ts'
import { type ConfigText, readConfigText } from './deployment.ts'
import { basePathOf, CACHING, type Header, isDemoBuild, isLoopback, siteHeaders } from './headers.ts'
import {
  cachingOf,
  check,
  type Finding,
  finding,
  listOf,
  maxAgeOf,
  probe,
  type ProbeResponse,
  type Problem,
} from './probe.ts'

/**
 * Checks a deployment from outside, as a browser sees it. It sends a made-up key only.
 *
 * @param address the address of the site, or of a page of the app
 */
export async function checkDeployment(address: string): Promise<Finding[]> {
  const site = new URL(`${new URL(address).pathname.replace(/\/*$/, '')}/`, address)
  const servesPage = 'The site serves the page of the app'
  const page = await probe(site)
  const noPage = noPageBecause(page)
  if (noPage !== undefined) return [finding(servesPage, noPage)]
  const path = site.pathname
  const base = basePathOf(page.text) ?? path
  if (base !== path) {
    // Every address of the app gives the page of the site.
    const isBelow = path.startsWith(base) && (await probe(new URL(base, site))).text === page.text
    if (isBelow) return checkDeployment(new URL(base, site).href)
    const wrongBase = `The page was built for ${base} and is served at ${path}, so it requests its files from ${base}assets/ and does not start. Serve it at ${base}, or run npm run build -- --base=${path} and npm run deploy -- --base ${path} again.`
    return [finding(servesPage, wrongBase)]
  }
  const isDemo = isDemoBuild(page.text)
  const { config, findings } = await checkConfig(site, page.text, isDemo)
  const services = config?.environments.filter(({ kind }) => kind !== 'demo') ?? []
  const groups = await Promise.all([
    checkAddresses(site, page, isDemo),
    config === undefined ? [] : checkHeaders(site, page.text, config),
    checkAssets(site, page.text),
    ...services.map((environment) => checkService(site, environment)),
  ])
  return [finding(servesPage), ...findings, ...groups.flat()].filter((found) => found !== false)
}

function noPageBecause({ status, headers, mime, text, summary }: ProbeResponse): string | undefined {
  const target = headers.get('location')
  if (status === 0) return `${summary}. Check the URL, that the server is running, and its certificate.`
  if (target !== null)
    return `It redirects to ${target}. Check that URL instead; if it is a login, run this check from where the site needs none.`
  if (status === 401 || status === 403)
    return `${summary}: a login is in front of the site. Run this check from where the site needs none.`
  if (status === 200 && mime === 'text/html' && text.includes('<div id="root">')) return undefined
  return `${summary}: not the index.html of the build. Check the folder that the server serves ("root"), and that no other site has this host name.`
}

async function checkAddresses(site: URL, page: ProbeResponse, isDemo: boolean): Promise<(Finding | false)[]> {
  const { pathname: base } = site
  const inApp = `${base}staging/pets/new`
  const bare = base.slice(0, -1)
  const worker = `${base}mockServiceWorker.js`
  return [
    // When the site has a port, the port of plain HTTP cannot be guessed. Browsers treat this
    // machine as secure.
    !(site.protocol === 'http:' ? isLoopback(site) : site.port !== '') &&
      finding('The site uses HTTPS only', await transportProblem(site)),
    // A page that is kept is as good as one that is not, as long as browsers ask each time whether
    // it has changed.
    finding(`Browsers use no old ${base}`, cachingProblem(page, CACHING.revalidate, CACHING.noStore)),
    await check(
      `Addresses of the app, such as ${inApp}, give the page`,
      new URL(inApp, site),
      ({ status, text, summary }) =>
        (status !== 200 || text !== page.text) &&
        `${summary}, not the page: reloading or opening a link would fail. Serve index.html for paths without a file; nginx needs "try_files $uri ${base}index.html;" in "location ${base}".`,
    ),
    ...(await Promise.all(
      [`${base}.missing`, `${base}missing.php`].map((missing) =>
        check(
          `${missing}, a file that does not exist, gives 404`,
          new URL(missing, site),
          ({ status, summary }) =>
            status !== 404 &&
            `${summary}. Serve index.html only for paths without a dot at the start or an extension at the end, as the host config of npm run deploy does.`,
        ),
      ),
    )),
    base !== '/' &&
      (await check(
        `${bare} leads to ${base}`,
        new URL(bare, site),
        ({ headers }) =>
          new URL(headers.get('location') ?? '', new URL(bare, site)).pathname !== base &&
          `Redirect it; nginx needs "location = ${bare} { return 308 ${base}; }".`,
      )),
    isDemo &&
      (await check(
        'The worker of the demo is there',
        new URL(worker, site),
        ({ status, mime }) =>
          (status !== 200 || !/javascript/.test(mime)) && `${worker} is missing. Deploy again.`,
      )),
  ]
}

async function transportProblem({ protocol, hostname, pathname }: URL): Promise<Problem> {
  if (protocol === 'http:') {
    return 'It is served over plain HTTP, so anyone on the network can read the key. Run npm run deploy with --tls-certificate and --tls-key; its host config then redirects HTTP to HTTPS.'
  }
  const { status, headers } = await probe(`http://${hostname}${pathname}`)
  return (
    status > 0 &&
    headers.get('location')?.startsWith('https:') !== true &&
    'It is served over plain HTTP, too. Redirect HTTP to HTTPS; nginx needs "return 301 https://…$request_uri;" in the server for port 80.'
  )
}

function cachingProblem(response: ProbeResponse, ...allowed: readonly string[]): Problem {
  const caching = listOf(response, 'cache-control')
  return (
    !allowed.some((value) => caching.includes(value)) &&
    `It is sent with ${cachingOf(response)}, so users would keep an old version. Send "Cache-Control: ${allowed[0]}".`
  )
}

/**
 * Reads the configuration that the app uses. It is that of the page if it has one, else the file.
 */
async function checkConfig(site: URL, html: string, isDemo: boolean) {
  const path = `${site.pathname}config.json`
  const response = await probe(new URL(path, site))
  const { status, mime, summary, text } = response
  const isThere = status === 200 && mime !== 'text/html'
  const file: ConfigText = isThere
    ? readConfigText(text, isDemo)
    : { problems: [`${summary}. Put config.json next to index.html.`] }
  const isJson = mime === 'application/json'
  const inFile = finding(
    `${path} exists, is valid, and is not cached`,
    ...file.problems,
    isThere && !isJson && `It has the content type ${mime}. Fix the MIME types of the host (nginx: "types").`,
    isThere && cachingProblem(response, CACHING.noStore),
  )
  const block = configBlockOf(html)
  if (block === undefined) return { config: file.config, findings: [inFile] }
  const page = readConfigText(block, isDemo)
  const inPage = finding(
    `index.html has the configuration of ${path}`,
    ...page.problems,
    page.config !== undefined &&
      !isDeepStrictEqual(page.config, file.config) &&
      'They differ, and the app uses the one in index.html. Run npm run deploy again after each change of config.json.',
  )
  return { config: page.config, findings: [inFile, inPage] }
}

/**
 * Checks each kind of response, because servers often lack headers on errors or in one location.
 */
async function checkHeaders(site: URL, html: string, config: Config): Promise<Finding[]> {
  const base = site.pathname
  const expected = siteHeaders(html, config).filter(
    ([name]) => site.protocol === 'https:' || name !== 'Strict-Transport-Security',
  )
  const [asset = base] = assetsOf(html).keys()
  return Promise.all(
    [base, `${base}config.json`, asset, `${base}assets/missing.js`].map((path) =>
      check(`The security headers of ${path}`, new URL(path, site), (response) =>
        headerProblems(response, expected),
      ),
    ),
  )
}

function headerProblems({ headers, status, summary }: ProbeResponse, expected: readonly Header[]): string[] {
  if (status === 0) return [summary]
  const errors = status >= 400 ? '; for errors nginx needs "always" at the end of each' : ''
  return expected.flatMap(([name, value]) => {
    const found = headers.get(name)
    if (found === null) {
      return `${name} is missing. Send "${name}: ${value}" (npm run deploy:headers prints the lines${errors}).`
    }
    if (name === 'Content-Security-Policy') return policyProblem(found, value)
    const isLonger = name === 'Strict-Transport-Security' && maxAgeOf(found) >= maxAgeOf(value)
    return found === value || isLonger ? [] : `${name} is "${found}". Send "${name}: ${value}", exactly once.`
  })
}

function policyProblem(found: string, expected: string): string[] {
  const has = found.replaceAll(/\s+/g, ' ').split(/ ?; ?/)
  const needs = expected.split('; ')
  const changes = [
    ...needs.filter((directive) => !has.includes(directive)).map((missing) => `must have "${missing}"`),
    ...has
      .filter((directive) => directive !== '' && !needs.includes(directive))
      .map((wrong) => `must not have "${wrong}"`),
  ]
  const toDo = 'Run npm run deploy again with this build and this config.json, and reload the server.'
  return changes.length === 0 ? [] : [`Content-Security-Policy ${changes.join(', ')}. ${toDo}`]
}
