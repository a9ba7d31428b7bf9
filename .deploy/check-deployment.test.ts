import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#src/config/config.ts'
import { close, listen } from '#tests/support/listen.ts'
import { checkDeployment } from './check-deployment.ts'
import { withConfigBlock } from './config-block.ts'
import { CACHING, siteHeaders } from './headers.ts'

type Reply = { status: number; headers: Record<string, string>; body: string | Uint8Array }
type Change = (reply: Reply, path: string, incoming: IncomingMessage) => void

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(close)))

/** @returns its origin. */
async function serve(reply: (incoming: IncomingMessage) => Reply): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { status, headers, body } = reply(incoming)
    outgoing.writeHead(status, headers).end(body)
  })
  servers.push(server)
  return `http://127.0.0.1:${await listen(server)}`
}

const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const FILES: Record<string, { type: string; body: string }> = {
  '/assets/index-1.js': { type: 'text/javascript', body: 'start()' },
  '/assets/index-1.css': { type: 'text/css', body: 'p {}' },
  '/assets/later-1.js': { type: 'text/javascript', body: 'later()' },
}
const bodyOf = (path: string) => FILES[path]?.body ?? ''
const HTML = `<!doctype html><title>x</title>
<script>first()</script>
<script type="importmap">${JSON.stringify({ integrity: { '/assets/later-1.js': hash('later()') } })}</script>
<link rel="stylesheet" crossorigin href="/assets/index-1.css" integrity="${hash(bodyOf('/assets/index-1.css'))}">
<script type="module" crossorigin src="/assets/index-1.js" integrity="${hash(bodyOf('/assets/index-1.js'))}"></script>
<div id="root"></div>`

/** A petstore service that knows no key and allows every origin. */
function refuse(incoming: IncomingMessage): Reply {
  const headers = { 'access-control-allow-origin': incoming.headers.origin ?? '*' }
  return incoming.method === 'OPTIONS'
    ? {
        status: 204,
        headers: { ...headers, 'access-control-allow-headers': 'Authorization, Content-Type' },
        body: '',
      }
    : {
        status: 401,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"code":1,"message":"no"}',
      }
}

function compress(reply: Reply, incoming: IncomingMessage): void {
  const wanted = incoming.headers['accept-encoding'] ?? ''
  reply.headers['vary'] = 'Accept-Encoding'
  const encoding = ['br', 'gzip'].find((name) => wanted.includes(name))
  if (encoding === undefined) return
  reply.headers['content-encoding'] = encoding
  reply.body = encoding === 'br' ? brotliCompressSync(reply.body) : gzipSync(reply.body)
}

type Options = {
  config?: unknown
  /** The configuration in index.html, if it has one; gets that of the file. */
  block?: (config: unknown) => unknown
  service?: (incoming: IncomingMessage) => Reply
  /** What the build was made for. */
  builtFor?: string
  /** Where the site is. */
  servedAt?: string
  /** What is checked; the site when left out. */
  checked?: string
}

async function checkSiteWith(
  change: Change = () => undefined,
  { config, block, service = refuse, builtFor = '/', servedAt = '/', checked = servedAt }: Options = {},
) {
  const received: IncomingMessage[] = []
  const baseUrl = `${await serve((incoming) => {
    received.push(incoming)
    return service(incoming)
  })}/v1`
  const json = config ?? { environments: [{ id: 'staging', name: 'Staging', baseUrl }] }
  const parsed = parseConfig(json)
  const built = HTML.replaceAll('"/assets/', `"${builtFor}assets/`)
  const html = block === undefined ? built : withConfigBlock(built, JSON.stringify(block(json)))
  const headers = Object.fromEntries(
    siteHeaders(built, parsed.ok ? parsed.config : { environments: [] }).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  const site = await serve((incoming) => {
    const url = incoming.url ?? ''
    const isWithoutSlash = url === servedAt.slice(0, -1)
    if (!isWithoutSlash && !url.startsWith(servedAt)) {
      return { status: 200, headers: { 'content-type': 'text/html' }, body: 'The start page of others' }
    }
    const path = url.slice(servedAt.length - 1)
    const file = FILES[path]
    const reply: Reply = {
      status: 200,
      headers: { ...headers, 'content-type': 'text/html', 'cache-control': 'no-cache' },
      body: html,
    }
    if (file !== undefined) {
      Object.assign(reply.headers, { 'content-type': file.type, 'cache-control': CACHING.cacheForever })
      reply.body = file.body
      compress(reply, incoming)
    } else if (path === '/config.json') {
      reply.headers['content-type'] = 'application/json'
      reply.headers['cache-control'] = 'no-store'
      reply.body = typeof json === 'string' ? json : JSON.stringify(json)
    } else if (isWithoutSlash) {
      Object.assign(reply, { status: 308, headers: { location: servedAt }, body: '' })
    } else if (path.startsWith('/assets/')) {
      Object.assign(reply, { status: 404, body: '' })
    }
    change(reply, path, incoming)
    return reply
  })
  const findings = await checkDeployment(site + checked)
  return { findings, received }
}

const wrongOf = (findings: Awaited<ReturnType<typeof checkSiteWith>>['findings']) =>
  findings
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ check, messages }) => `${check}: ${messages.join(' ')}`)

