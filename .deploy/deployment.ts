import { posix } from 'node:path'
import type { Config } from '#src/config/config.ts'
import { type Header, isOnSite } from './headers.ts'
import { isLoopback } from './probe.ts'

/** The path of the origin that can be proxied to the service, unchanged. */
export const PROXY_PATH = '/v1'

export const SYSTEM_CA = '/etc/ssl/certs/ca-certificates.crt'

export type Deployment = {
  /** The folder of the site's files on the host: an absolute path. Below it, they are at the path of `base`. */
  readonly root: string
  /** The path that the build was made for, with a `/` at both ends. Below a path, the rest of the origin is others'. */
  readonly base: string
  /** Sent with every response. Without Cache-Control, which depends on the path. */
  readonly headers: readonly Header[]
  /** When left out, the site responds to every host name. */
  readonly serverName?: string | undefined
  /** A port (`443`) or an address and a port (`127.0.0.1:8080`, `[::1]:8080`). */
  readonly listen: string
  readonly tls?: Tls | undefined
  readonly proxy?: Proxy | undefined
  /** Whether the host sends the `.br` files. Debian's nginx needs a module for it; Caddy has it built in. */
  readonly brotli: boolean
  /** The folder of the access log and the error log; when left out, they go to standard output and standard error. */
  readonly logs?: string | undefined
  /**
   * Of a site at `/`: the folder of what else the server has, such as this app below a path. Nothing made by hand stands in
   * a file that `deploy` writes.
   */
  readonly others?: string | undefined
}

export type Tls = {
  /** PEM files, as absolute paths. The certificate includes the intermediate ones. */
  readonly certificate: string
  readonly key: string
  /** Where plain HTTP is redirected to HTTPS; same format as `listen`. */
  readonly listenHttp: string
}

export type Proxy = {
  readonly origin: string
  /** CA bundle (a PEM file) for verifying the service's certificate over https. */
  readonly ca: string
}

/**
 * One message for each value that would break a host config, naming the option to fix. Values are inserted without
 * escaping, so none may contain a character that ends its line or its quotes.
 */
export function validateDeployment({ root, serverName, listen, tls, proxy, logs }: Deployment): string[] {
  const paths = [
    ['--root', root],
    ['--logs', logs],
    ['--tls-certificate', tls?.certificate],
    ['--tls-key', tls?.key],
    ['--proxy-ca', proxy?.ca],
  ] as const
  return [
    ...paths.flatMap(([option, path]) => {
      if (path === undefined || (posix.isAbsolute(path) && !/["'\\${};\n]/.test(path))) return []
      return [`${option} must be an absolute path without quotes, $, {, }, ; and backslashes, not ${path}`]
    }),
    ...[
      ['--listen', listen],
      ['--listen-http', tls?.listenHttp],
    ].flatMap(([option, value]) => {
      if (value === undefined || /^((\d{1,3}\.){3}\d{1,3}:|\[[0-9a-f:.]+\]:)?\d{1,5}$/i.test(value)) return []
      return [
        `${option} must be a port or an address and a port, such as 8080 or 127.0.0.1:8080, not ${value}`,
      ]
    }),
    ...(serverName === undefined || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(serverName)
      ? []
      : [`--server-name must be one name, such as pets.example.com, not ${serverName}`]),
    ...(tls !== undefined && serverName === undefined
      ? ['--server-name is missing: a certificate belongs to a host name']
      : []),
    ...(proxy === undefined || isOrigin(proxy.origin)
      ? []
      : [
          `--proxy must be the origin of the service, such as https://api.example.com, not ${proxy.origin}. ${PROXY_PATH} of the site goes to ${PROXY_PATH} there`,
        ]),
  ]
}

export function validateAgainstConfig(
  { environments }: Config,
  { base, proxy, isDemo }: Pick<Deployment, 'base' | 'proxy'> & { isDemo?: boolean },
): string[] {
  const isProxyOnSite = proxy !== undefined && base === '/'
  const reservedIds = new Set(['assets', ...(isProxyOnSite ? [PROXY_PATH.slice(1)] : [])])
  const onThisOrigin = environments.filter(({ baseUrl, kind }) => kind !== 'demo' && isOnSite(baseUrl))
  const isOthers = (baseUrl: string) => !`${baseUrl}/`.startsWith(base)
  return [
    ...environments
      .filter(({ id }) => reservedIds.has(id))
      .map(({ id }) => `the id "${id}" is the path of the site's assets or of its proxy: choose another id`),
    ...(isDemo !== true && environments.every(({ kind }) => kind === 'demo')
      ? [
          'it has only demo environments, which work only in the demo build: add the environments of your services',
        ]
      : []),
    ...onThisOrigin
      .filter(({ baseUrl }) => !isOthers(baseUrl) && (proxy === undefined || baseUrl !== PROXY_PATH))
      .map(({ name, baseUrl }) =>
        proxy === undefined
          ? `${name} has the baseUrl ${baseUrl || '/'}, a path of this site without a service behind it: add --proxy with the origin of the service${base === '/' ? '' : `, and make its baseUrl "${PROXY_PATH}"`}`
          : `${name} has the baseUrl ${baseUrl || '/'}, but the proxy is at ${PROXY_PATH}: make its baseUrl "${PROXY_PATH}"`,
      ),
    ...(proxy !== undefined &&
    onThisOrigin.every(({ baseUrl }) => isOthers(baseUrl) && baseUrl !== PROXY_PATH)
      ? [`no environment uses the proxy: make the baseUrl of one "${PROXY_PATH}", or leave out --proxy`]
      : []),
  ]
}

/** Names of environments whose keys anybody on the way can read. */
export function unencrypted({ environments }: Config): string[] {
  return environments
    .filter(
      ({ baseUrl, kind }) => kind !== 'demo' && baseUrl.startsWith('http:') && !isLoopback(new URL(baseUrl)),
    )
    .map(({ name }) => name)
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(text)
}

export function hostNameOf(origin: string): string {
  return new URL(origin).hostname
}
