/**
 * `npm run deploy -- --host nginx|caddy|container --out DIR …`: writes the files of the site to `DIR/site` and the host config next
 * to it, from the build in `dist/` and the configuration of one deployment. Options: .deploy/README.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { basePathOf, INVALID_BASE_PATH, parseBasePath } from './base-path.ts'
import { CONTAINER_PORT, IN_IMAGE } from './container.ts'
import {
  validateAgainstConfig,
  type Deployment,
  unencrypted,
  validateDeployment,
  PROXY_PATH,
  SYSTEM_CA,
} from './deployment.ts'
import { isDemoBuild, siteHeaders } from './headers.ts'
import { HELP, nextSteps } from './deploy-messages.ts'
import { DEPLOY_HOSTS, type DeployHost, hostConfigFor } from './host-configs.ts'
import { fail, read, readConfigFile } from './cli.ts'
import { writeFiles, writePage } from './write-site.ts'

const DIST = 'dist'
const LOGS: Record<DeployHost, string | undefined> = {
  nginx: '/var/log/nginx',
  caddy: '/var/log/caddy',
  container: undefined,
}

const values = readOptions()
if (values.help) {
  console.log(HELP)
  process.exit()
}
const host = DEPLOY_HOSTS.find((name) => name === values.host)
if (host === undefined) fail(`--host must be one of ${DEPLOY_HOSTS.join(', ')}.`)
if (values.out === undefined) fail('--out is missing. Name the folder to write the deployment to.')
const out = resolve(values.out)
const html = read(`${DIST}/index.html`)
const base = parseBasePath(values.base)
if (base === undefined) fail(`${INVALID_BASE_PATH}, not ${values.base}`)
const builtFor = basePathOf(html) ?? '/'
if (base !== builtFor) {
  fail(
    `dist/ was built for ${builtFor}, not for ${base}. Run npm run build${base === '/' ? '' : ` -- --base=${base}`} first, or deploy it ${builtFor === '/' ? 'without --base' : `with --base ${builtFor}`}.`,
  )
}

const config = readConfigFile(values.config)
const deployment: Deployment = {
  root: host === 'container' ? IN_IMAGE.site : (values.root ?? join(out, 'site')),
  base,
  headers: siteHeaders(html, config),
  serverName: values['server-name'],
  listen: listenOf(host),
  tls: tlsOf(host),
  proxy:
    values.proxy === undefined
      ? undefined
      : {
          origin: values.proxy.replace(new RegExp(`(${PROXY_PATH})?/?$`), ''),
          ca: values['proxy-ca'],
        },
  brotli: values.brotli,
  logs: host === 'container' ? undefined : (values.logs ?? LOGS[host]),
  others:
    host === 'container'
      ? undefined
      : values.root === undefined
        ? join(out, 'others')
        : join(dirname(values.root), 'others'),
}
const problems = validateDeployment(deployment)
if (problems.length > 0) fail(problems.join('\n'))
const conflicts = validateAgainstConfig(config, { ...deployment, isDemo: isDemoBuild(html) })
if (conflicts.length > 0) fail(conflicts.map((conflict) => `${values.config}: ${conflict}.`).join('\n'))

// At their addresses, so that the host needs to translate none.
const folder = join(out, 'site', base)
await writeFiles(DIST, folder)
await writePage(DIST, folder, read(values.config))
mkdirSync(out, { recursive: true })
const written = hostConfigFor(host, deployment)
for (const [file, content] of written) writeFileSync(join(out, file), content)
for (const name of unencrypted(config))
  console.warn(`${name} has an http: baseUrl: anybody on the way can read the key. Use https: if you can.`)
console.log(nextSteps(host, deployment, out, folder))

function readOptions() {
  try {
    return parseArgs({
      allowNegative: true,
      options: {
        help: { type: 'boolean', default: false },
        host: { type: 'string' },
        out: { type: 'string' },
        base: { type: 'string', default: '/' },
        config: { type: 'string', default: `${DIST}/config.json` },
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
    }).values
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function listenOf(deployHost: DeployHost): string {
  if (values.listen !== undefined) return values.listen
  if (deployHost === 'container') return CONTAINER_PORT
  // With a host name, Caddy obtains a certificate automatically.
  const isSecure =
    values['tls-certificate'] !== undefined || (deployHost === 'caddy' && values['server-name'] !== undefined)
  return isSecure ? '443' : '80'
}

function tlsOf(deployHost: DeployHost): Deployment['tls'] {
  const { 'tls-certificate': certificate, 'tls-key': key, 'listen-http': listenHttp } = values
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined || key === undefined) {
    return fail('--tls-certificate and --tls-key must be given together.')
  }
  if (deployHost === 'container') {
    return fail(
      'The container speaks plain HTTP; terminate TLS in front of it. Leave out --tls-certificate and --tls-key.',
    )
  }
  return { certificate, key, listenHttp }
}
