import { posix } from 'node:path'
import type { Config } from '#src/config/config.ts'
import { type Header, isOnSite } from './headers.ts'

/** The path that a recipe may send on to the service: the one of the service itself. */
export const PROXY_PATH = '/v1'

/** The certificates that Debian trusts (package ca-certificates). */
export const SYSTEM_CA = '/etc/ssl/certs/ca-certificates.crt'

/** What the recipe of a host is filled with. */
export type Deployment = {
  /** Where the host finds the files of the site: an absolute path. */
  readonly root: string
  /** What every answer carries, caching excepted. */
  readonly headers: readonly Header[]
  /** The name that the site is asked by; left out, the site answers to every name. */
  readonly serverName?: string | undefined
  /** A port (`443`), or an address and a port (`127.0.0.1:8080`, `[::1]:8080`). */
  readonly listen: string
  readonly tls?: Tls | undefined
  readonly proxy?: Proxy | undefined
  /** Whether the host can send the `.br` files; Debian's nginx needs a module for it, Caddy has it built in. */
  readonly brotli: boolean
  /** The folder for the access log and the error log; left out, they go to the standard output. */
  readonly logs?: string | undefined
}

export type Tls = {
  /** Files in PEM, as absolute paths; the certificate with those between it and the root. */
  readonly certificate: string
  readonly key: string
  /** Where plain HTTP is taken, to be sent on to HTTPS; written as `listen` is. */
  readonly listenHttp: string
}

export type Proxy = {
  /** The service: scheme, host and port. */
  readonly origin: string
  /** Whom to trust when the service is asked over https: a file in PEM. */
  readonly ca: string
}

/**
 * What would not work, or mean something else, in a recipe; each with the option to mend. A value goes into the
 * recipe as it is, so nothing may end its line or its quotes.
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
      return [`${option} is an absolute path without quotes, $, {, }, ; and backslashes, not ${path}`]
    }),
    ...[
      ['--listen', listen],
      ['--listen-http', tls?.listenHttp],
    ].flatMap(([option, value]) => {
      if (value === undefined || /^((\d{1,3}\.){3}\d{1,3}:|\[[0-9a-f:.]+\]:)?\d{1,5}$/i.test(value)) return []
      return [`${option} is a port or an address and a port, like 8080 or 127.0.0.1:8080, not ${value}`]
    }),
    ...(serverName === undefined || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(serverName)
      ? []
      : [`--server-name is one name, like pets.example.com, not ${serverName}`]),
    ...(tls !== undefined && serverName === undefined
      ? ['--server-name is missing: a certificate is made out to a name']
      : []),
    ...(proxy === undefined || isOrigin(proxy.origin)
      ? []
      : [
          `--proxy is where the service is, like https://api.example.com: ${PROXY_PATH} is the same path there. It is not ${proxy.origin}`,
        ]),
  ]
}

/** What of the configuration a site that is set up like this could not do; each with the mend. */
export function validateAgainstConfig(
  { environments }: Config,
  { proxy }: Pick<Deployment, 'proxy'>,
): string[] {
  const taken = new Set(['assets', ...(proxy === undefined ? [] : [PROXY_PATH.slice(1)])])
  const onThisSite = environments.filter(({ baseUrl, kind }) => kind !== 'demo' && isOnSite(baseUrl))
  return [
    ...environments
      .filter(({ id }) => taken.has(id))
      .map(
        ({ id }) => `the id "${id}" is taken by the files of the site or by its proxy: choose another one`,
      ),
    ...(environments.every(({ kind }) => kind === 'demo')
      ? ['there is no environment but the demo, which this build does not have: name your services']
      : []),
    ...onThisSite
      .filter(({ baseUrl }) => proxy === undefined || baseUrl !== PROXY_PATH)
      .map(({ name, baseUrl }) =>
        proxy === undefined
          ? `${name} asks this site itself below ${baseUrl || '/'}, where nobody answers: add --proxy with the address of the service`
          : `${name} asks this site itself below ${baseUrl || '/'}, but the proxy is at ${PROXY_PATH}: make its baseUrl "${PROXY_PATH}"`,
      ),
    ...(proxy !== undefined && onThisSite.length === 0
      ? [`nobody uses the proxy: make the baseUrl of one environment "${PROXY_PATH}", or leave out --proxy`]
      : []),
  ]
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(text)
}

/** The name of a service without its port, as its certificate has it. */
export function hostNameOf(origin: string): string {
  return new URL(origin).hostname
}
