import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { basePathOf, INVALID_BASE_PATH, parseBasePath } from '../.deploy/base-path.ts'

/** Accepts as `--base` only what works everywhere else; the preview finds it in the build that it serves. */
export function basePath(): Plugin {
  return {
    name: 'base-path',
    config({ base, build: { outDir = 'dist' } = {} }, { isPreview }) {
      const page = join(outDir, 'index.html')
      const built =
        isPreview === true && existsSync(page) ? basePathOf(readFileSync(page, 'utf8')) : undefined
      const parsed = parseBasePath(base ?? built ?? '/')
      if (parsed === undefined) throw new Error(`${INVALID_BASE_PATH}, not ${base}`)
      return { base: parsed }
    },
  }
}
