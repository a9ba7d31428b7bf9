import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#src/config/config.ts'
import { close, listen } from '#tests/support/listen.ts'
import { checkDeployment } from './check-deployment.ts'
import { withConfigBlock } from './config-block.ts'
import { CACHING, siteHeaders } from './headers.ts'

/**
 * A response, or the changes in one. The status is 200 by default, and an undefined header is not
 * sent.
 */
type Reply = { status?: number; headers?: Record<string, string | undefined>; body?: string | Uint8Array }

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(close)))

/**
 * Serves these replies.
 *
 * @returns the origin of the server
 */
async function serve(reply: (incoming: IncomingMessage) => Reply): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { status = 200, headers = {}, body } = reply(incoming)
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) outgoing.setHeader(name, value)
    outgoing.writeHead(status).end(body)
  })
  servers.push(server)
  return `http://127.0.0.1:${await listen(server)}`
}

const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const FILES: Record<string, readonly [type: string, body: string]> = {
  '/assets/index-1.js': ['text/javascript', 'start()'],
  '/assets/index-1.css': ['text/css', 'p {}'],
  '/assets/later-1.js': ['text/javascript', 'later()'],
}
const HTML = `<!doctype html><title>x</title>
<script>first()</script>
<script type="importmap">${JSON.stringify({ integrity: { '/assets/later-1.js': hash('later()') } })}</script>
<style data-href="/assets/index-1.css" data-integrity="${hash('p {}')}"></style>
<script type="module" crossorigin src="/assets/index-1.js" integrity="${hash('start()')}"></script>
<div id="root"></div>`

const sent = (type: string, caching: string, body: string): Reply => ({
  headers: { 'content-type': type, 'cache-control': caching },
  body,
})

/** Replies like a petstore service that knows no key and allows every origin. */
function refuse({ method, headers: { origin = '*' } }: IncomingMessage): Reply {
  const common = { 'access-control-allow-origin': origin, 'cache-control': 'no-store' }
  return method === 'OPTIONS'
    ? { status: 204, headers: { ...common, 'access-control-allow-headers': 'Authorization, Content-Type' } }
    : { status: 401, headers: { ...common, 'content-type': 'application/json' }, body: '{"message":"no"}' }
}

type Options = {
  /** The faults in the responses for these paths of the site, or to this method of the service. */
  site?: [where: RegExp, change: Reply]
  service?: [method: string, change: Reply]
  config?: unknown
  /**
   * Returns the configuration in index.html, given that of the file. Without it, index.html has
   * none.
   */
  block?: (config: unknown) => unknown
  /**
   * The path that the build was made for, the path of the site, and the address that is checked,
   * which is the site by default.
   */
  builtFor?: string
  servedAt?: string
  checked?: string
}

async function checkSite(options: Options = {}) {
  const { site, service, config, block, builtFor = '/', servedAt = '/', checked = servedAt } = options
  const received: string[] = []
  const baseUrl = `${await serve((incoming) => {
    received.push(`${incoming.method} ${incoming.url}`)
    const usual = refuse(incoming)
    const change = service?.[0] === incoming.method ? service[1] : {}
    return { ...usual, ...change, headers: { ...usual.headers, ...change.headers } }
  })}/v1`
  const json = config ?? { environments: [{ id: 'staging', name: 'Staging', baseUrl }] }
  const parsed = parseConfig(json)
  const built = HTML.replaceAll('"/assets/', `"${builtFor}assets/`)
  const html = block === undefined ? built : withConfigBlock(built, JSON.stringify(block(json)))
  const security = siteHeaders(built, parsed.ok ? parsed.config : { environments: [] })
  const securityHeaders = Object.fromEntries(security.map(([name, value]) => [name.toLowerCase(), value]))
  const usualReply = (path: string): Reply => {
    const file = FILES[path]
    if (file !== undefined) return sent(file[0], CACHING.cacheForever, file[1])
    if (path === '/config.json') return sent('application/json', 'no-store', JSON.stringify(json))
    return path.startsWith('/assets/') || path.includes('.')
      ? { status: 404 }
      : sent('text/html', 'no-cache', html)
  }
  const origin = await serve((incoming) => {
    const { url = '' } = incoming
    if (url === servedAt.slice(0, -1)) return { status: 308, headers: { location: servedAt } }
    if (!url.startsWith(servedAt)) return { headers: { 'content-type': 'text/html' }, body: 'Of others' }
    const path = url.slice(servedAt.length - 1)
    const usual = usualReply(path)
    const change = site?.[0].test(path) === true ? site[1] : {}
    const headers: Reply['headers'] = { ...securityHeaders, ...usual.headers }
    const reply = { ...usual, ...change, headers }
    if (path in FILES) {
      headers['vary'] = 'Accept-Encoding'
      const encoding = /br|gzip/.exec(String(incoming.headers['accept-encoding']))?.[0]
      headers['content-encoding'] = encoding
      if (encoding !== undefined)
        reply.body = (encoding === 'br' ? brotliCompressSync : gzipSync)(reply.body ?? '')
    }
    Object.assign(headers, change.headers)
    return reply
  })
  const findings = await checkDeployment(origin + checked)
  return { findings, wrong: wrongOf(findings), received }
}

