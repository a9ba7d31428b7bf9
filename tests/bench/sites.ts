import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, minify, transformWithOxc } from 'vite'
import { startStaticSite, type StaticSite } from '#tests/browser/static-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BASELINES = fileURLToPath(new URL('baselines', import.meta.url))
const BUILDS = join(ROOT, 'test-results/bench')

/** Each way of making the same list, by the folder of its build: the limit, the plain way, and this app. */
const BUILDERS = {
  'by-hand': buildByHand,
  'smallest-app': (folder: string) =>
    buildWithVite({
      root: join(BASELINES, 'smallest-app'),
      configFile: false,
      publicDir: false,
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true },
    }),
  app: (folder: string) => buildWithVite({ root: ROOT, build: { outDir: folder, emptyOutDir: true } }),
}

export type SiteName = keyof typeof BUILDERS
export const SITE_NAMES = Object.keys(BUILDERS) as SiteName[]

/** Builds the three from their source and serves each at an origin of its own, as a deployment does. */
export async function startSites(config: unknown): Promise<Readonly<Record<SiteName, StaticSite>>> {
  const start = async (name: SiteName): Promise<StaticSite> => {
    const folder = join(BUILDS, name)
    rmSync(folder, { recursive: true, force: true })
    await BUILDERS[name](folder)
    compress(folder)
    const site = await startStaticSite(folder, { isCompressed: true })
    site.sendsSecurityHeaders = true
    site.configure(config)
    return site
  }
  return {
    'by-hand': await start('by-hand'),
    'smallest-app': await start('smallest-app'),
    app: await start('app'),
  }
}

async function buildWithVite(config: InlineConfig): Promise<void> {
  await build({ logLevel: 'warn', mode: 'production', ...config })
}

/** No bundler: the script loses its types and spaces and goes into the page, the style sheet goes beside it. */
async function buildByHand(folder: string): Promise<void> {
  const source = join(BASELINES, 'by-hand')
  const script = await transformWithOxc(readFileSync(join(source, 'list.ts'), 'utf8'), 'list.ts')
  const { code } = await minify('list.js', script.code, { module: false })
  const html = readFileSync(join(source, 'index.html'), 'utf8')
  const page = html.replace('<script src="list.ts"></script>', () => `<script>${code}</script>`)
  if (page === html) throw new Error('by-hand/index.html has no place for its script.')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  cpSync(join(BASELINES, 'list.css'), join(folder, 'assets/list.css'))
}

/** What a host does once, before anybody asks: quality 11, the default of Node. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
}
