import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Writes version.json, and the same version into index.html for `buildVersion` (src/browser). Only
 * the time of the build is in version.json alone, so that two builds of one commit do not differ
 * otherwise. Where no commit is known, a hash of the files stands for it. A page of the demo says
 * so, for its headers (.deploy/headers.ts).
 */
export function writeVersion(): Plugin {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const commit = commitOfBuild()
  let isDemo = false
  return {
    name: 'version',
    apply: 'build',
    configResolved({ mode }) {
      isDemo = mode === 'demo'
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        meta('version', `${version} ${commit ?? hashOf(bundle)}`),
        ...(isDemo ? [meta('demo', '')] : []),
      ],
    },
    generateBundle(_options, bundle) {
      const built = new Date().toISOString()
      this.emitFile({
        type: 'asset',
        fileName: 'version.json',
        source: `${JSON.stringify({ version, commit: commit ?? hashOf(bundle), built }, null, 2)}\n`,
      })
    },
  }
}

function meta(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { name, content }, injectTo: 'head' }
}

/** The names of the assets have hashes of their content. */
function hashOf(bundle: object): string {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 12)
}

/**
 * Of the environment variable `COMMIT`, or git; `undefined` where neither knows one, as in an
 * archive.
 */
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