const wrongOf = (findings: Awaited<ReturnType<typeof checkDeployment>>) =>
  findings
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ check, messages }) => `${check}: ${messages.join(' ')}`)

test('A site as the host configs serve it passes all checks, and the service gets two requests', async () => {
  const { findings, wrong, received } = await checkSite()
  expect(wrong).toEqual([])
  expect(findings.length).toBeGreaterThan(12)
  expect(received).toEqual(['OPTIONS /v1/pets?limit=1', 'GET /v1/pets?limit=1'])
})

const BELOW: Options = { builtFor: '/pets/', servedAt: '/pets/' }

test.each(['/pets', '/pets/', '/pets/staging/pets?limit=5'])(
  'A site below a path passes all checks when %s is checked',
  async (checked) => {
    const { findings, wrong } = await checkSite({ ...BELOW, checked })
    expect(wrong).toEqual([])
    const checks = findings.map(({ check }) => check)
    expect(checks).toContain('/pets leads to /pets/')
    expect(checks).toContain('/pets/config.json exists, is valid, and is not cached')
  },
)

test.each<[message: RegExp, options: Options]>([
  [
    /built for \/ and is served at \/pets\/.* run npm run build -- --base=\/pets\/ and npm run deploy -- --base \/pets\/ again/,
    { servedAt: '/pets/' },
  ],
  [/built for \/pets\/ and is served at \/, .* build -- --base=\/ and .*/, { builtFor: '/pets/' }],
  [/not the index.html of the build/, { ...BELOW, checked: '/' }],
  [/redirects to https:\/\/b.example/, { site: [/^\/$/, { headers: { location: 'https://b.example/' } }] }],
  [/a login is in front of the site/, { site: [/^\/$/, { status: 401, body: '<h1>Log in</h1>' }] }],
])('The checks stop when another page responds: %s', async (message, options) => {
  const { findings, wrong } = await checkSite(options)
  expect(wrong).toEqual([expect.stringMatching(message)])
  expect(findings).toHaveLength(1)
})

test('A missing response is reported with the network error', async () => {
  expect(wrongOf(await checkDeployment('http://127.0.0.1:9'))).toEqual([
    expect.stringMatching(/No response: (.*ECONNREFUSED|bad port)/),
  ])
})

test.each<[message: RegExp, where: RegExp, change: Reply]>([
  [
    /X-Frame-Options is missing. Send "X-Frame-Options: DENY"/,
    /./,
    { headers: { 'x-frame-options': undefined } },
  ],
  [
    /^The security headers of \/assets\/missing.js: .*"always"/,
    /missing/,
    { headers: { 'x-content-type-options': undefined } },
  ],
  [
    /must have "script-src .*must not have "script-src 'self' 'sha256-old'".*npm run deploy/,
    /./,
    { headers: { 'content-security-policy': "script-src 'self' 'sha256-old'" } },
  ],
  [/^Browsers use no old \/: .*no Cache-Control/, /^\/$/, { headers: { 'cache-control': undefined } }],
  [
    /^\/config.json exists, .*users would keep an old version/,
    /config/,
    { headers: { 'cache-control': 'max-age=60' } },
  ],
  [/^\/config.json exists, .*HTTP 404/, /config/, { status: 404 }],
  [
    /^Scripts and styles are compressed .*\/assets\/index-1.js: not compressed.*(brotli|gzip)_static on;/,
    /index-1.js/,
    { headers: { 'content-encoding': undefined } },
  ],
  [/gzip_vary on/, /index-1.css/, { headers: { vary: undefined } }],
  [/later-1.js: not the file of this build/, /later/, { body: 'changed()' }],
  [/later-1.js: HTTP 404, .* Copy/, /later/, { status: 404 }],
  [
    /^Browsers may cache scripts and styles.*"Cache-Control: no-cache"/,
    /index-1.css/,
    { headers: { 'cache-control': 'no-cache' } },
  ],
  [
    /^A missing file .*so a browser that requests a file too early/,
    /missing/,
    { headers: { 'cache-control': CACHING.cacheForever } },
  ],
  [/^\/missing.php, a file that does not exist, gives 404: .*HTTP 200/, /php$/, { status: 200 }],
  [/try_files \$uri \/index.html/, /new$/, { status: 404 }],
])('Each mistake gives its own message with the fix, and no other: %s', async (message, ...site) => {
  const { wrong } = await checkSite({ site })
  expect(wrong.length).toBeGreaterThan(0)
  for (const line of wrong) expect(line).toMatch(message)
})

