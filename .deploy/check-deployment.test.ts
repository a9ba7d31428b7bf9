import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#src/config/config.ts'
import { checkDeployment } from './check-deployment.ts'
import { cachingOf, siteHeaders } from './headers.ts'

type Reply = { status: number; headers: Record<string, string>; body: string | Uint8Array }
type Change = (reply: Reply, path: string, incoming: IncomingMessage) => void

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve)
          server.closeAllConnections()
        }),
    ),
  )
})

/** @returns its origin. */
async function serve(reply: (incoming: IncomingMessage) => Reply): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { status, headers, body } = reply(incoming)
    outgoing.writeHead(status, headers).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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

/** A service as the interface has it: no key is right, pages of any origin may ask. */
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

/** A site as the recipes make it, with one change. */
async function checkSiteWith(
  change: Change = () => undefined,
  { config, service = refuse }: { config?: unknown; service?: (incoming: IncomingMessage) => Reply } = {},
) {
  const received: IncomingMessage[] = []
  const baseUrl = `${await serve((incoming) => {
    received.push(incoming)
    return service(incoming)
  })}/v1`
  const json = config ?? { environments: [{ id: 'staging', name: 'Staging', baseUrl }] }
  const parsed = parseConfig(json)
  const headers = Object.fromEntries(
    siteHeaders(HTML, parsed.ok ? parsed.config : { environments: [] }).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  const site = await serve((incoming) => {
    const path = incoming.url ?? ''
    const file = FILES[path]
    const reply: Reply = {
      status: 200,
      headers: { ...headers, 'content-type': 'text/html', 'cache-control': 'no-store' },
      body: HTML,
    }
    if (file !== undefined) {
      Object.assign(reply.headers, { 'content-type': file.type, 'cache-control': cachingOf(path)[1] })
      reply.body = file.body
      compress(reply, incoming)
    } else if (path === '/config.json') {
      reply.headers['content-type'] = 'application/json'
      reply.body = typeof json === 'string' ? json : JSON.stringify(json)
    } else if (path.startsWith('/assets/')) {
      Object.assign(reply, { status: 404, body: '' })
    }
    change(reply, path, incoming)
    return reply
  })
  const findings = await checkDeployment(site)
  return { findings, received, site }
}

const wrongOf = (findings: Awaited<ReturnType<typeof checkSiteWith>>['findings']) =>
  findings.filter(({ verdict }) => verdict !== 'ok').map(({ what, words }) => `${what}: ${words.join(' ')}`)

/** For the answers of one path. */
const at =
  (where: string | RegExp, change: (reply: Reply, incoming: IncomingMessage) => void): Change =>
  (reply, path, incoming) => {
    if (typeof where === 'string' ? path === where : where.test(path)) change(reply, incoming)
  }
const header = (name: string, value: string | undefined) => (reply: Reply) => {
  if (value === undefined) delete reply.headers[name]
  else reply.headers[name] = value
}

/** What the site hands on from its service. */
const pets = (reply: Partial<Reply>) =>
  at(/^\/v1\//, (usual) => Object.assign(usual, { headers: { 'content-type': 'application/json' } }, reply))

test('a site as the recipes make it is all right, and no key was sent', async () => {
  const { findings, received } = await checkSiteWith()
  expect(wrongOf(findings)).toEqual([])
  expect(findings.length).toBeGreaterThan(20)
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'OPTIONS /v1/pets?limit=1',
    'GET /v1/pets?limit=1',
  ])
})

