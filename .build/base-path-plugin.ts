import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { basePathOf } from '../.deploy/headers.ts'

/**
 * A path with a `/` at both ends, of characters that mean themselves in addresses, host configs and
 * patterns (but for the dot).
 */
const BASE_PATH = /^\/(?:[\w-]+(?:\.[\w-]+)*\/)*$/

/**
 * Accepts as `--base` only what works everywhere else; the preview finds it in the build that it
 * serves.
 */
export function basePath(): Plugin {
  return {
    name: 'base-path',
    config({ base, build: { outDir = 'dist' } = {} }, { isPreview }) {
      const page = join(outDir, 'index.html')
      const built =
        isPreview === true && existsSync(page) ? basePathOf(readFileSync(page, 'utf8')) : undefined
      const path = (base ?? built ?? '/').replace(/\/?$/, '/')
      if (BASE_PATH.test(path)) return { base: path }
      throw new Error(
        `--base must be the path that the site is served below, such as /petstore-admin/: letters, digits, "-", "_", "." and "/" only, not ${base}`,
      )
    },
  }
}