const configOf = (baseUrl: string, others: object = {}) => ({
  environments: [{ id: 'a', name: 'A', baseUrl, ...others }],
})

test('A configuration in index.html must be the same as config.json', async () => {
  const { wrong } = await checkSite({ block: (config) => config })
  expect(wrong).toEqual([])
  const other = await checkSite({ block: () => configOf('/v1') })
  const [differ, ...rest] = other.wrong
  expect(differ).toMatch(
    /^index.html has the configuration of \/config.json: .*app uses the one in index.html. Run npm run deploy/,
  )
  expect(
    rest.filter((line) => /^The security headers .* must have "connect-src 'self'"/.test(line)),
  ).toHaveLength(4)
  expect(rest).toHaveLength(5)
})

describe('one message is given for a configuration or a service:', () => {
  test.each<[message: RegExp, options: Options]>([
    [/environments\[0\].id: Use lower-case/, { config: configOf('/v1', { id: 'A' }) }],
    [/a configuration that has your services/, { config: configOf('/mock/v1', { kind: 'demo' }) }],
    [
      /its error.*errors included; it sends "https:\/\/a/,
      { service: ['GET', { headers: { 'access-control-allow-origin': 'https://a.example' } }] },
    ],
    [/OPTIONS \/v1\/pets with HTTP 401/, { service: ['OPTIONS', { status: 401 }] }],
    [
      /must list authorization in/,
      { service: ['OPTIONS', { headers: { 'access-control-allow-headers': '*' } }] },
    ],
    [
      /redirects to https:\/\/b.example\/v1/,
      { service: ['GET', { status: 308, headers: { location: 'https://b.example/v1' } }] },
    ],
    [
      /browsers keep none of its lists: .*"Cache-Control: max-age=60".*Send "Cache-Control: no-store"/,
      { service: ['GET', { headers: { 'cache-control': 'max-age=60' } }] },
    ],
    [
      /browsers keep none of its lists: .*no Cache-Control.*Send "Cache-Control: no-store"/,
      {
        service: [
          'GET',
          { headers: { 'cache-control': undefined, 'last-modified': 'Wed, 01 Jan 2025 10:00:00 GMT' } },
        ],
      },
    ],
    [
      /browsers keep none of its lists: .*does not say/,
      { service: ['GET', { headers: { 'cache-control': undefined } }] },
    ],
    [/does not proxy \/v1/, { config: configOf('/v1') }],
    [
      /cannot reach the service \(HTTP 502/,
      { config: configOf('/v1'), site: [/^\/v1\//, { status: 502, body: '' }] },
    ],
    [
      /should give 401 \(HTTP 200/,
      { config: configOf('/v1'), site: [/^\/v1\//, { headers: { 'content-type': 'application/json' } }] },
    ],
  ])('%s', async (message, options) => {
    expect((await checkSite(options)).wrong).toEqual([expect.stringMatching(message)])
  })
})

test('A service that cannot be reached from here is unknown, and one over plain HTTP on another machine is wrong', async () => {
  const { findings } = await checkSite({ config: configOf('http://127.0.0.1:9/v1') })
  const rest = findings.filter(({ verdict }) => verdict !== 'ok')
  expect(rest.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown'])
  const { wrong } = await checkSite({ config: configOf('http://service.invalid/v1') })
  expect(wrong).toContainEqual(expect.stringMatching(/Change it to https:\/\//))
})