describe('what is wrong with the site is said, with the mend, and nothing else', () => {
  test.each<[what: string, change: Change, words: RegExp]>([
    [
      'a header is missing',
      header('x-frame-options', undefined),
      /X-Frame-Options is missing. Send "X-Frame-Options: DENY"/,
    ],
    [
      'a header is missing on errors alone',
      at(/missing/, header('x-content-type-options', undefined)),
      /^The security headers of \/assets\/missing.js: .*"always"/,
    ],
    [
      'a header is another one',
      header('referrer-policy', 'origin'),
      /Referrer-Policy is "origin". Make it "no-referrer"/,
    ],
    ['a header is sent twice', header('x-frame-options', 'DENY, DENY'), /Make it "DENY", once/],
    [
      'the policy is one of an earlier build',
      (reply) => {
        reply.headers['content-security-policy'] = (reply.headers['content-security-policy'] ?? '').replace(
          /'sha256-[^']+'/,
          "'sha256-old'",
        )
      },
      /has "script-src 'self' 'sha256-old' .*npm run deploy/,
    ],
    [
      'the policy lets in more',
      (reply) => {
        reply.headers['content-security-policy'] += "; font-src 'self'"
      },
      /has a font-src that this build does not have/,
    ],
    [
      'the page is kept',
      at('/', header('cache-control', undefined)),
      /^No browser keeps \/: .*no Cache-Control/,
    ],
    [
      'the page is kept at other addresses',
      at('/staging/pets/new', header('cache-control', 'max-age=60')),
      /^No browser keeps \/staging/,
    ],
    [
      'the configuration is kept',
      at('/config.json', header('cache-control', 'max-age=60')),
      /^No browser keeps \/config.json/,
    ],
    [
      'the configuration has another type',
      at('/config.json', header('content-type', 'text/plain')),
      /comes as text\/plain/,
    ],
    [
      'a script is not compressed',
      at(/index-1.js/, (reply) => {
        delete reply.headers['content-encoding']
        reply.body = 'start()'
      }),
      /^Scripts and styles are sent small .*\/assets\/index-1.js: not compressed.*(brotli|gzip)_static on;/,
    ],
    ['caches mix up what is compressed', at(/index-1.css/, header('vary', undefined)), /gzip_vary on/],
    [
      'a script has a wrong type',
      at(/later/, header('content-type', 'text/plain')),
      /later-1.js: comes as text\/plain instead of text\/javascript/,
    ],
    [
      'a later script is of another build',
      at(/later/, (reply) => {
        delete reply.headers['content-encoding']
        reply.body = 'changed()'
      }),
      /later-1.js: is not the file of this build/,
    ],
    [
      'a script is gone',
      at(/later/, (reply) => Object.assign(reply, { status: 404 })),
      /later-1.js: HTTP 404. Copy/,
    ],
    [
      'assets are not kept',
      at(/index-1.css/, header('cache-control', 'no-cache')),
      /^Browsers keep scripts and styles.*"Cache-Control: no-cache"/,
    ],
    [
      'a missing asset is the page',
      at(/missing/, (reply) => Object.assign(reply, { status: 200, body: HTML })),
      /gives HTTP 200. nginx needs "try_files \$uri =404;"/,
    ],
    [
      'a missing asset is kept as missing',
      at(/missing/, header('cache-control', cachingOf('/assets/')[1])),
      /^No browser keeps that a file was missing/,
    ],
    [
      'an address of the app is not found',
      at('/staging/pets/new', (reply) => Object.assign(reply, { status: 404 })),
      /try_files \$uri \/index.html/,
    ],
    [
      'it is the demo build',
      at('/mockServiceWorker.js', header('content-type', 'text/javascript')),
      /this is the demo build/,
    ],
  ])('%s', async (_what, change, words) => {
    const wrong = wrongOf((await checkSiteWith(change)).findings)
    expect(wrong.length).toBeGreaterThan(0)
    for (const line of wrong) {
      expect(line).toMatch(words)
    }
  })

  test.each<[what: string, change: Change, words: RegExp]>([
    [
      'it is another site',
      at('/', (reply) => Object.assign(reply, { body: 'Welcome to nginx!' })),
      /not index.html of the build/,
    ],
    [
      'it sends on',
      at('/', (reply) => Object.assign(reply, { status: 301, headers: { location: 'https://b.example/' } })),
      /sends on to https:\/\/b.example/,
    ],
  ])('%s, and no more is asked', async (_what, change, words) => {
    const { findings } = await checkSiteWith(change)
    expect(wrongOf(findings)).toEqual([expect.stringMatching(words)])
    expect(findings).toHaveLength(1)
  })
})

describe('a configuration', () => {
  test.each([
    [
      'that is missing',
      at('/config.json', (reply) => Object.assign(reply, { status: 404 })),
      undefined,
      /HTTP 404/,
    ],
    [
      'that is the page',
      at('/config.json', header('content-type', 'text/html')),
      undefined,
      /text\/html. Put config.json/,
    ],
    ['that is no JSON', undefined, '{', /not JSON/],
    [
      'that has a wrong field',
      undefined,
      { environments: [{ id: 'A', name: 'A', baseUrl: '/v1' }] },
      /environments\[0\].id: Use lower-case/,
    ],
  ])('%s is said, and the headers can then not be told', async (_what, change, config, words) => {
    const { findings } = await checkSiteWith(change, { config })
    expect(wrongOf(findings)).toEqual([
      expect.stringMatching(words),
      expect.stringMatching(/^The security headers of \/: .*config.json/),
    ])
  })

  test('of the build, with the demo alone, is to be replaced', async () => {
    const config = { environments: [{ id: 'demo', name: 'Demo', baseUrl: '/mock/v1', kind: 'demo' }] }
    expect(wrongOf((await checkSiteWith(undefined, { config })).findings)).toEqual([
      expect.stringMatching(/put the one with your services/),
    ])
  })
})

