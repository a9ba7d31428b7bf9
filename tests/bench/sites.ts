import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build as viteBuild, type InlineConfig, minify, transformWithOxc } from 'vite'
import { withConfigBlock } from '#deploy/config-block.ts'
import { writeCompressed, writeFiles } from '#deploy/write-site.ts'
import { startStaticSite, type StaticSite } from '#tests/browser/static-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BASELINES = fileURLToPath(new URL('baselines', import.meta.url))
const BUILDS = join(ROOT, 'test-results/bench')

export type SiteName = (typeof SITE_NAMES)[number]
/** In the order of the columns. `other` is another build of this app, only with `--other`. */
export const SITE_NAMES = ['by-hand', 'by-hand-configured', 'smallest-app', 'app', 'other'] as const

export type Sites = Readonly<Partial<Record<SiteName, StaticSite>>>

/**
 * Builds the pages that show the same list, and serves each on its own origin, as a deployment does.
 *
 * @param other the `dist/` of another build of this app.
 */
export async function startSites(config: unknown, other: string | undefined): Promise<Sites> {
  const start = async (name: SiteName, build: string, hasBlock: boolean): Promise<StaticSite> => {
    const folder = join(BUILDS, 'sites', name)
    rmSync(folder, { recursive: true, force: true })
    await writeFiles(build, folder)
    const html = readFileSync(join(build, 'index.html'), 'utf8')
    const page = hasBlock ? withConfigBlock(html, JSON.stringify(config)) : html
    await writeCompressed(folder, 'index.html', page)
    const site = await startStaticSite(folder, { isCompressed: true })
    site.sendsSecurityHeaders = true
    site.configure(config)
    return site
  }
  await buildByHand(dist('by-hand'))
  await buildWithVite({
    root: join(BASELINES, 'smallest-app'),
    configFile: false,
    publicDir: false,
    plugins: [react()],
    build: { outDir: dist('smallest-app'), emptyOutDir: true },
  })
  await buildWithVite({ root: ROOT, build: { outDir: dist('app'), emptyOutDir: true } })
  return {
    'by-hand': await start('by-hand', dist('by-hand'), false),
    'by-hand-configured': await start('by-hand-configured', dist('by-hand'), true),
    'smallest-app': await start('smallest-app', dist('smallest-app'), true),
    app: await start('app', dist('app'), true),
    ...(other !== undefined && { other: await start('other', other, true) }),
  }
}

function dist(name: SiteName): string {
  return join(BUILDS, 'dist', name)
}

async function buildWithVite(config: InlineConfig): Promise<void> {
  await viteBuild({ logLevel: 'warn', mode: 'production', ...config })
}

/** One file: the stripped and minified script, and the style sheet. */
async function buildByHand(folder: string): Promise<void> {
  const source = join(BASELINES, 'by-hand')
  const script = await transformWithOxc(readFileSync(join(source, 'list.ts'), 'utf8'), 'list.ts')
  const { code } = await minify('list.js', script.code, { module: false })
  const css = readFileSync(join(BASELINES, 'list.css'), 'utf8').replaceAll(/\s+/g, ' ')
  let html = readFileSync(join(source, 'index.html'), 'utf8')
  const inline = (tag: string, content: string) => {
    if (!html.includes(tag)) throw new Error(`by-hand/index.html has no ${tag}.`)
    html = html.replace(tag, () => content)
  }
  inline('<script src="list.ts"></script>', `<script>${code}</script>`)
  inline('<link rel="stylesheet" href="../list.css" />', `<style>${css}</style>`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), html)
}
