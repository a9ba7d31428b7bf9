import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Adds subresource integrity for every script and for the style sheet: as attributes in index.html
 * (of the style sheet as data for load-app.ts, which makes its link), and in an import map for
 * scripts loaded later. Hashes the written files, so it must run after every other plugin.
 */
export function subresourceIntegrity(): Plugin {
  let base = '/'
  return {
    name: 'subresource-integrity',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      base = config.base
    },
    writeBundle({ dir = 'dist' }, bundle) {
      const hashes = new Map(
        Object.keys(bundle)
          .filter((file) => /\.(js|css)$/.test(file))
          .map((file) => {
            const digest = createHash('sha384')
              .update(readFileSync(join(dir, file)))
              .digest('base64')
            return [base + file, `sha384-${digest}`]
          }),
      )
      // Workers and their parts are assets of the bundle, and no import map applies to them.
      const scripts = [...hashes].filter(([path]) => bundle[path.slice(base.length)]?.type === 'chunk')
      const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
      const page = join(dir, 'index.html')
      const html = readFileSync(page, 'utf8')
        .replace(/\b(data-)?(?:src|href)="([^"]+)"/g, (attribute, data = '', file: string) => {
          const hash = hashes.get(file)
          return hash === undefined ? attribute : `${attribute} ${data}integrity="${hash}"`
        })
        // Must precede the first module, or browsers ignore it.
        .replace('</title>', `</title>\n    <script type="importmap">${map}</script>`)
      writeFileSync(page, html)
    },
  }
}
