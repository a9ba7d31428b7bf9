/**
 * `npm run deploy:headers -- --host nginx|caddy|netlify [--config config.json]`: prints the security headers of one deployment, which
 * depend on the build in `dist/` and on its configuration (default: `dist/config.json`).
 */
import { parseArgs } from 'node:util'
import { basePathOf } from './base-path.ts'
import { HEADER_FORMATS, siteHeaders, writeHeaders } from './headers.ts'
import { fail, read, readConfigFile } from './cli.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: 'nginx' },
    config: { type: 'string', default: 'dist/config.json' },
  },
})
const format = HEADER_FORMATS.find((name) => name === values.host)
if (format === undefined) fail(`--host must be one of ${HEADER_FORMATS.join(', ')}.`)
const config = readConfigFile(values.config)
const html = read('dist/index.html')
console.log(writeHeaders(format, siteHeaders(html, config), basePathOf(html)))
