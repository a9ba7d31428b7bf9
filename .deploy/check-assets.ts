import { createHash, randomUUID } from 'node:crypto'
import { CACHING } from './headers.ts'
import {
  cacheControlOf,
  type Finding,
  finding,
  listOf,
  maxAgeOf,
  probe,
  type ProbeResponse,
} from './probe.ts'

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
  const request = (of: readonly Asset[], encoding: string): Promise<Sent[]> =>
    Promise.all(
      of.map(async (asset) => {
        const headers = { 'accept-encoding': encoding }
        return { ...asset, response: await probe(new URL(asset.path, site), { headers }) }
      }),
    )
  const assets = assetsOf(html)
  const initial = assets.filter(({ isInitial }) => isInitial)
  const all = await request(assets, 'identity')
  const folder = `${site.pathname}assets/`
  const missing = `${folder}missing-${randomUUID()}.js`
  return [
    findingOf('The scripts and styles of the page are those of the build', all, contentProblem),
    findingOf(
      'Caches keep compressed and uncompressed files apart',
      all.filter(({ isInitial }) => isInitial),
      ({ response }) =>
        !listOf(response, 'vary').includes('accept-encoding') &&
        'sent without "Vary: Accept-Encoding". Send that header; nginx needs "gzip_vary on;".',
    ),
    findingOf(
      'Browsers may cache scripts and styles forever',
      all,
      ({ response }) =>
        response.headers.get('cache-control') !== CACHING.cacheForever &&
        `sent with ${cacheControlOf(response)}. Send "Cache-Control: ${CACHING.cacheForever}" for files that exist below ${folder}.`,
    ),
    compressionFinding('brotli', 'br', await request(initial, 'br')),
    compressionFinding('gzip', 'gz', await request(initial, 'gzip')),
    missingFinding(folder, missing, await probe(new URL(missing, site))),
  ]
}

type Sent = Asset & { readonly response: ProbeResponse }

function findingOf(check: string, sent: readonly Sent[], problemOf: (sent: Sent) => string | false): Finding {
  const problems = sent.map((each) => {
    const problem = problemOf(each)
    return problem !== false && `${each.path}: ${problem}`
  })
  const none = 'The page has none. Serve what npm run build writes.'
  return finding(check, sent.length === 0 && none, ...problems)
}

function compressionFinding(name: string, extension: string, sent: readonly Sent[]): Finding {
  return findingOf(
    `Scripts and styles are compressed (${name})`,
    sent,
    ({ response: { headers } }) =>
      ![name, extension].includes(headers.get('content-encoding') ?? '') &&
      `not compressed. Copy the .${extension} files too; nginx needs "${name}_static on;" (of a module for brotli), Caddy "precompressed br gzip".`,
  )
}

function contentProblem({ path, integrity, response: { status, summary, mime, bytes } }: Sent) {
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

function missingFinding(folder: string, path: string, response: ProbeResponse): Finding {
  const caching = cacheControlOf(response)
  return finding(
    `A missing file below ${folder} gives 404, which browsers do not cache`,
    response.status !== 404 &&
      `${path}: ${response.summary}. nginx needs "try_files $uri =404;" in "location ${folder}"; on other hosts, exclude ${folder} from the fallback to index.html.`,
    (/immutable/.test(caching) || maxAgeOf(caching) > 60) &&
      `The 404 is sent with ${caching}, so a browser that requests a file too early never loads it. Send that header only for files that exist.`,
  )
}
