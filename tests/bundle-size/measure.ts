import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

type BuiltFile = {
  /**
   * The path relative to `dist/`, for example `assets/app-Bx3.js`. Parts of the page have
   * `index.html: …`.
   */
  readonly path: string
  readonly brotli: number
  /**
   * It is true when `index.html` refers to the file, so that it is loaded before the first pet row.
   */
  readonly initial: boolean
}

export const INLINE_SCRIPT = 'index.html: inline.js'
export const INLINE_STYLE = 'index.html: inline.css'

/**
 * Returns the scripts and style sheets of the build.
 *
 * @throws {Error} if there is no build
 */
export function measureBuild(dist: string): readonly BuiltFile[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const inline = (path: string, pattern: RegExp) => {
    const content = pattern.exec(html)?.[1] ?? ''
    return { path, brotli: brotliCompressSync(content).length, initial: true }
  }
  const files = readdirSync(join(dist, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({
      path: `assets/${name}`,
      brotli: brotliCompressSync(readFileSync(join(dist, 'assets', name))).length,
      // The import map does not count, because it names every script, for its integrity.
      initial: new RegExp(`\\s(?:src|href)="/assets/${name}"`).test(html),
    }))
  return [
    inline('index.html', /([\s\S]*)/),
    inline(INLINE_SCRIPT, /<script>([\s\S]*?)<\/script>/),
    inline(INLINE_STYLE, /<style[^>]*>([\s\S]*?)<\/style>/),
    ...files,
  ]
}

/**
 * Returns the brotli bytes of the initial files.
 *
 * @param extension for example `.js`
 */
export function totalOf(files: readonly BuiltFile[], extension: string): number {
  return files
    .filter(({ path, initial }) => initial && path.endsWith(extension))
    .reduce((sum, { brotli }) => sum + brotli, 0)
}
