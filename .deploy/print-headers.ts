/** `npm run deploy:headers`: prints the security headers of the build in `dist/` with the configuration of one deployment. */
import { fail, readArgs, readBuild } from './cli.ts'
import { HEADER_FORMATS, siteHeaders, writeHeaders } from './headers.ts'

const HELP = `npm run deploy:headers -- [--host ${HEADER_FORMATS.join('|')}] [--config FILE]

Prints the security headers of one deployment, for a host that npm run deploy does not know.
  --host     the format (nginx when omitted)
  --config   the configuration of the deployment (dist/config.json when omitted)`

const { values } = readArgs(HELP, {
  options: {
    host: { type: 'string', default: 'nginx' },
    config: { type: 'string', default: 'dist/config.json' },
  },
})
const format = HEADER_FORMATS.find((name) => name === values.host)
if (format === undefined) fail(`--host must be one of ${HEADER_FORMATS.join(', ')}.`)
const { html, base, config } = readBuild(values.config)
console.log(writeHeaders(format, siteHeaders(html, config), base))
