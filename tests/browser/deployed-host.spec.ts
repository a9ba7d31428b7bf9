import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SYSTEM_CA } from '#deploy/deployment.ts'
import { findOnPath } from '#tests/support/system.ts'
import { alerts, configFor, expect, heading, KEY, namesOf, signIn, test as base } from './fixtures.ts'
import {
  freePorts,
  hasBrotli,
  HOSTS,
  isInstalled,
  PREPARED,
  type RecipeHost,
  serveRecipe,
  startRecipeHost,
} from './deployed-host.ts'

/** As an operator runs it. @returns what it says, and how it ends. */
async function run(
  command: 'deploy' | 'check-site',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ said: string; code: number }> {
  const options = { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: { ...process.env, ...env } }
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`.deploy/${command}.ts`, ...args],
      options,
    )
    return { said: stdout, code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
    return { said: stdout + stderr, code }
  }
}

for (const hostName of HOSTS) {
  /** Behind the recipe of this host, with the service of `staging` below `/v1` of the same origin. */
  const test = base.extend<{ host: RecipeHost }>({
    host: async ({ petstore, production }, provide) => {
      const config = configFor({ baseUrl: '/v1' }, production)
      const proxy = { origin: new URL(petstore.baseUrl).origin, ca: SYSTEM_CA }
      const host = await startRecipeHost(hostName, { config, proxy })
      await provide(host)
      await host.close()
    },
    baseURL: async ({ host }, provide) => provide(host.origin),
  })

  test.describe(`behind ${hostName}, set up by the recipe`, () => {
    // Whoever has no Caddy installs none for this; nginx comes with npm test where that may be.
    test.skip(!isInstalled(hostName), `There is no ${hostName} on this machine.`)

    test('one signs in, lists, adds and looks at a pet through the proxy, and no log has the key', async ({
      page,
      host,
      petstore,
    }) => {
      petstore.db.create({ name: 'Rex' })
      await signIn(page)
      await expect(namesOf(page)).toHaveText(['Rex'])
      await page.goto('/staging/pets/new')
      await page.getByRole('textbox', { name: 'Name' }).fill('Bella')
      await page.getByRole('textbox', { name: 'Category ID' }).fill('9007199254740993')
      await page.getByRole('button', { name: 'Add pet' }).click()
      await page.getByRole('list', { name: 'Just added' }).getByRole('link', { name: 'Bella' }).click()
      await expect(heading(page)).toHaveText('Bella')
      await expect(page.getByRole('main')).toContainText('9007199254740993')

      expect(petstore.posts()).toHaveLength(1)
      expect(petstore.received.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true)
      const logs = await host.logs()
      expect(logs).toMatch(/POST[^\n]*\/v1\/pets/)
      expect(logs).not.toContain(KEY)
      expect(logs).not.toContain('Bearer')
    })

    test('a POST that the service took and never answered reaches it once, and may have been added', async ({
      page,
      host,
      petstore,
    }) => {
      await signIn(page, '/staging/pets/new')
      petstore.lose({ method: 'POST' }, 'after')
      await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
      await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
      await page.getByRole('button', { name: 'Add pet' }).click()
      await expect(alerts(page)).toContainText(/may have been added/)
      expect(petstore.posts()).toHaveLength(1)
      await page.goto('/staging/pets')
      await expect(namesOf(page)).toHaveText(['Rex'])
      expect(petstore.posts()).toHaveLength(1)
      const logs = await host.logs()
      expect(logs).toContain('502')
      expect(logs).not.toContain(KEY)
    })

    test('what "npm run deploy" writes is served, and "npm run check-site" finds nothing wrong', async ({
      petstore,
      production,
    }) => {
      test.skip(!hasBrotli(hostName), `This ${hostName} has no module for brotli.`)
      const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
      const config = join(folder, 'own-config.json')
      await writeFile(config, JSON.stringify(configFor({ baseUrl: '/v1' }, production)))
      const [port] = await freePorts()
      const place = ['--out', folder, '--logs', folder, '--listen', `127.0.0.1:${port}`]
      const proxy = new URL(petstore.baseUrl).origin
      const options = ['--host', hostName, '--config', config, '--proxy', proxy, ...place]
      const { said: written, code: deployed } = await run('deploy', options)
      expect(written).toContain('Wrote the files of the site to ')
      expect(deployed).toBe(0)

      const server = await serveRecipe(hostName, folder)
      const { said, code } = await run('check-site', [`http://127.0.0.1:${port}`])
      expect(said).toMatch(/ ok, 0 wrong, 0 unknown/)
      expect(code).toBe(0)
      // Its made-up key, and no other.
      expect(petstore.received.map(({ authorization }) => authorization)).not.toContain(`Bearer ${KEY}`)
      await server.close()
      await rm(folder, { recursive: true })
    })

    test('files are read and never written', async ({ host }) => {
      const [asset = ''] = await readdir(join(PREPARED, 'assets'))
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        for (const path of ['/', `/assets/${asset}`, '/config.json']) {
          expect((await fetch(host.origin + path, { method })).status, `${method} ${path}`).toBe(405)
        }
      }
    })

    test('the service gets the request and the key as they were, on a connection of its own, and no cookie', async ({
      petstore,
      production,
    }) => {
      const got: IncomingMessage[] = []
      const service = createHttpServer((incoming, outgoing) => {
        got.push(incoming)
        outgoing.setHeader('set-cookie', 'a=b').setHeader('access-control-allow-origin', '*')
        outgoing.setHeader('cache-control', 'max-age=60').setHeader('x-frame-options', 'SAMEORIGIN')
        outgoing.writeHead(429, { 'retry-after': '7', location: 'http://elsewhere.example/' }).end('{}')
      })
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
      const { port } = service.address() as AddressInfo
      const proxy = { origin: `http://127.0.0.1:${port}`, ca: SYSTEM_CA }
      const host = await startRecipeHost(hostName, {
        config: configFor({ baseUrl: '/v1' }, production),
        proxy,
      })
      const { headers } = await fetch(`${host.origin}/v1/pets/a%2Fb?q=%20c&d`, {
        headers: { authorization: `Bearer ${petstore.key}`, origin: 'https://a.example', cookie: 'a=b' },
      })
      const [request] = got
      expect(request?.url).toBe('/v1/pets/a%2Fb?q=%20c&d')
      expect(request?.headers).toMatchObject({
        host: `127.0.0.1:${port}`,
        connection: 'close',
        authorization: `Bearer ${petstore.key}`,
      })
      expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']))
      expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(['origin']))
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'retry-after': '7',
        location: 'http://elsewhere.example/',
      })
      for (const name of ['set-cookie', 'access-control-allow-origin']) {
        expect(headers.has(name), name).toBe(false)
      }
      await host.close()
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
    })

    test('with a certificate it is on HTTPS, sends HTTP on, and asks a service over HTTPS that it trusts', async ({
      petstore,
      production,
    }) => {
      test.skip(findOnPath('openssl') === undefined, 'There is no openssl to make a certificate.')
      test.skip(!hasBrotli(hostName), `This ${hostName} has no module for brotli.`)
      const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
      const tls = makeCertificate(folder)
      const [key, certificate] = await Promise.all([readFile(tls.key), readFile(tls.certificate)])
      const service = createServer({ key, cert: certificate }, petstore.handle)
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
      const { port } = service.address() as AddressInfo
      const config = configFor({ baseUrl: '/v1' }, production)
      const trusted = { origin: `https://localhost:${port}`, ca: tls.certificate }

      const host = await startRecipeHost(hostName, { config, tls, proxy: trusted })
      const { code, said } = await run('check-site', [host.origin], { NODE_EXTRA_CA_CERTS: tls.certificate })
      // Where plain HTTP is, cannot be told from outside: both have ports of their own here.
      expect(said).toMatch(/ ok, 0 wrong, 1 unknown/)
      expect(code).toBe(0)
      expect(await protocolOf(host.origin, certificate)).toBe('h2')
      const plain = await fetch(`${host.plainOrigin}/staging/pets?limit=5`, { redirect: 'manual' })
      expect(plain.status).toBe(301)
      expect(plain.headers.get('location')).toBe(`${host.origin}/staging/pets?limit=5`)
      await host.close()

      // Somebody in the place of the service, with a certificate that nobody vouches for.
      petstore.forgetReceived()
      const wary = await startRecipeHost(hostName, { config, proxy: { ...trusted, ca: SYSTEM_CA } })
      const { status } = await fetch(`${wary.origin}/v1/pets`, {
        headers: { authorization: `Bearer ${KEY}` },
      })
      expect(status).toBe(502)
      expect(petstore.received).toEqual([])
      expect(await wary.logs()).not.toContain(KEY)
      await wary.close()
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
      await rm(folder, { recursive: true })
    })
  })
}

/** One that vouches for itself, made out to this machine. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const what = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext ${names}`
  execFileSync('openssl', [...what.split(' '), '-out', certificate, '-keyout', key], { stdio: 'ignore' })
  return { certificate, key }
}

/** What a browser that speaks HTTP/2 speaks with it. */
function protocolOf(origin: string, ca: Buffer): Promise<string | false | null> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port), ca, ALPNProtocols: ['h2', 'http/1.1'] },
      () => {
        resolve(socket.alpnProtocol)
        socket.destroy()
      },
    )
    socket.once('error', reject)
  })
}
