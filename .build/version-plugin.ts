import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Writes version.json, and the same version into index.html for `buildVersion` (src/browser). Only the time of the build
 * is in version.json alone, so that two builds of one commit do not differ otherwise.
 */
export function writeVersion(): Plugin {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const commit = commitOfBuild()
  return {
    name: 'version',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { name: 'version', content: [version, commit].filter((part) => part !== undefined).join(' ') },
        injectTo: 'head',
      },
    ],
    generateBundle() {
      const built = new Date().toISOString()
      this.emitFile({
        type: 'asset',
        fileName: 'version.json',
        source: `${JSON.stringify({ version, commit: commit ?? null, built }, null, 2)}\n`,
      })
    },
  }
}

/** Of the environment variable `COMMIT`, or git; `undefined` where neither knows one, as in an archive. */
function commitOfBuild(): string | undefined {
  const { COMMIT = '' } = process.env
  // It stands in a page, and between spaces.
  if (/^[\w.+-]+$/.test(COMMIT)) return COMMIT
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
