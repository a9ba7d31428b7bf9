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

/** Builds the three pages that show the same list: without a framework, as a minimal React app, and this app. */
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

/** Builds the three sites and serves each on its own origin, as a deployment does. */
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

/** Without a bundler: inlines the stripped and minified script, and copies the style sheet. */
async function buildByHand(folder: string): Promise<void> {
  const source = join(BASELINES, 'by-hand')
  const script = await transformWithOxc(readFileSync(join(source, 'list.ts'), 'utf8'), 'list.ts')
  const { code } = await minify('list.js', script.code, { module: false })
  const html = readFileSync(join(source, 'index.html'), 'utf8')
  const page = html.replace('<script src="list.ts"></script>', () => `<script>${code}</script>`)
  if (page === html) throw new Error('by-hand/index.html has no script element for list.ts.')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  cpSync(join(BASELINES, 'list.css'), join(folder, 'assets/list.css'))
}

/** Writes `<file>.br` beside each file, with quality 11 (Node's default). */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
}
