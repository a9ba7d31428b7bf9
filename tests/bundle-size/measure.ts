import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

export type BuiltFile = {
  /** Relative to `dist/`, for example `assets/app-Bx3.js`; of the script that stands in index.html, `START_SCRIPT`. */
  readonly path: string
  readonly brotli: number
  /** Named by `index.html`: on its way before the first pet row. */
  readonly initial: boolean
}

export const START_SCRIPT = 'index.html: start.js'

/** The scripts and styles of the build, with their brotli bytes. @throws when there is no build. */
export function measureBuild(dist: string): readonly BuiltFile[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const startScript = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const files = readdirSync(join(dist, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({
      path: `assets/${name}`,
      brotli: brotliCompressSync(readFileSync(join(dist, 'assets', name))).length,
      // Not those that the import map names: it holds the integrity of every script.
      initial: new RegExp(`(?:src|href)="/assets/${name}"`).test(html),
    }))
  return [{ path: START_SCRIPT, brotli: brotliCompressSync(startScript).length, initial: true }, ...files]
}

/** `extension`: with its dot. */
export function totalOf(files: readonly BuiltFile[], extension: string): number {
  return files
    .filter(({ path, initial }) => initial && path.endsWith(extension))
    .reduce((sum, { brotli }) => sum + brotli, 0)
}
