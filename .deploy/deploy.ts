/** `npm run deploy`: writes the files of the site and the configuration of its host (.deploy/README.md). */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { INVALID_BASE_PATH, parseBasePath } from './base-path.ts'
import { fail, read, readArgs, readBuild } from './cli.ts'
import {
  DEPLOY_HOSTS,
  type Deployment,
  PROXY_PATH,
  SYSTEM_CA,
  unencrypted,
  validateDeployment,
} from './deployment.ts'
import { siteHeaders } from './headers.ts'
import { hostConfigFor, nextSteps } from './host-configs.ts'
import { writeFiles, writePage } from './write-site.ts'

const HELP = `npm run deploy -- --host ${DEPLOY_HOSTS.join('|')} --config FILE --out DIR [options]

Writes the files of the site to DIR/site and the configuration of the host next to it, from the build in dist/.
  --server-name NAME        the host name; without it, the site responds to every name
  --tls-certificate FILE    with --tls-key FILE: HTTPS on port 443; plain HTTP is redirected
  --listen PORT             or ADDRESS:PORT (80; 443 with TLS, and for Caddy with a name; 8080 in a container)
  --listen-http PORT        where plain HTTP is redirected (80)
  --base PATH               as in the build: npm run build -- --base=PATH
  --proxy ORIGIN            serves the service ORIGIN at /v1 of the site; --proxy-ca FILE verifies it
  --root DIR                where DIR/site is on the host, if it is copied there
  --logs DIR                of the logs (/var/log/nginx, /var/log/caddy)
  --no-brotli               for a host that cannot send .br files
All of it: .deploy/README.md`

const { values } = readArgs(HELP, {
  allowNegative: true,
  options: {
    host: { type: 'string' },
    out: { type: 'string' },
    base: { type: 'string', default: '/' },
    config: { type: 'string', default: 'dist/config.json' },
    root: { type: 'string' },
    'server-name': { type: 'string' },
    listen: { type: 'string' },
    'tls-certificate': { type: 'string' },
    'tls-key': { type: 'string' },
    'listen-http': { type: 'string', default: '80' },
    proxy: { type: 'string' },
    'proxy-ca': { type: 'string', default: SYSTEM_CA },
    brotli: { type: 'boolean', default: true },
    logs: { type: 'string' },
  },
})
const { 'server-name': serverName, 'tls-certificate': certificate, 'tls-key': key } = values
const host = DEPLOY_HOSTS.find((name) => name === values.host)
if (host === undefined) fail(`--host must be one of ${DEPLOY_HOSTS.join(', ')}.`)
if (values.out === undefined) fail('--out is missing. Name the folder to write the deployment to.')
if ((certificate === undefined) !== (key === undefined)) {
  fail('--tls-certificate and --tls-key must be given together.')
}
const isContainer = host === 'container'
if (isContainer && certificate !== undefined) {
  fail(
    'The container speaks plain HTTP; terminate TLS in front of it. Leave out --tls-certificate and --tls-key.',
  )
}
const asked = parseBasePath(values.base)
if (asked === undefined) fail(`${INVALID_BASE_PATH}, not ${values.base}`)

const proxy = values.proxy && {
  origin: values.proxy.replace(new RegExp(`(${PROXY_PATH})?/?$`), ''),
  ca: values['proxy-ca'],
}
const { html, base, config } = readBuild(values.config, proxy || undefined)
if (asked !== base) {
  const build = asked === '/' ? '' : ` -- --base=${asked}`
  const option = base === '/' ? 'without --base' : `with --base ${base}`
  fail(
    `dist/ was built for ${base}, not for ${asked}. Run npm run build${build} first, or deploy it ${option}.`,
  )
}
const out = resolve(values.out)
const isSecure = certificate !== undefined || (host === 'caddy' && serverName !== undefined)
const deployment: Deployment = {
  root: isContainer ? '/srv/petstore-admin' : (values.root ?? join(out, 'site')),
  base,
  headers: siteHeaders(html, config),
  serverName,
  // Above 1023, an unprivileged user may listen on it.
  listen: values.listen ?? (isContainer ? '8080' : isSecure ? '443' : '80'),
  tls:
    certificate === undefined || key === undefined
      ? undefined
      : { certificate, key, listenHttp: values['listen-http'] },
  proxy: proxy || undefined,
  brotli: values.brotli,
  logs: isContainer ? undefined : (values.logs ?? `/var/log/${host}`),
}
const problems = validateDeployment(deployment)
if (problems.length > 0) fail(problems.join('\n'))

// At their addresses, so that the host needs to translate none.
const folder = join(out, 'site', base)
await writeFiles('dist', folder)
await writePage('dist', folder, read(values.config))
for (const [file, content] of hostConfigFor(host, deployment)) writeFileSync(join(out, file), content)
for (const name of unencrypted(config)) {
  console.warn(`${name} has an http: baseUrl: anybody on the way can read the key. Use https: if you can.`)
}
console.log(nextSteps(host, deployment, out))
