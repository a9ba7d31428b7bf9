import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { type Environment, parseConfig } from '#src/config/config.ts'
import { withConfigBlock } from '#deploy/config-block.ts'
import { CACHING, siteHeaders } from '#deploy/headers.ts'
import { close, listen } from '#tests/support/listen.ts'
import type { PetstoreService } from './petstore-service.ts'

export const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

export type StaticSite = Awaited<ReturnType<typeof startStaticSite>>

/**
 * Returns the environments, or none for an invalid configuration, with which the policy allows no
 * service at all.
 */
function environmentsOf(config: unknown): readonly Environment[] {
  try {
    const result = parseConfig(typeof config === 'string' ? JSON.parse(config) : config)
    return result.ok ? result.config.environments : []
  } catch {
    return []
  }
}

/**
 * Serves the production build on a static host: index.html for all app URLs, and 404 for missing
 * assets.
 */
export async function startStaticSite(
  dist = DIST,
  /** Says whether it serves precompressed files (`<file>.br`) with the caching of a deployment. */
  { isCompressed = false } = {},
) {
  /** Settings that can be changed at any time. */
  const settings = {
    /**
     * The headers that are added to every response. They override those of a deployment
     * (.deploy/headers.ts).
     */
    headers: {} as Record<string, string>,
    /**
     * Says whether responses carry the headers of a deployment. It is true for the production
     * build.
     */
    sendsSecurityHeaders: dist === DIST,
    /** Says whether a login of a company in front of the site lets a request through. */
    letsIn: (_request: IncomingMessage): boolean => true,
  }
  const serveAsset = sirv(dist, { brotli: isCompressed })
  const servePage = sirv(dist, { single: true, ignores: false, brotli: isCompressed })
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  let configuredHtml: string | undefined
  let configInPage: unknown
  const unexpectedRequests: string[] = []
  const mounted: { path: string; petstore: Pick<PetstoreService, 'handle'> }[] = []
  const heldAssets = new Set<{ which: RegExp; until: Promise<void> }>()
  let handleAsset: ((url: string, outgoing: ServerResponse) => 'answered' | undefined) | undefined
  let config = ''

  const server = createServer((incoming, outgoing) => {
    const { url = '/' } = incoming
    if (!settings.letsIn(incoming)) {
      const challenge = { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="Company"' }
      outgoing.writeHead(401, challenge).end('<h1>Log in</h1>')
      return
    }
    // The connection is not used again, because the browser itself retransmits requests of a reused
    // connection that breaks, even one that was used for an asset.
    if (mounted.length > 0) outgoing.shouldKeepAlive = false
    const mount = mounted.find(({ path }) => url.startsWith(`${path}/`))
    if (mount !== undefined) {
      mount.petstore.handle(incoming, outgoing)
      return
    }
    const deploymentHeaders = settings.sendsSecurityHeaders
      ? siteHeaders(html, { environments: environmentsOf(configInPage ?? config) })
      : []
    for (const [name, value] of [...deploymentHeaders, ...Object.entries(settings.headers)]) {
      outgoing.setHeader(name, value)
    }
    if (isCompressed) {
      const { cacheForever, noStore, revalidate } = CACHING
      const ofPage = url === '/config.json' ? noStore : revalidate
      outgoing.setHeader('Cache-Control', url.startsWith('/assets/') ? cacheForever : ofPage)
    }
    if (url.startsWith('/assets/') && handleAsset?.(url, outgoing) === 'answered') return
    const held = [...heldAssets].filter(({ which }) => which.test(url)).map(({ until }) => until)
    if (held.length > 0) void Promise.all(held).then(() => serve(url, incoming, outgoing))
    else serve(url, incoming, outgoing)
  })

  const serve = (url: string, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method } = incoming
    if (url === '/config.json') {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(config)
      return
    }
    if (configuredHtml !== undefined && method === 'GET' && !/\.\w+$/.test(url)) {
      outgoing.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(configuredHtml)
      return
    }
    if (method !== 'GET' || incoming.headers.authorization?.startsWith('Bearer ') === true) {
      unexpectedRequests.push(`${method} ${url}`)
    }
    const serveFile = url.startsWith('/assets/') ? serveAsset : servePage
    serveFile(incoming, outgoing, () => void outgoing.writeHead(404).end('Not found'))
  }
  const port = await listen(server)

  return Object.assign(settings, {
    origin: `http://127.0.0.1:${port}`,
    /** Sets the response to `/config.json`. A string is sent as is, and anything else as JSON. */
    configure: (json: unknown) => {
      config = typeof json === 'string' ? json : JSON.stringify(json)
    },
    /** Sets the data block of index.html, as `npm run deploy` does. */
    configurePage: (json: unknown) => {
      configInPage = json
      configuredHtml = withConfigBlock(html, JSON.stringify(json))
    },
    /** Removes the data block again. Without it, no page is prerendered. */
    moveConfigToFile: () => {
      config = JSON.stringify(configInPage)
      configInPage = undefined
      configuredHtml = undefined
    },
    /** Holds these files back until the returned function is called. */
    holdAssets: (which: RegExp) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const hold = { which, until: promise }
      heldAssets.add(hold)
      return () => {
        heldAssets.delete(hold)
        resolve()
      }
    },
    /** Serves a petstore below this path, so that the app and its service share an origin. */
    mount: (path: string, petstore: Pick<PetstoreService, 'handle'>) => {
      mounted.push({ path, petstore })
    },
    /** Handles requests for assets from now on. `undefined` serves the file as usual. */
    interceptAssets: (handle: typeof handleAsset) => {
      handleAsset = handle
    },
    /** The requests to this origin that are not for files of the app, for example `/v1/pets`. */
    unexpectedRequests,
    close: () => close(server),
  })
}
