import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '#src/config/config.ts'
import { type Deployment, SYSTEM_CA } from '#deploy/deployment.ts'
import { siteHeaders } from '#deploy/headers.ts'
import { hostConfigFor } from '#deploy/host-configs.ts'
import { fill } from '#deploy/templates.ts'
import { writeFiles, writePage } from '#deploy/write-site.ts'
import { onFreePorts } from '#tests/support/listen.ts'
import { findNginx } from '#tests/support/nginx.ts'
import { findOnPath } from '#tests/support/system.ts'
import { DIST } from './static-site.ts'

const testResults = (folder: string) =>
  fileURLToPath(new URL(`../../test-results/${folder}`, import.meta.url))

/** The compressed files of the site, written once for all tests (global-setup.ts). */
export const PREPARED_SITE = testResults('site')

/** A second build, for a path, and its compressed files, which below-a-path.setup.ts writes. */
export const BELOW = {
  base: '/petstore-admin/',
  dist: testResults('dist-below-a-path'),
  prepared: testResults('site-below-a-path'),
} as const

export const HOSTS = ['nginx', 'caddy'] as const
type HostName = (typeof HOSTS)[number]

/** A real web server on this machine, with the configuration that `npm run deploy` writes. */
export type DeployedHost = {
  readonly origin: string
  /** With TLS, the origin that redirects HTTP to HTTPS. */
  readonly plainOrigin: string
  /** Returns its output and its log files so far. */
  readonly logs: () => Promise<string>
  /** Deploys another build as `npm run deploy` does, while the server runs. */
  readonly deploy: (dist: string) => Promise<void>
  readonly close: () => Promise<void>
}

export function isInstalled(host: HostName): boolean {
  return (host === 'nginx' ? findNginx()?.path : findOnPath('caddy')) !== undefined
}

type Options = {
  readonly config: unknown
  readonly proxy?: Deployment['proxy']
  /** A certificate for `localhost`, in PEM files. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** The configuration of a second deployment, below the path of `BELOW` and on the same server. */
  readonly below?: unknown
}

/**
 * Starts the site on a free port, without root privileges. Everything it writes goes into a
 * temporary folder.
 */