const at =
  (where: string | RegExp, change: (reply: Reply, incoming: IncomingMessage) => void): Change =>
  (reply, path, incoming) => {
    if (typeof where === 'string' ? path === where : where.test(path)) change(reply, incoming)
  }
const header = (name: string, value: string | undefined) => (reply: Reply) => {
  if (value === undefined) delete reply.headers[name]
  else reply.headers[name] = value
}

/** What the site proxies from its service. */
const pets = (reply: Partial<Reply>) =>
  at(/^\/v1\//, (usual) => Object.assign(usual, { headers: { 'content-type': 'application/json' } }, reply))

test('a site as the host configs serve it is all ok, and the service gets two requests', async () => {
  const { findings, received } = await checkSiteWith()
  expect(wrongOf(findings)).toEqual([])
  expect(findings.length).toBeGreaterThan(12)
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'OPTIONS /v1/pets?limit=1',
    'GET /v1/pets?limit=1',
  ])
})

describe('below a path', () => {
  const below = { builtFor: '/pets/', servedAt: '/pets/' }

  test.each(['/pets', '/pets/', '/pets/staging/pets?limit=5'])(
    'all is ok, checked at %s',
    async (checked) => {
      const { findings } = await checkSiteWith(undefined, { ...below, checked })
      expect(wrongOf(findings)).toEqual([])
      const checks = findings.map(({ check }) => check)
      expect(checks).toContain('/pets leads to /pets/')
      expect(checks).toContain('/pets/config.json exists, is valid, and is not cached')
    },
  )

  test.each<[what: string, options: Options, message: RegExp]>([
    [
      'a build for / at a path',
      { servedAt: '/pets/' },
      /built for \/ and is served at \/pets\/.* run npm run build -- --base=\/pets\/ and npm run deploy -- --base \/pets\/ again/,
    ],
    [
      'a build for a path at /',
      { builtFor: '/pets/' },
      /built for \/pets\/ and is served at \/, .* run npm run build -- --base=\/ and npm run deploy -- --base \/ again/,
    ],
    ['the root, which is of others', { ...below, checked: '/' }, /not the index.html of the build/],
  ])('%s', async (_what, options, message) => {
    const { findings } = await checkSiteWith(undefined, options)
    const wrong = wrongOf(findings)
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toMatch(message)
  })
})

describe('each mistake gives its own message with the fix, and no other', () => {
  test.each<[message: RegExp, change: Change]>([
    [/X-Frame-Options is missing. Send "X-Frame-Options: DENY"/, header('x-frame-options', undefined)],
    [
      /^The security headers of \/assets\/missing.js: .*"always"/,
      at(/missing/, header('x-content-type-options', undefined)),
    ],
    [
      /must not have "script-src 'self' 'sha256-old'.*npm run deploy/,
      (reply) => {
        reply.headers['content-security-policy'] = (reply.headers['content-security-policy'] ?? '').replace(
          /'sha256-[^']+'/,
          "'sha256-old'",
        )
      },
    ],
    [/^Browsers use no old \/: .*no Cache-Control/, at('/', header('cache-control', undefined))],
    [
      /^\/config.json exists, .*users would keep an old version/,
      at('/config.json', header('cache-control', 'max-age=60')),
    ],
    [
      /^Scripts and styles are compressed .*\/assets\/index-1.js: not compressed.*(brotli|gzip)_static on;/,
      at(/index-1.js/, (reply) => {
        delete reply.headers['content-encoding']
        reply.body = 'start()'
      }),
    ],
    [/gzip_vary on/, at(/index-1.css/, header('vary', undefined))],
    [
      /later-1.js: not the file of this build/,
      at(/later/, (reply) => {
        if (reply.headers['content-encoding'] === undefined) reply.body = 'changed()'
      }),
    ],
    [/later-1.js: HTTP 404, .* Copy/, at(/later/, (reply) => Object.assign(reply, { status: 404 }))],
    [
      /^Browsers may cache scripts and styles.*"Cache-Control: no-cache"/,
      at(/index-1.css/, header('cache-control', 'no-cache')),
    ],
    [
      /^A missing file .*so a browser that requests a file too early/,
      at(/missing/, header('cache-control', CACHING.cacheForever)),
    ],
    [
      /try_files \$uri \/index.html/,
      at('/staging/pets/new', (reply) => Object.assign(reply, { status: 404 })),
    ],
  ])('%s', async (message, change) => {
    const wrong = wrongOf((await checkSiteWith(change)).findings)
    expect(wrong.length).toBeGreaterThan(0)
    for (const line of wrong) {
      expect(line).toMatch(message)
    }
  })

  test.each<[what: string, change: Change, message: RegExp]>([
    [
      'another site responds',
      at('/', (reply) => Object.assign(reply, { body: 'Welcome to nginx!' })),
      /not the index.html of the build/,
    ],
    [
      'the site redirects',
      at('/', (reply) => Object.assign(reply, { status: 301, headers: { location: 'https://b.example/' } })),
      /redirects to https:\/\/b.example/,
    ],
  ])('%s, and the checks stop', async (_what, change, message) => {
    const { findings } = await checkSiteWith(change)
    expect(wrongOf(findings)).toEqual([expect.stringMatching(message)])
    expect(findings).toHaveLength(1)
  })
})

