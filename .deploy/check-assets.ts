import { createHash, randomUUID } from 'node:crypto'
import { CACHING } from './headers.ts'
import { type Finding, finding, listOf, probe, type ProbeResponse } from './probe.ts'

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
  const folder = `${site.pathname}assets/`

  /** Of all assets, or of those of index.html: what `problemOf` finds in their responses, if anything. */
  async function checkEach(
    check: string,
    encoding: string,
    problemOf: (response: ProbeResponse, asset: Asset) => string | false,
    of = assets,
  ) {
    const headers = { 'accept-encoding': encoding }
    const responses = await Promise.all(of.map(({ path }) => probe(new URL(path, site), { headers })))
    const problems = of.flatMap((asset, index) => {
      const response = responses[index]
      const problem = response !== undefined && problemOf(response, asset)
      return problem === false ? [] : [`${asset.path}: ${problem}`]
    })
    return finding(
      check,
      of.length === 0 && 'The page has none. Serve what npm run build writes.',
      ...problems,
    )
  }

  const initial = assets.filter(({ isInitial }) => isInitial)
  const compressed = (name: string, encoding: string, extension: string, module: string) =>
    checkEach(
      `Scripts and styles are compressed (${name})`,
      encoding,
      ({ headers }) =>
        headers.get('content-encoding') !== encoding &&
        `not compressed. Copy the ${extension} files too; nginx needs "${name}_static on;"${module}, Caddy "precompressed br gzip".`,
      initial,
    )
  return [
    await checkEach('The scripts and styles of the page are those of the build', 'identity', contentProblem),
    await compressed('brotli', 'br', '.br', ' and its module'),
    await compressed('gzip', 'gzip', '.gz', ''),
    await checkEach(
      'Caches keep compressed and uncompressed files apart',
      'identity',
      (response) =>
        !listOf(response, 'vary').includes('accept-encoding') &&
        'sent without "Vary: Accept-Encoding". Send that header; nginx needs "gzip_vary on;".',
      initial,
    ),
    await checkEach(
      'Browsers may cache scripts and styles forever',
      'identity',
      (response) =>
        response.headers.get('cache-control') !== CACHING.cacheForever &&
        `sent with ${cacheControlOf(response)}. Send "Cache-Control: ${CACHING.cacheForever}" for files that exist below ${folder}.`,
    ),
    ...(await checkMissingAsset(site, folder)),
  ]
}

function contentProblem({ status, summary, mime, bytes }: ProbeResponse, { path, integrity }: Asset) {
  if (status !== 200) return `${summary}. Copy all files of site/assets/ to the host.`
  const types = MIME[path.split('.').at(-1) ?? ''] ?? []
  if (!types.includes(mime)) {
    return `sent as ${mime || 'no content type'} instead of ${types[0]}, so browsers refuse it. Fix the MIME types of the host (nginx: "types").`
  }
  const [algorithm = 'sha384'] = integrity?.split('-') ?? []
  const hash = `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
  return (
    integrity !== undefined &&
    integrity !== hash &&
    'not the file of this build, so browsers refuse it. Copy site/ completely. If you did, switch off what rewrites files on the way, such as "minify" or "optimize" of a CDN.'
  )
}

async function checkMissingAsset(site: URL, folder: string): Promise<Finding[]> {
  const path = `${folder}missing-${randomUUID()}.js`
  const response = await probe(new URL(path, site))
  const caching = cacheControlOf(response)
  const seconds = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0)
  return [
    finding(
      `A missing file below ${folder} gives 404, not the page`,
      response.status !== 404 &&
        `${path}: ${response.summary}. nginx needs "try_files $uri =404;" in "location ${folder}"; on other hosts, exclude ${folder} from the fallback to index.html.`,
    ),
    finding(
      'Browsers do not cache that a file is missing',
      (/immutable/.test(caching) || seconds > 60) &&
        `The 404 is sent with ${caching}, so a browser that requests a file too early never loads it. Send that header only for files that exist.`,
    ),
  ]
}

export function cacheControlOf({ headers }: ProbeResponse): string {
  const value = headers.get('cache-control')
  return value === null ? 'no Cache-Control' : `"Cache-Control: ${value}"`
}
