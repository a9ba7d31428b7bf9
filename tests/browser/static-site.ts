import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { type Environment, parseConfig } from '#src/config/config.ts'
import { cachingOf, siteHeaders } from '#deploy/headers.ts'
import type { PetstoreService } from './petstore-service.ts'

export const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** The worker of a demo that was once served at this address; it does nothing. */
export const WORKER = '/worker-of-an-earlier-demo.js'

export type StaticSite = {
  readonly origin: string
  /** What `/config.json` answers from now on; a string goes out as it is, anything else as JSON. */
  readonly configure: (config: unknown, options?: { status?: number; type?: string }) => void
  /** Lets requests for the configuration hang until the returned function is called. */
  readonly holdConfig: () => () => void
  /** Keeps these assets back until the returned function is called. */
  readonly holdAssets: (which: RegExp) => () => void
  /** Sends requests below this path to a petstore: the same origin for the app and its service. */
  readonly mount: (path: string, petstore: Pick<PetstoreService, 'handle'>) => void
  /** How assets are answered from now on; `undefined` answers as usual. */
  readonly answerAssets: (answer: (url: string, outgoing: ServerResponse) => 'answered' | undefined) => void
  /** Headers of every answer from now on, in the place of those that a deployment sends (.deploy/headers.ts). */
  headers: Record<string, string>
  /** Whether it sends the headers of a deployment; true for the production build. */
  isStrict: boolean
  /** Assets that are gone from now on, as after a new version was put in place. */
  readonly loseAssets: (which: RegExp) => void
  /** What is asked of this origin and is no file of the app, for example `/v1/pets`. */
  readonly strays: readonly string[]
  readonly close: () => Promise<void>
}

/** None for a configuration that cannot be used: then the policy lets the app reach nothing. */
function environmentsOf(configText: string): readonly Environment[] {
  try {
    const result = parseConfig(JSON.parse(configText))
    return result.ok ? result.config.environments : []
  } catch {
    return []
  }
}

type Options = {
  /** Whether it is as fast as a deployment: files compressed before (`<file>.br`), kept as long as `.deploy` says. */
  isFast?: boolean
}

/**
 * The production build as a host serves it: any address of the app gets index.html, a missing asset a 404, and
 * `/config.json` is this deployment's own.
 */
export async function startStaticSite(dist = DIST, { isFast = false }: Options = {}): Promise<StaticSite> {
  const serveAsset = sirv(dist, { brotli: isFast })
  const servePage = sirv(dist, { single: true, ignores: false, brotli: isFast })
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const strays: string[] = []
  let lost: RegExp | undefined
  const mounted: { path: string; petstore: Pick<PetstoreService, 'handle'> }[] = []
  let heldConfig = false
  let heldAssets: { which: RegExp; until: Promise<void> } | undefined
  let answerAsset: Parameters<StaticSite['answerAssets']>[0] | undefined
  let config = { status: 404, type: 'text/plain', body: 'Not found' }

  const server = createServer((incoming, outgoing) => {
    const { url = '/', method } = incoming
    // Over a connection that was used before, for an asset too, a browser by itself sends a lost request again.
    if (mounted.length > 0) outgoing.shouldKeepAlive = false
    const mount = mounted.find(({ path }) => url.startsWith(`${path}/`))
    if (mount !== undefined) {
      mount.petstore.handle(incoming, outgoing)
      return
    }
    const strict = site.isStrict ? siteHeaders(html, { environments: environmentsOf(config.body) }) : []
    for (const [name, value] of [...strict, ...Object.entries(site.headers)]) outgoing.setHeader(name, value)
    if (isFast) outgoing.setHeader(...cachingOf(url))
    if (url.startsWith('/assets/') && answerAsset?.(url, outgoing) === 'answered') return
    if (url === '/config.json' && heldConfig) return
    if (url === '/config.json') {
      outgoing.writeHead(config.status, { 'content-type': config.type })
      outgoing.end(config.body)
      return
    }
    if (lost?.test(url) === true) {
      outgoing.writeHead(404).end('Not found')
      return
    }
    if (url === WORKER) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end('')
      return
    }
    if (method !== 'GET' || incoming.headers.authorization !== undefined) strays.push(`${method} ${url}`)
    const serveFile = url.startsWith('/assets/') ? serveAsset : servePage
    const serve = () => serveFile(incoming, outgoing, () => void outgoing.writeHead(404).end('Not found'))
    if (heldAssets?.which.test(url) === true) void heldAssets.until.then(serve)
    else serve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const site: StaticSite = {
    headers: {},
    isStrict: dist === DIST,
    holdConfig: () => {
      heldConfig = true
      return () => {
        heldConfig = false
      }
    },
    holdAssets: (which) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      heldAssets = { which, until: promise }
      return () => {
        heldAssets = undefined
        resolve()
      }
    },
    mount: (path, petstore) => {
      mounted.push({ path, petstore })
    },
    answerAssets: (answer) => {
      answerAsset = answer
    },
    origin: `http://127.0.0.1:${port}`,
    configure: (json, { status = 200, type = 'application/json' } = {}) => {
      config = { status, type, body: typeof json === 'string' ? json : JSON.stringify(json) }
    },
    loseAssets: (which) => {
      lost = which
    },
    strays,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return site
}
