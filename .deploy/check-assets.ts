import { createHash, randomUUID } from 'node:crypto'
import { CACHING } from './headers.ts'
import {
  cachingOf,
  check,
  type Finding,
  finding,
  listOf,
  maxAgeOf,
  probe,
  type ProbeResponse,
} from './probe.ts'

/**
 * Returns the scripts and styles of a page by path, with their integrity. They are those of its
 * tags, of which one has the address of the style sheet as data (src/bootstrap/load-app.ts), and
 * those of its import map.
 */
export function assetsOf(html: string): ReadonlyMap<string, string | undefined> {
  const [, map = '{}'] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? []
  const { integrity = {} } = JSON.parse(map) as { integrity?: Record<string, string> }
  const tags = Array.from(
    html.matchAll(/<(?:script|link|style)\b[^>]*>/g),
    ([tag]) =>
      [
        /\s(?:data-)?(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '',
        /\s(?:data-)?integrity="([^"]+)"/.exec(tag)?.[1],
      ] as const,
  )
  // The worker of the demo is left out, because it is at a fixed address.
  const assets = [...tags, ...Object.entries(integrity)].filter(([path]) =>
    /\/assets\/.*\.(js|css)$/.test(path),
  )
  return new Map(assets)
}

export async function checkAssets(site: URL, html: string): Promise<Finding[]> {
  const checkEach = async (
    name: string,
    encoding: string,
    problemOf: (response: ProbeResponse, path: string, integrity?: string) => string | false,
  ) => {
    const problems = Array.from(assetsOf(html), async ([path, integrity]) => {
      const headers = { 'accept-encoding': encoding }
      const problem = problemOf(await probe(new URL(path, site), { headers }), path, integrity)
      return problem !== false && `${path}: ${problem}`
    })
    const none = 'The page has none. Serve what npm run build writes.'
    return finding(name, problems.length === 0 && none, ...(await Promise.all(problems)))
  }
  const checkCompressed = (encoding: string, extension: string, module: string) =>
    checkEach(
      `Scripts and styles are compressed (${encoding})`,
      encoding,
      ({ headers }) =>
        headers.get('content-encoding') !== encoding &&
        `not compressed. Copy the ${extension} files too; nginx needs "${module}_static on;", Caddy "precompressed br gzip".`,
    )
  const folder = `${site.pathname}assets/`
  const missing = `${folder}missing-${randomUUID()}.js`
  return [
    await checkEach('The scripts and styles of the page are those of the build', 'identity', contentProblem),
    await checkEach(
      'Browsers may cache scripts and styles forever, each encoding apart',
      'identity',
      cacheProblem,
    ),
    await checkCompressed('br', '.br', 'brotli'),
    await checkCompressed('gzip', '.gz', 'gzip'),
    await check(
      `A missing file below ${folder} gives 404, which browsers do not cache`,
      new URL(missing, site),
      (response) => [
        response.status !== 404 &&
          `${missing}: ${response.summary}. nginx needs "try_files $uri =404;" in "location ${folder}"; on other hosts, exclude ${folder} from the fallback to index.html.`,
        (/immutable/.test(cachingOf(response)) || maxAgeOf(cachingOf(response)) > 60) &&
          `The 404 is sent with ${cachingOf(response)}, so a browser that requests a file too early never loads it. Send that header only for files that exist.`,
      ],
    ),
  ]
}

function contentProblem({ status, summary, mime, bytes }: ProbeResponse, path: string, integrity?: string) {
  if (status !== 200) return `${summary}. Copy all files of site/assets/ to the host.`
  const types = path.endsWith('.css') ? ['text/css'] : ['text/javascript', 'application/javascript']
  if (!types.includes(mime)) {
    return `sent as ${mime || 'no content type'} instead of ${types[0]}, so browsers refuse it. Fix the MIME types of the host (nginx: "types").`
  }
  const hash = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  return (
    ![undefined, hash].includes(integrity) &&
    'not the file of this build, so browsers refuse it. Copy site/ completely. If you did, switch off what rewrites files on the way, such as "minify" or "optimize" of a CDN.'
  )
}

function cacheProblem(response: ProbeResponse) {
  if (!listOf(response, 'vary').includes('accept-encoding')) {
    return 'sent without "Vary: Accept-Encoding". Send that header; nginx needs "gzip_vary on;".'
  }
  return (
    response.headers.get('cache-control') !== CACHING.cacheForever &&
    `sent with ${cachingOf(response)}. Send "Cache-Control: ${CACHING.cacheForever}" for files that exist.`
  )
}
