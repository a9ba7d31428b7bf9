import { createHash, randomUUID } from 'node:crypto'
import { listOf, mimeOf, probe, type ProbeFailure, type ProbeResponse } from './probe.ts'
import { type Finding, finding } from './finding.ts'
import { cachingOf } from './headers.ts'

type Asset = {
  readonly path: string
  readonly integrity: string | undefined
  /** Referenced by a tag of index.html, not only by its import map. */
  readonly isInitial: boolean
}

const MIME: Readonly<Record<string, readonly string[]>> = {
  js: ['text/javascript', 'application/javascript'],
  css: ['text/css'],
}

export function assetsOf(html: string): readonly Asset[] {
  const initial = Array.from(html.matchAll(/<(?:script|link)\b[^>]*>/g), ([tag]) => ({
    path: /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '',
    integrity: /\sintegrity="([^"]+)"/.exec(tag)?.[1],
    isInitial: true,
  })).filter(({ path }) => /\.(js|css)$/.test(path))
  const [, map = '{}'] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? []
  const { integrity = {} } = JSON.parse(map) as { integrity?: Record<string, string> }
  const later = Object.entries(integrity)
    // Not the worker of the demo, which is at a fixed address.
    .filter(([path]) => path.includes('/assets/') && initial.every((asset) => asset.path !== path))
    .map(([path, hash]) => ({ path, integrity: hash, isInitial: false }))
  return [...initial, ...later]
}

export async function checkAssets(site: URL, html: string): Promise<Finding[]> {
  const assets = assetsOf(html)
  const initial = assets.filter(({ isInitial }) => isInitial)
  const plain = await probeAll(site, assets, 'identity')
  const compressed = await Promise.all(
    (['br', 'gzip'] as const).map(async (encoding) => {
      const responses = await probeAll(site, initial, encoding)
      return finding(
        `Scripts and styles are compressed (${encoding === 'br' ? 'brotli' : 'gzip'})`,
        messagesFor(responses, (_asset, { headers }) =>
          headers.get('content-encoding') === encoding
            ? undefined
            : `not compressed. ${encoding === 'br' ? 'Copy the .br files too; nginx needs "brotli_static on;" and its module, Caddy "precompressed br gzip".' : 'Copy the .gz files too; nginx needs "gzip_static on;", Caddy "precompressed br gzip".'}`,
        ),
      )
    }),
  )
  const [, cacheForever] = cachingOf('/assets/')
  return [
    finding('The scripts and styles of the page are those of the build', [
      ...(initial.length === 0 ? ['The page has none. Serve the dist/ that npm run build writes.'] : []),
      ...messagesFor(plain, contentProblem),
    ]),
    ...compressed,
    finding(
      'Caches keep compressed and uncompressed files apart',
      messagesFor(plain, ({ isInitial }, { headers }) =>
        !isInitial || listOf(headers, 'vary').has('accept-encoding')
          ? undefined
          : 'sent without "Vary: Accept-Encoding". Send that header; nginx needs "gzip_vary on;".',
      ),
    ),
    finding(
      'Browsers may cache scripts and styles forever',
      messagesFor(plain, (_asset, { headers }) =>
        headers.get('cache-control') === cacheForever
          ? undefined
          : `sent with ${cacheControlOf(headers)}. Send "Cache-Control: ${cacheForever}" for files that exist below ${site.pathname}assets/.`,
      ),
    ),
  ]
}

export async function checkMissingAsset(site: URL): Promise<Finding[]> {
  const folder = `${site.pathname}assets/`
  const path = `${folder}missing-${randomUUID()}.js`
  const response = await probe(new URL(path, site))
  const isMissing = `A missing file below ${folder} gives 404, not the page`
  if ('failure' in response) return [finding(isMissing, `No response: ${response.failure}.`)]
  const caching = response.headers.get('cache-control') ?? ''
  const seconds = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0)
  return [
    finding(
      isMissing,
      response.status !== 404 &&
        `${path} gives HTTP ${response.status}. nginx needs "try_files $uri =404;" in "location ${folder}"; on other hosts, exclude ${folder} from the fallback to index.html.`,
    ),
    finding(
      'Browsers do not cache that a file is missing',
      (/immutable/.test(caching) || seconds > 60) &&
        `The 404 is sent with "Cache-Control: ${caching}", so a browser that requests a file too early never loads it. Send that header only for files that exist.`,
    ),
  ]
}

type AssetResponse = { readonly asset: Asset; readonly response: ProbeResponse | ProbeFailure }

function probeAll(site: URL, assets: readonly Asset[], encoding: string): Promise<AssetResponse[]> {
  return Promise.all(
    assets.map(async (asset) => ({
      asset,
      response: await probe(new URL(asset.path, site), { headers: { 'accept-encoding': encoding } }),
    })),
  )
}

function messagesFor(
  responses: readonly AssetResponse[],
  problemOf: (asset: Asset, response: ProbeResponse) => string | undefined,
): string[] {
  return responses.flatMap(({ asset, response }) => {
    const problem = 'failure' in response ? `no response: ${response.failure}` : problemOf(asset, response)
    return problem === undefined ? [] : [`${asset.path}: ${problem}`]
  })
}

export function cacheControlOf(headers: Headers): string {
  const value = headers.get('cache-control')
  return value === null ? 'no Cache-Control' : `"Cache-Control: ${value}"`
}

function contentProblem({ path, integrity }: Asset, response: ProbeResponse): string | undefined {
  if (response.status !== 200) return `HTTP ${response.status}. Copy all files of site/assets/ to the host.`
  const types = MIME[path.split('.').at(-1) ?? ''] ?? []
  if (!types.includes(mimeOf(response))) {
    return `sent as ${mimeOf(response) || 'no content type'} instead of ${types[0]}, so browsers refuse it. Fix the MIME types of the host (nginx: "types").`
  }
  if (integrity === undefined || integrity === hashOf(response.bytes, integrity)) return undefined
  return 'not the file of this build, so browsers refuse it. Copy site/ completely. If you did, switch off what rewrites files on the way, such as "minify" or "optimize" of a CDN.'
}

function hashOf(bytes: Uint8Array, integrity: string): string {
  const [algorithm = 'sha384'] = integrity.split('-')
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}