describe('a service', () => {
  test.each<[what: string, (reply: Reply, incoming: IncomingMessage) => void, words: RegExp]>([
    [
      'has no CORS on errors',
      (reply) => reply.status === 401 && delete reply.headers['access-control-allow-origin'],
      /^Staging: pages of this site can read its errors.*errors too; it sends none/,
    ],
    [
      'allows another origin',
      (reply, { method }) => {
        if (method === 'OPTIONS') reply.headers['access-control-allow-origin'] = 'https://a.example'
      },
      /it sends "https:\/\/a.example"/,
    ],
    [
      'wants the key for OPTIONS',
      (reply, { method }) => {
        if (method === 'OPTIONS') reply.status = 401
      },
      /OPTIONS \/v1\/pets with HTTP 401/,
    ],
    [
      'allows no Authorization',
      (reply, { method }) => {
        if (method === 'OPTIONS') reply.headers['access-control-allow-headers'] = '*'
      },
      /must name authorization in Access-Control-Allow-Headers/,
    ],
    [
      'sends the app on',
      (reply, { method }) => {
        if (method === 'GET')
          Object.assign(reply, { status: 308 }).headers['location'] = 'https://b.example/v1'
      },
      /sends the app on to https:\/\/b.example\/v1/,
    ],
    [
      'takes any key',
      (reply, { method }) => {
        if (method === 'GET') reply.status = 200
      },
      /should give 401, and gives 200/,
    ],
  ])('that %s', async (_what, change, words) => {
    const service = (incoming: IncomingMessage) => {
      const reply = refuse(incoming)
      change(reply, incoming)
      return reply
    }
    expect(wrongOf((await checkSiteWith(undefined, { service })).findings)).toEqual([
      expect.stringMatching(words),
    ])
  })

  test('that cannot be reached from here is not called wrong', async () => {
    const config = { environments: [{ id: 'a', name: 'A', baseUrl: 'http://127.0.0.1:9/v1' }] }
    const { findings } = await checkSiteWith(undefined, { config })
    const rest = findings.filter(({ verdict }) => verdict !== 'ok')
    expect(rest.map(({ verdict }) => verdict)).toEqual(['could not be told', 'could not be told'])
  })

  test('over plain HTTP on another machine is wrong', async () => {
    const config = { environments: [{ id: 'a', name: 'A', baseUrl: 'http://service.invalid/v1' }] }
    const { findings } = await checkSiteWith(undefined, { config })
    expect(wrongOf(findings)).toContainEqual(expect.stringMatching(/one with https:\/\//))
  })
})

describe('a service on the site’s own origin', () => {
  const config = { environments: [{ id: 'a', name: 'A', baseUrl: '/v1' }] }
  test.each([
    ['answers', pets({ status: 401, body: '{}' }), []],
    ['is nobody’s: the site answers itself', undefined, [/nobody hands \/v1 on/]],
    [
      'is nobody’s: not found',
      pets({ status: 404, headers: { 'content-type': 'text/html' } }),
      [/nobody hands \/v1 on/],
    ],
    ['cannot be reached by the site', pets({ status: 502 }), [/cannot reach the service \(HTTP 502\)/]],
    ['sends the app on', pets({ status: 301, headers: { location: '/v1/pets/' } }), [/sends the app on to/]],
    ['takes any key', pets({ status: 200, body: '[]' }), [/should give 401, and gives 200/]],
  ])('%s', async (_what, change, words) => {
    const wrong = wrongOf((await checkSiteWith(change, { config })).findings)
    expect(wrong).toEqual(words.map((word) => expect.stringMatching(word)))
  })
})

test('a site that does not answer is said in the words of the network', async () => {
  expect(wrongOf(await checkDeployment('http://127.0.0.1:9'))).toEqual([
    expect.stringMatching(/No answer: (.*ECONNREFUSED|bad port)/),
  ])
})
