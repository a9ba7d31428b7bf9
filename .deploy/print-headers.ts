/**
 * `npm run headers -- --host nginx|caddy|netlify [--config config.json]`: the security headers of one deployment, from the
 * build in `dist/` and its configuration (`dist/config.json` unless another is named).
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseConfig } from '#src/config/config.ts'
import { HOSTS, siteHeaders, writeHeaders } from './headers.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: 'nginx' },
    config: { type: 'string', default: 'dist/config.json' },
  },
})
const host = HOSTS.find((name) => name === values.host)
if (host === undefined) fail(`--host is one of ${HOSTS.join(', ')}.`)
const result = parseConfig(JSON.parse(read(values.config)))
if (!result.ok) {
  fail(result.problems.map(({ field, problem }) => `${values.config}, ${field}: ${problem}`).join('\n'))
}
console.log(writeHeaders(host, siteHeaders(read('dist/index.html'), result.config)))

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fail(`${file} is missing. Run npm run build first, or name the configuration with --config.`)
  }
}

function fail(words: string): never {
  console.error(words)
  process.exit(1)
}
