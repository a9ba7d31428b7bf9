import { type Config, type Environment, parseConfig } from '#src/config/config.ts'
import { type Header, isOnSite } from './headers.ts'

export const DEPLOY_HOSTS = ['nginx', 'caddy', 'container'] as const
export type DeployHost = (typeof DEPLOY_HOSTS)[number]

/** The path of the origin that can be proxied to the service, unchanged. */
export const PROXY_PATH = '/v1'

export const SYSTEM_CA = '/etc/ssl/certs/ca-certificates.crt'

export type Deployment = {
  /**
   * The folder of the site's files on the host, as an absolute path. Below it, they are at the path
   * of `base`.
   */
  readonly root: string
  /**
   * The path that the build was made for, with a `/` at both ends. If it is not `/`, others have
   * the rest of the origin.
   */
  readonly base: string
  /**
   * The headers of every response. Cache-Control is not among them, because it depends on the path.
   */
  readonly headers: readonly Header[]
  /** When left out, the site responds to every host name. */
  readonly serverName?: string | undefined
  /** A port (`443`) or an address and a port (`127.0.0.1:8080`, `[::1]:8080`). */
  readonly listen: string
  /**
   * The PEM files, as absolute paths, and the port or address at which plain HTTP is redirected.
   */
  readonly tls?: { certificate: string; key: string; listenHttp: string } | undefined
  /** The origin of the service, and the CA bundle (a PEM file) that verifies its certificate. */
  readonly proxy?: { origin: string; ca: string } | undefined
  readonly brotli: boolean
  /** The folder of the logs. It is left out in a container, whose logs are its output. */
  readonly logs?: string | undefined
}

/**
 * The rules for the values of options, by the words that stand for these in the help. Values are
 * inserted into host configs without escaping, so they may not contain a character that ends its
 * line or its quotes.
 */
export const VALUES: Readonly<Record<string, readonly [pattern: RegExp, what: string]>> = {
  PATH: [/^\/[^"'\\${};\n]*$/, 'a path without quotes, $, {, }, ; and backslashes'],
  NAME: [/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'one name, such as pets.example.com'],
  PORT: [
    /^((\d{1,3}\.){3}\d{1,3}:|\[[0-9a-f:.]+\]:)?\d{1,5}$/i,
    'a port or an address and a port, such as 8080 or 127.0.0.1:8080',
  ],
  ORIGIN: [
    /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-5]?\d{1,4}|:6[0-5]\d{3})?(\/v1)?\/?$/i,
    `the origin of the service, such as https://api.example.com (${PROXY_PATH} of the site goes to ${PROXY_PATH} there)`,
  ],
}

export type ConfigText = { readonly config?: Config; readonly problems: readonly string[] }

/**
 * Reads a configuration (JSON).
 *
 * @param isDemo whether it is for the demo build, the only one that has a petstore
 */
export function readConfigText(text: string, isDemo: boolean): ConfigText {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { problems: [`It is not JSON: ${String(error)}.`] }
  }
  const result = parseConfig(json)
  if (!result.ok) return { problems: result.problems.map(({ field, problem }) => `${field}: ${problem}`) }
  const isForDemo = result.config.environments.every(({ kind }) => kind === 'demo')
  const onlyDemos =
    'It has only demo environments, which work only in the demo build. Use a configuration that has your services.'
  return { config: result.config, problems: isForDemo && !isDemo ? [onlyDemos] : [] }
}

/** Returns what in a configuration does not fit the rest of the deployment. */
export function validateAgainstConfig(
  { environments }: Config,
  { base, proxy }: Pick<Deployment, 'base' | 'proxy'>,
): string[] {
  const isReserved = (id: string) =>
    id === 'assets' || (proxy !== undefined && base === '/' && id === PROXY_PATH.slice(1))
  const isProxied = ({ baseUrl }: Environment) => proxy !== undefined && baseUrl === PROXY_PATH
  // Below a path, others have the rest of the origin.
  const own = environments.filter(
    (each) =>
      each.kind !== 'demo' &&
      isOnSite(each.baseUrl) &&
      (isProxied(each) || `${each.baseUrl}/`.startsWith(base)),
  )
  const addProxy = proxy === undefined ? 'add --proxy with the origin of the service, and ' : ''
  return [
    ...environments
      .filter(({ id }) => isReserved(id))
      .map(({ id }) => `the id "${id}" is the path of the site's assets or of its proxy: choose another id`),
    ...own
      .filter((each) => !isProxied(each))
      .map(
        ({ name, baseUrl }) =>
          `${name} has the baseUrl ${baseUrl || '/'}, a path of this site without a service behind it: ${addProxy}make its baseUrl "${PROXY_PATH}", which is proxied`,
      ),
    ...(proxy !== undefined && own.length === 0
      ? [`no environment uses the proxy: make the baseUrl of one "${PROXY_PATH}", or leave out --proxy`]
      : []),
  ]
}
