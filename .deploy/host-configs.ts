import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type Deployment, type DeployHost, PROXY_PATH, SYSTEM_CA } from './deployment.ts'
import { CACHING, writeHeaders } from './headers.ts'
import { fill, type Values } from './templates.ts'

/** The folder of the configuration in the image of the container. */
const IMAGE_CONFIG = '/etc/petstore-admin'

const WRITTEN = `# Petstore Admin. Written by "npm run deploy": run it again after each build and each change of config.json,
# because the content security policy contains hashes of index.html and the services of config.json.

`

/** The headers of the service that browsers do not get. */
const HIDDEN = ['Cache-Control', 'Access-Control-Allow-Origin', 'Set-Cookie', 'Server']

/**
 * Matches the path of a file, below the base path: an asset, a path that begins with a dot or lies
 * below such a folder, or one with an extension, which has a letter. Addresses of the app have
 * neither.
 */
const FILE_PATH = String.raw`assets/|(.*/)?\.|.*\.[^/]*[A-Za-z][^/]*$`

const TLS_1_2_CIPHERS = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305']
  .flatMap((cipher) => [`ECDHE-ECDSA-${cipher}`, `ECDHE-RSA-${cipher}`])
  .join(':')

/**
 * The templates, by the files that they become. Below a path, `parts` are for the server that has
 * the rest of the origin.
 */
const FILES: Record<DeployHost, { readonly files: string[]; readonly parts: string[] }> = {
  nginx: {
    files: ['petstore-admin.conf'],
    parts: ['petstore-admin.http.conf', 'petstore-admin.locations.conf'],
  },
  caddy: { files: ['Caddyfile'], parts: ['petstore-admin.handles.caddy'] },
  container: { files: ['Containerfile', 'nginx.conf', 'petstore-admin.conf'], parts: [] },
}

/** Says whether the host obtains a certificate by itself, as Caddy does for a host name. */
export function hasAutomaticTls(host: DeployHost, serverName: string | undefined): boolean {
  return host === 'caddy' && serverName !== undefined
}

/** Returns the configuration files of a host by name, to be written next to the folder `site`. */
export function hostConfigFor(host: DeployHost, deployment: Deployment): ReadonlyMap<string, string> {
  const { files, parts } = FILES[host]
  const values = valuesOf(host, deployment)
  const names = deployment.base === '/' ? files : [...files, ...parts]
  return new Map(names.map((name) => [name, WRITTEN + fill(name, values)]))
}

/** Returns the commands that remain to be run, to be copied: enable, reload, check. */
export function nextSteps(host: DeployHost, deployment: Deployment, out: string): string {
  const { serverName, base } = deployment
  const name = ['petstore-admin', serverName, ...base.split('/')].filter(Boolean).join('-')
  return fill('next-steps', {
    ...valuesOf(host, deployment),
    out,
    name,
    siteFolder: join(out, 'site', base),
    checkedHost: serverName ?? 'localhost',
  })
}

// oxlint-disable-next-line complexity -- It is a table of values, one condition each.
function valuesOf(host: DeployHost, deployment: Deployment): Values {
  const { root, base, headers, serverName, listen, tls, proxy, brotli, logs } = deployment
  const below = base !== '/'
  const basePattern = base.replaceAll('.', String.raw`\.`)
  const { address, port } = splitListen(listen)
  const plain = splitListen(tls?.listenHttp ?? '80')
  const isSecure = tls !== undefined || (hasAutomaticTls(host, serverName) && port.endsWith('443'))
  const isProxySecure = proxy?.origin.startsWith('https:') === true
  // The hash tells sites apart. Variables and log formats are global in nginx, which limits their
  // length, and several sites may share one nginx.
  const hash = createHash('sha256').update([serverName, listen, base].join(' ')).digest('hex')
  return {
    ...CACHING,
    host,
    nginx: host === 'nginx',
    caddy: host === 'caddy',
    container: host === 'container',
    root,
    // The rest of the server, for a site at `/`. It has a folder of its own, because nothing made
    // by hand may be in a file that is written here.
    others: below || host === 'container' ? undefined : join(dirname(root), 'others'),
    base,
    below,
    baseWithoutSlash: below ? base.slice(0, -1) : undefined,
    basePattern,
    filePattern: `^${basePattern}(${FILE_PATH})`,
    ciphers: TLS_1_2_CIPHERS,
    prefix: `petstore_admin_${hash.slice(0, 8)}`,
    scheme: isSecure ? 'https' : 'http',
    hostName: serverName ?? '',
    serverName: serverName ?? '_',
    port,
    portSuffix: port === (isSecure ? '443' : '80') ? '' : `:${port}`,
    bind: address,
    httpPort: plain.port,
    httpBind: plain.address,
    listen: listenLines(
      listen,
      (tls ? ' ssl http2' : '') + (serverName === undefined ? ' default_server' : ''),
    ),
    listenHttp: listenLines(tls?.listenHttp ?? '80', ''),
    certificate: tls?.certificate,
    key: tls?.key,
    headers: writeHeaders(host === 'caddy' ? 'caddy' : 'nginx', headers),
    // A header that the site sends itself must not appear twice.
    hiddenHeaders: [...headers.map(([name]) => name), ...HIDDEN]
      .map((name) => (host === 'caddy' ? `header_down -${name}` : `proxy_hide_header ${name};`))
      .join('\n'),
    brotli: brotli ? 'on' : undefined,
    encodings: brotli ? 'br gzip' : 'gzip',
    logs,
    accessLog: logs === undefined ? '/dev/stdout' : `"${logs}/petstore-admin.access.log"`,
    errorLog: logs === undefined ? 'stderr' : `"${logs}/petstore-admin.error.log"`,
    proxy: proxy?.origin,
    proxyPath: PROXY_PATH,
    proxyHost: isProxySecure ? new URL(proxy.origin).hostname : undefined,
    proxyCa: proxy?.ca,
    ownCa: isProxySecure && proxy.ca !== SYSTEM_CA ? proxy.ca : undefined,
    imageConfig: IMAGE_CONFIG,
    // This is the nginx in the container.
    site: `${IMAGE_CONFIG}/petstore-admin.conf`,
    folder: '/tmp',
  }
}

/**
 * Splits the value of an option. The address is left out when the server listens on every address.
 */
function splitListen(listen: string): { address: string | undefined; port: string } {
  const [, address, port = ''] = /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(listen) ?? []
  return { address, port }
}

/**
 * Returns the lines that make nginx listen. A port alone means IPv4 only, so IPv6 gets a line of
 * its own.
 */
function listenLines(listen: string, options: string): string {
  const addresses = /^\d+$/.test(listen) ? [listen, `[::]:${listen}`] : [listen]
  return addresses.map((address) => `listen ${address}${options};`).join('\n')
}
