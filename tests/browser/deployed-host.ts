import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '#src/config/config.ts'
import type { Deployment } from '#deploy/deployment.ts'
import { siteHeaders } from '#deploy/headers.ts'
import { nginxMain } from '#deploy/nginx.ts'
import { hostConfigFor } from '#deploy/host-configs.ts'
import { writeConfig } from '#deploy/write-site.ts'
import { findNginx } from '#tests/support/nginx.ts'
import { findOnPath } from '#tests/support/system.ts'

/** The files of the site, compressed once for all tests (global-setup.ts). */
export const PREPARED = fileURLToPath(new URL('../../test-results/site', import.meta.url))

export const HOSTS = ['nginx', 'caddy'] as const
export type HostName = (typeof HOSTS)[number]

/** A real server on this machine, set up by the recipe that an operator gets. */
export type RecipeHost = {
  readonly origin: string
  /** With a certificate: where plain HTTP is taken. */
  readonly plainOrigin: string
  /** All that it has written down until now. */
  readonly logs: () => Promise<string>
  readonly close: () => Promise<void>
}

export function isInstalled(host: HostName): boolean {
  return (host === 'nginx' ? findNginx()?.path : findOnPath('caddy')) !== undefined
}

type Options = {
  readonly config: unknown
  readonly proxy?: Deployment['proxy']
  /** Made out to `localhost`. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** Files beside those of the app, by their path on the site, for example `assets/more.js`. */
  readonly files?: Readonly<Record<string, string>>
}

/** One site on a free port, as the user who runs the tests, with all that it writes in a folder of its own. */
export async function startRecipeHost(
  host: HostName,
  { config, proxy, tls, files = {} }: Options,
): Promise<RecipeHost> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
  const root = join(folder, 'site')
  cpSync(PREPARED, root, { recursive: true })
  await writeConfig(root, JSON.stringify(config))
  for (const [file, content] of Object.entries(files)) await writeFile(join(root, file), content)
  const parsed = parseConfig(config)
  const html = await readFile(join(root, 'index.html'), 'utf8')
  const [port, httpPort] = await freePorts()
  const deployment: Deployment = {
    root,
    headers: siteHeaders(html, parsed.ok ? parsed.config : { environments: [] }),
    listen: `127.0.0.1:${port}`,
    brotli: hasBrotli(host),
    logs: folder,
    proxy,
    ...(tls === undefined
      ? {}
      : { serverName: 'localhost', tls: { ...tls, listenHttp: `127.0.0.1:${httpPort}` } }),
  }
  for (const [file, content] of hostConfigFor(host, deployment)) await writeFile(join(folder, file), content)
  const server = await serveRecipe(host, folder)
  return {
    origin: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    plainOrigin: `http://localhost:${httpPort}`,
    logs: server.logs,
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Whether this machine's server can send brotli. */
export function hasBrotli(host: HostName): boolean {
  return host === 'caddy' || findNginx()?.hasBrotli === true
}

/** Runs the recipe in this folder, which has its logs, too. */
export async function serveRecipe(
  host: HostName,
  folder: string,
): Promise<Pick<RecipeHost, 'logs' | 'close'>> {
  const said: string[] = []
  const server = await (host === 'nginx' ? startNginx : startCaddy)(folder, said)
  const read = (file: string) => readFile(join(folder, `petstore-admin.${file}.log`), 'utf8').catch(() => '')
  return {
    logs: async () => [...said, await read('access'), await read('error')].join('\n'),
    close: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = new Promise((resolve) => server.once('exit', resolve))
      // Nothing is to be kept, and a connection that hangs must not hold it up.
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function startNginx(folder: string, said: string[]): Promise<ChildProcess> {
  const main = join(folder, 'nginx.conf')
  await writeFile(main, nginxMain({ site: join(folder, 'petstore-admin.conf'), folder }))
  // One process: it ends with one signal, and starts in milliseconds.
  const args = ['-e', 'stderr', '-c', main, '-g', 'daemon off; master_process off;']
  return startServer(findNginx()?.path ?? 'nginx', args, {}, said, /\[notice\]/)
}

async function startCaddy(folder: string, said: string[]): Promise<ChildProcess> {
  const main = join(folder, 'main.Caddyfile')
  // By itself Caddy would take port 80 to send HTTP on; the recipe has a port for that.
  await writeFile(
    main,
    `{\n\tadmin off\n\tauto_https disable_redirects\n}\nimport ${join(folder, 'Caddyfile')}\n`,
  )
  const args = ['run', '--config', main, '--adapter', 'caddyfile']
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  return startServer(findOnPath('caddy') ?? 'caddy', args, env, said, /serving initial configuration/)
}

/** Resolves with the first line that says it listens. @throws {Error} (rejects) with its words when it ends before. */
function startServer(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  said: string[],
  listens: RegExp,
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const server = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    })
    // A test that fails in the middle leaves no server behind.
    const end = () => server.kill()
    process.once('exit', end)
    server.once('exit', () => process.off('exit', end))
    createInterface({ input: server.stderr }).on('line', (line) => {
      said.push(line)
      if (listens.test(line)) resolve(server)
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`${command} ended:\n${said.join('\n')}`)))
  })
}

/** Two that were free a moment ago. */
export async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
        }),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  const [first = 0, second = 0] = ports
  return [first, second]
}
