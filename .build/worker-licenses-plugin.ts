import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Package = { readonly version: string; readonly license: string }

/**
 * Adds the licenses of direct dependencies that licenses.txt lacks, such as those of the worker:
 * Vite writes there what is in the page.
 */
export function workerLicenses(): Plugin {
  return {
    name: 'worker-licenses',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = 'dist' }) {
      const file = join(dir, 'licenses.txt')
      const text = readFileSync(file, 'utf8')
      const missing = dependencies().filter((name) => !text.includes(`\n## ${name} - `))
      appendFileSync(file, missing.map(licenseOf).join(''))
    },
  }
}

function dependencies(): readonly string[] {
  const { dependencies: names } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(names)
}

/** Returns the license of a package in the form that Vite gives the others. */
function licenseOf(name: string): string {
  const folder = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim()
  return `\n## ${name} - ${version} (${license})\n\n${text}\n`
}
