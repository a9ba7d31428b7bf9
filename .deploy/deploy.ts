/**
 * `npm run deploy` writes the build in `dist/` with one configuration as a site, and the
 * configuration of its host.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, read, readBuild, readOptions } from './cli.ts'
import { DEPLOY_HOSTS, type Deployment, PROXY_PATH, SYSTEM_CA } from './deployment.ts'
import { isUnencrypted, siteHeaders } from './headers.ts'
import { hasAutomaticTls, hostConfigFor, nextSteps } from './host-configs.ts'
import { writeFiles, writePage } from './write-site.ts'

const HELP = `npm run deploy -- --host nginx --config FILE --out OUT [options]

Writes the files of the site to OUT/site and the configuration of the host next to it, from the build in dist/.
All of it: .deploy/README.md`

const options = readOptions(HELP, {
  host: ['HOST', DEPLOY_HOSTS.join(', ')],
  config: ['FILE', 'the configuration of the deployment (dist/config.json)'],
  out: ['PATH', 'where to write'],
  'server-name': ['NAME', 'the host name; without it, the site responds to every name'],
  'tls-certificate': ['PATH', 'with --tls-key: HTTPS on port 443; plain HTTP is redirected'],
  'tls-key': ['PATH', 'the key of the certificate'],
  listen: ['PORT', 'or ADDRESS:PORT (80; 443 with TLS, and for Caddy with a name; 8080 in a container)'],
  'listen-http': ['PORT', 'where plain HTTP is redirected (80)'],
  base: ['BASE', 'as in the build: npm run build -- --base=BASE'],
  proxy: ['ORIGIN', `serves the service ORIGIN at ${PROXY_PATH} of the site`],
  'proxy-ca': ['PATH', `verifies the service (${SYSTEM_CA})`],
  root: ['PATH', 'where OUT/site is on the host, if it is copied there'],
  logs: ['PATH', 'of the logs (/var/log/nginx, /var/log/caddy)'],
  'no-brotli': ['', 'for a host that cannot send .br files'],
})
const {
  'server-name': serverName,
  'tls-certificate': certificate,
  'tls-key': key,
  config: configFile = 'dist/config.json',
  base: asked = '/',
} = options
const host = DEPLOY_HOSTS.find((name) => name === options.host)
if (host === undefined) fail(`--host must be one of ${DEPLOY_HOSTS.join(', ')}.`)
if (options.out === undefined) fail('--out is missing. Name the folder to write the deployment to.')
if ((certificate === undefined) !== (key === undefined)) {
  fail('--tls-certificate and --tls-key must be given together.')
}
const isContainer = host === 'container'
if (isContainer && certificate !== undefined) {
  fail('The container speaks plain HTTP. Leave out --tls-certificate, and terminate TLS in front of it.')
}
if (certificate !== undefined && serverName === undefined) {
  fail('--server-name is missing: a certificate belongs to a host name.')
}
const origin = options.proxy?.replace(new RegExp(`(${PROXY_PATH})?/?$`), '')
const proxy = origin === undefined ? undefined : { origin, ca: options['proxy-ca'] ?? SYSTEM_CA }
const { html, base, config } = readBuild(configFile, proxy)
if (asked.replace(/\/?$/, '/') !== base) {
  fail(
    `dist/ was built for ${base}, not for ${asked}. Run npm run build -- --base=${asked} first, or deploy it with --base ${base}.`,
  )
}
const { out } = options
const isSecure = certificate !== undefined || hasAutomaticTls(host, serverName)
const defaultPort = isSecure ? '443' : '80'
const deployment: Deployment = {
  root: isContainer ? '/srv/petstore-admin' : (options.root ?? join(out, 'site')),
  base,
  headers: siteHeaders(html, config),
  serverName,
  // An unprivileged user may listen on a port above 1023.
  listen: options.listen ?? (isContainer ? '8080' : defaultPort),
  tls: certificate && key ? { certificate, key, listenHttp: options['listen-http'] ?? '80' } : undefined,
  proxy,
  brotli: options['no-brotli'] === undefined,
  logs: isContainer ? undefined : (options.logs ?? `/var/log/${host}`),
}

// The files are at their addresses, so that the host need not translate any.
const folder = join(out, 'site', base)
await writeFiles('dist', folder)
await writePage('dist', folder, read(configFile))
for (const [file, content] of hostConfigFor(host, deployment)) writeFileSync(join(out, file), content)
for (const { name } of config.environments.filter(isUnencrypted)) {
  console.warn(`${name} has an http: baseUrl: anybody on the way can read the key. Use https: if you can.`)
}
console.log(nextSteps(host, deployment, out))
