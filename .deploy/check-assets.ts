import { createHash, randomUUID } from 'node:crypto'
import { type Answer, ask, listOf, mimeOf, type ProbeFailure } from './probe.ts'
import { type Finding, finding } from './finding.ts'
import { cachingOf } from './headers.ts'

type Asset = {
  readonly path: string
  readonly integrity: string | undefined
  /** Asked for by index.html itself, not only named in its import map. */
  readonly isFirst: boolean
}

const MIME: Readonly<Record<string, readonly string[]>> = {
  js: ['text/javascript', 'application/javascript'],
  css: ['text/css'],
}

/** The scripts and styles that the page names: those that it loads, and those whose integrity its import map has. */
export function assetsOf(html: string): readonly Asset[] {
  const first = Array.from(html.matchAll(/<(?:script|link)\b[^>]*>/g), ([tag]) => ({
    path: /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '',
    integrity: /\sintegrity="([^"]+)"/.exec(tag)?.[1],
    isFirst: true,
  })).filter(({ path }) => /\.(js|css)$/.test(path))
  const [, map = '{}'] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? []
  const { integrity = {} } = JSON.parse(map) as { integrity?: Record<string, string> }
  const later = Object.entries(integrity)
    .filter(([path]) => first.every((asset) => asset.path !== path))
    .map(([path, hash]) => ({ path, integrity: hash, isFirst: false }))
  return [...first, ...later]
}

/** Whether the files of the page are there as they were built, small, and kept. */
export async function checkAssets(site: URL, html: string): Promise<Finding[]> {
  const assets = assetsOf(html)
  const first = assets.filter(({ isFirst }) => isFirst)
  const plain = await askAll(site, assets, 'identity')
  const compressed = await Promise.all(
    (['br', 'gzip'] as const).map(async (encoding) => {
      const answers = await askAll(site, first, encoding)
      return finding(
        `Scripts and styles are sent small (${encoding === 'br' ? 'brotli' : 'gzip'})`,
        wordsFor(answers, (_asset, { headers }) =>
          headers.get('content-encoding') === encoding
            ? undefined
            : `not compressed. ${encoding === 'br' ? 'Copy the .br files too; nginx needs "brotli_static on;" and its module, Caddy "precompressed br gzip".' : 'Copy the .gz files too; nginx needs "gzip_static on;", Caddy "precompressed br gzip".'}`,
        ),
      )
    }),
  )
  const [, forEver] = cachingOf('/assets/')
  return [
    finding('The scripts and styles of the page are there, as they were built', [
      ...(first.length === 0 ? ['The page names none: serve the dist/ that npm run build writes.'] : []),
      ...wordsFor(plain, wordsAboutContent),
    ]),
    ...compressed,
    finding(
      'Caches keep the compressed ones apart',
      wordsFor(plain, ({ isFirst }, { headers }) =>
        !isFirst || listOf(headers, 'vary').has('accept-encoding')
          ? undefined
          : 'comes without "Vary: Accept-Encoding". nginx needs "gzip_vary on;".',
      ),
    ),
    finding(
      'Browsers keep scripts and styles, whose names change with their content',
      wordsFor(plain, (_asset, { headers }) =>
        headers.get('cache-control') === forEver
          ? undefined
          : `comes with "Cache-Control: ${headers.get('cache-control') ?? ''}". Send "${forEver}" for files below /assets/ that exist.`,
      ),
    ),
  ]
}

/** Whether a file that is missing is missing. */
export async function checkMissingAsset(site: URL): Promise<Finding[]> {
  const path = `/assets/missing-${randomUUID()}.js`
  const answer = await ask(new URL(path, site))
  const there = 'A file that is missing below /assets/ gives 404, and not the page'
  if ('failure' in answer) return [finding(there, [`No answer: ${answer.failure}.`])]
  const caching = answer.headers.get('cache-control') ?? ''
  const seconds = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0)
  return [
    finding(
      there,
      answer.status === 404
        ? []
        : [
            `${path} gives HTTP ${answer.status}. nginx needs "try_files $uri =404;" in "location /assets/"; other hosts: leave /assets/ out of the fallback to index.html.`,
          ],
    ),
    finding(
      'No browser keeps that a file was missing',
      /immutable/.test(caching) || seconds > 60
        ? [
            `The 404 comes with "Cache-Control: ${caching}": the file stays missing for whoever asked once too early. Send that header for files that exist only.`,
          ]
        : [],
    ),
  ]
}

type Asked = { readonly asset: Asset; readonly answer: Answer | ProbeFailure }

function askAll(site: URL, assets: readonly Asset[], encoding: string): Promise<Asked[]> {
  return Promise.all(
    assets.map(async (asset) => ({
      asset,
      answer: await ask(new URL(asset.path, site), { headers: { 'accept-encoding': encoding } }),
    })),
  )
}

function wordsFor(
  asked: readonly Asked[],
  judge: (asset: Asset, answer: Answer) => string | undefined,
): string[] {
  return asked.flatMap(({ asset, answer }) => {
    const words = 'failure' in answer ? `no answer: ${answer.failure}` : judge(asset, answer)
    return words === undefined ? [] : [`${asset.path}: ${words}`]
  })
}

function wordsAboutContent({ path, integrity }: Asset, answer: Answer): string | undefined {
  if (answer.status !== 200)
    return `HTTP ${answer.status}. Copy the files of site/assets/ to the host, all of them.`
  const right = MIME[path.split('.').at(-1) ?? ''] ?? []
  if (!right.includes(mimeOf(answer))) {
    return `comes as ${mimeOf(answer) || 'nothing'} instead of ${right[0]}, and browsers refuse it. Mend the MIME types of the host (nginx: "types").`
  }
  if (integrity === undefined || integrity === hashOf(answer.bytes, integrity)) return undefined
  return 'is not the file of this build, and browsers refuse it. Copy site/ whole; if that is done, something on the way rewrites files (a "minify" or "optimize" of a CDN): switch it off.'
}

function hashOf(bytes: Uint8Array, like: string): string {
  const [algorithm = 'sha384'] = like.split('-')
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}