export async function startDeployedHost(
  host: HostName,
  { config, proxy, tls, below }: Options,
): Promise<DeployedHost> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
  const root = join(folder, 'site')
  cpSync(PREPARED_SITE, root, { recursive: true })
  await writePage(DIST, root, JSON.stringify(config))
  const headers = await headersFor(DIST, config)
  const { port, httpPort, server } = await onFreePorts(async ([own, plain]) => {
    const deployment: Deployment = {
      root,
      base: '/',
      headers,
      listen: `127.0.0.1:${own}`,
      brotli: hasBrotli(host),
      logs: folder,
      proxy,
      serverName: tls && 'localhost',
      tls: tls && { ...tls, listenHttp: `127.0.0.1:${plain}` },
    }
    for (const [file, content] of hostConfigFor(host, deployment))
      await writeFile(join(folder, file), content)
    if (below !== undefined) await deployBelow(host, deployment, below, folder)
    return { port: own, httpPort: plain, server: await serveHostConfig(host, folder) }
  })
  return {
    origin: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    plainOrigin: `http://localhost:${httpPort}`,
    logs: server.logs,
    deploy: async (dist) => {
      await writeFiles(dist, root)
      await writePage(dist, root, JSON.stringify(config))
    },
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function headersFor(dist: string, config: unknown): Promise<Deployment['headers']> {
  const parsed = parseConfig(config)
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  return siteHeaders(html, parsed.ok ? parsed.config : { environments: [] })
}

/**
 * Deploys the second build, and puts it into the folder that the server of the first includes
 * (.deploy/README.md, "Below a path").
 */
async function deployBelow(host: HostName, first: Deployment, config: unknown, folder: string) {
  const root = join(folder, 'site-below')
  cpSync(BELOW.prepared, join(root, BELOW.base), { recursive: true })
  await writePage(BELOW.dist, join(root, BELOW.base), JSON.stringify(config))
  const headers = await headersFor(BELOW.dist, config)
  const written = hostConfigFor(host, { ...first, root, base: BELOW.base, headers, proxy: undefined })
  const others = join(folder, 'others')
  await mkdir(others, { recursive: true })
  for (const [file, content] of written)
    if (/\.(http|locations|handles)\./.test(file)) await writeFile(join(others, file), content)
}

/** Says whether the installed server supports brotli. */
export function hasBrotli(host: HostName): boolean {
  return host === 'caddy' || findNginx()?.hasBrotli === true
}

/** Runs the server with the configuration in this folder, where it also logs. */
export async function serveHostConfig(
  host: HostName,
  folder: string,
): Promise<Pick<DeployedHost, 'logs' | 'close'>> {
  const output: string[] = []
  const server = await (host === 'nginx' ? startNginx : startCaddy)(folder, output)
  const read = (file: string) => readFile(join(folder, `petstore-admin.${file}.log`), 'utf8').catch(() => '')
  return {
    logs: async () => [...output, await read('access'), await read('error')].join('\n'),
    close: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      // A graceful shutdown would wait for hanging connections.
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}

type Replacements = readonly (readonly [blank: string, value: string])[]

type ExampleOptions = {
  readonly config: unknown
  readonly tls: { readonly certificate: string; readonly key: string }
  /** The port of a service with the same certificate. */
  readonly servicePort: number
  readonly own: number
  readonly plain: number
}

/**
 * Runs the server with a copy of its example (.deploy/examples), in which the names, paths, ports
 * and the policy are those of this machine.
 */
export async function serveExample(
  host: HostName,
  folder: string,
  { config, tls, servicePort, own, plain }: ExampleOptions,
): Promise<Pick<DeployedHost, 'logs' | 'close'>> {
  cpSync(PREPARED_SITE, join(folder, 'site'), { recursive: true })
  await writePage(DIST, join(folder, 'site'), JSON.stringify(config))
  const policy = new Map(await headersFor(DIST, config)).get('Content-Security-Policy') ?? ''
  const ports: Readonly<Record<HostName, Replacements>> = {
    nginx: [
      // A machine may have no IPv6.
      ['    listen [::]:80;\n', ''],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen 443 ', `listen 127.0.0.1:${own} `],
      ['https://pets.example.com$', `https://localhost:${own}$`],
    ],
    caddy: [
      ['http://pets.example.com:80', `http://localhost:${plain}`],
      ['https://pets.example.com:443', `https://localhost:${own}`],
      ['https://pets.example.com{uri}', `https://localhost:${own}{uri}`],
      // The certificate of the service is of an authority that Caddy does not know.
      [
        'tls_server_name api.example.com',
        `tls_server_name localhost\n tls_trusted_ca_certs "${tls.certificate}"`,
      ],
    ],
  }
  const replacements: Replacements = [
    ...ports[host],
    ['{{content_security_policy}}', policy],
    ['/srv/petstore-admin', folder],
    [`/var/log/${host}`, folder],
    ['/etc/ssl/pets.pem', tls.certificate],
    ['/etc/ssl/pets.key', tls.key],
    [SYSTEM_CA, tls.certificate],
    ['https://api.example.com', `https://localhost:${servicePort}`],
    ['api.example.com', 'localhost'],
    ['pets.example.com', 'localhost'],
  ]
  const file = host === 'nginx' ? 'petstore-admin.conf' : 'Caddyfile'
  const example = await readFile(new URL(`../../.deploy/examples/${file}`, import.meta.url), 'utf8')
  const filled = replacements.reduce((text, [blank, value]) => text.replaceAll(blank, () => value), example)
  await writeFile(join(folder, file), filled)
  return serveHostConfig(host, folder)
}

async function startNginx(folder: string, output: string[]): Promise<ChildProcess> {
  const main = join(folder, 'nginx.conf')
  await writeFile(main, fill('nginx.conf', { site: join(folder, 'petstore-admin.conf'), folder }))
  // A single process starts in milliseconds and ends with one signal.
  const args = ['-e', 'stderr', '-c', main, '-g', 'daemon off; master_process off;']
  return startServer(findNginx()?.path ?? 'nginx', args, {}, output, /\[notice\]/)
}

async function startCaddy(folder: string, output: string[]): Promise<ChildProcess> {
  const main = join(folder, 'main.Caddyfile')
  // Otherwise, Caddy listens on port 80 to redirect HTTP. The generated configuration has its own
  // port for that.
  const global = '{\n\tadmin off\n\tauto_https disable_redirects\n}'
  await writeFile(main, `${global}\nimport ${join(folder, 'Caddyfile')}\n`)
  const args = ['run', '--config', main, '--adapter', 'caddyfile']
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  return startServer(findOnPath('caddy') ?? 'caddy', args, env, output, /serving initial configuration/)
}

/**
 * Resolves once the output says that the server listens.
 *
 * @throws {Error} with the output if it exits before that
 */
function startServer(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  output: string[],
  isListening: RegExp,
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const server = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    })
    // The server is killed, so that it does not survive a test run that is interrupted.
    const kill = () => server.kill()
    process.once('exit', kill)
    server.once('exit', () => process.off('exit', kill))
    createInterface({ input: server.stderr }).on('line', (line) => {
      output.push(line)
      if (isListening.test(line)) resolve(server)
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`${command} exited:\n${output.join('\n')}`)))
  })
}
