/**
 * `npm run deploy:headers -- --host nginx|caddy|netlify [--config config.json]`: prints the security headers of one deployment, which
 * depend on the build in `dist/` and on its configuration (default: `dist/config.json`).
 */
import { parseArgs } from 'node:util'
import { basePathOf } from './base-path.ts'
import { validateAgainstConfig } from './deployment.ts'
import { HEADER_FORMATS, isDemoBuild, siteHeaders, writeHeaders } from './headers.ts'
import { fail, read, readConfigFile } from './cli.ts'

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    host: { type: 'string', default: 'nginx' },
    config: { type: 'string', default: 'dist/config.json' },
  },
})
if (values.help) {
  console.log(`npm run deploy:headers -- [--host ${HEADER_FORMATS.join('|')}] [--config FILE]

Prints the security headers of one deployment, for a host that npm run deploy does not know.
  --host     the format (nginx when omitted)
  --config   the configuration of the deployment (dist/config.json when omitted)`)
  process.exit()
}
const format = HEADER_FORMATS.find((name) => name === values.host)
if (format === undefined) fail(`--host must be one of ${HEADER_FORMATS.join(', ')}.`)
const config = readConfigFile(values.config)
const html = read('dist/index.html')
const conflicts = validateAgainstConfig(config, { base: basePathOf(html) ?? '/', isDemo: isDemoBuild(html) })
if (conflicts.length > 0) fail(conflicts.map((conflict) => `${values.config}: ${conflict}.`).join('\n'))
console.log(writeHeaders(format, siteHeaders(html, config), basePathOf(html)))
