/**
 * `npm run deploy:headers -- --host nginx|caddy|netlify [--config config.json]`: the security headers of one deployment, from the
 * build in `dist/` and its configuration (`dist/config.json` unless another is named).
 */
import { parseArgs } from 'node:util'
import { HOSTS, siteHeaders, writeHeaders } from './headers.ts'
import { fail, read, readConfigFile } from './cli.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: 'nginx' },
    config: { type: 'string', default: 'dist/config.json' },
  },
})
const host = HOSTS.find((name) => name === values.host)
if (host === undefined) fail(`--host is one of ${HOSTS.join(', ')}.`)
const config = readConfigFile(values.config)
console.log(writeHeaders(host, siteHeaders(read('dist/index.html'), config)))