describe('a configuration', () => {
  test.each([
    [
      'is missing',
      at('/config.json', (reply) => Object.assign(reply, { status: 404 })),
      undefined,
      /HTTP 404/,
    ],
    [
      'has an invalid field',
      undefined,
      { environments: [{ id: 'A', name: 'A', baseUrl: '/v1' }] },
      /environments\[0\].id: Use lower-case/,
    ],
  ])('that %s is reported, and the headers are not checked', async (_what, change, config, message) => {
    const { findings } = await checkSiteWith(change, { config })
    expect(wrongOf(findings)).toEqual([expect.stringMatching(message)])
  })

  const other = { environments: [{ id: 'other', name: 'Other', baseUrl: 'https://other.example.com/v1' }] }

  test.each<[what: string, block: (config: unknown) => unknown, messages: RegExp[]]>([
    ['the same', (config) => config, []],
    [
      'another one',
      () => ({ environments: [{ ...other.environments[0], baseUrl: '/v1' }] }),
      [
        /^index.html has the configuration of \/config.json: .*app uses the one in index.html. Run npm run deploy/,
        /^The security headers/,
      ],
    ],
  ])('in index.html that is %s', async (_what, block, messages) => {
    const { findings } = await checkSiteWith(undefined, { block })
    const wrong = wrongOf(findings).filter((line) => !line.startsWith('Other'))
    expect(wrong.filter((line) => !messages.some((message) => message.test(line)))).toEqual([])
    for (const message of messages) expect(wrong).toContainEqual(expect.stringMatching(message))
  })

  test('with only demo environments must be replaced', async () => {
    const config = { environments: [{ id: 'demo', name: 'Demo', baseUrl: '/mock/v1', kind: 'demo' }] }
    expect(wrongOf((await checkSiteWith(undefined, { config })).findings)).toEqual([
      expect.stringMatching(/a configuration that has your services/),
    ])
  })
})

const ALLOW_ORIGIN = 'access-control-allow-origin'

describe('a service', () => {
  test.each<[message: RegExp, method: string, headers: Reply['headers'], status?: number]>([
    [/its error.*errors included; it sends "https:\/\/a/, 'GET', { [ALLOW_ORIGIN]: 'https://a.example' }],
    [/OPTIONS \/v1\/pets with HTTP 401/, 'OPTIONS', {}, 401],
    [/must list authorization in/, 'OPTIONS', { 'access-control-allow-headers': '*' }],
    [/redirects to https:\/\/b.example\/v1/, 'GET', { location: 'https://b.example/v1' }, 308],
  ])('%s', async (message, method, headers, status) => {
    const service = (incoming: IncomingMessage) => {
      const reply = refuse(incoming)
      if (incoming.method !== method) return reply
      return { ...reply, status: status ?? reply.status, headers: { ...reply.headers, ...headers } }
    }
    expect(wrongOf((await checkSiteWith(undefined, { service })).findings)).toEqual([
      expect.stringMatching(message),
    ])
  })

  test('that cannot be reached from here is unknown, not wrong', async () => {
    const config = { environments: [{ id: 'a', name: 'A', baseUrl: 'http://127.0.0.1:9/v1' }] }
    const { findings } = await checkSiteWith(undefined, { config })
    const rest = findings.filter(({ verdict }) => verdict !== 'ok')
    expect(rest.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown'])
  })

  test('over plain HTTP on another machine is wrong', async () => {
    const config = { environments: [{ id: 'a', name: 'A', baseUrl: 'http://service.invalid/v1' }] }
    const { findings } = await checkSiteWith(undefined, { config })
    expect(wrongOf(findings)).toContainEqual(expect.stringMatching(/Change it to https:\/\//))
  })
})

describe('a service on the site’s own origin', () => {
  const config = { environments: [{ id: 'a', name: 'A', baseUrl: '/v1' }] }
  test.each([
    ['responds', pets({ status: 401, body: '{}' }), []],
    ['is not proxied: the site gives the page', undefined, [/does not proxy \/v1/]],
    ['cannot be reached by the site', pets({ status: 502 }), [/cannot reach the service \(HTTP 502/]],
    ['accepts any key', pets({ status: 200, body: '[]' }), [/should give 401 \(HTTP 200/]],
  ])('%s', async (_what, change, messages) => {
    const wrong = wrongOf((await checkSiteWith(change, { config })).findings)
    expect(wrong).toEqual(messages.map((message) => expect.stringMatching(message)))
  })
})

test('without a response, the network error is reported', async () => {
  expect(wrongOf(await checkDeployment('http://127.0.0.1:9'))).toEqual([
    expect.stringMatching(/No response: (.*ECONNREFUSED|bad port)/),
  ])
})
