/**
 * `npm run deploy:headers` prints the security headers of the build in `dist/` with the
 * configuration of one deployment.
 */
import { fail, readBuild, readOptions } from './cli.ts'
import { HEADER_FORMATS, siteHeaders, writeHeaders } from './headers.ts'

const HELP = `npm run deploy:headers -- [options]

Prints the security headers of one deployment, for a host that npm run deploy does not know.`

const options = readOptions(HELP, {
  host: ['FORMAT', `${HEADER_FORMATS.join(', ')} (nginx)`],
  config: ['FILE', 'the configuration of the deployment (dist/config.json)'],
})
const { host = 'nginx', config: file = 'dist/config.json' } = options
const format = HEADER_FORMATS.find((name) => name === host)
if (format === undefined) fail(`--host must be one of ${HEADER_FORMATS.join(', ')}.`)
const { html, base, config } = readBuild(file)
console.log(writeHeaders(format, siteHeaders(html, config), base))
