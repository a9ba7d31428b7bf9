import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { SYSTEM_CA } from '#deploy/deployment.ts'
import { close, listen, onFreePorts } from '#tests/support/listen.ts'
import { findOnPath } from '#tests/support/system.ts'
import { addPet, alerts, configFor, expect, heading, KEY, namesOf, signIn, test as base } from './fixtures.ts'
import {
  hasBrotli,
  HOSTS,
  isInstalled,
  PREPARED_SITE,
  serveExample,
  type DeployedHost,
  serveHostConfig,
  startDeployedHost,
} from './deployed-host.ts'

/**
 * Runs the command as an operator does.
 *
 * @returns its output, which ends with its exit code
 */
const run = (command: 'deploy' | 'check-site', args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<string>((resolve) => {
    const options = { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: { ...process.env, ...env } }
    execFile(process.execPath, [`.deploy/${command}.ts`, ...args], options, (error, stdout, stderr) =>
      resolve(`${stdout}${stderr}exit code ${error?.code ?? 0}`),
    )
  })

/**
 * Offers one cipher in TLS 1.2.
 *
 * @returns the cipher that is used, or `'refused'`
 */
const cipherFor = ({ origin }: DeployedHost, ciphers: string, ca: Buffer) =>
  new Promise<string>((resolve) => {
    const socket = connectTls({ port: Number(new URL(origin).port), ca, ciphers, maxVersion: 'TLSv1.2' })
    socket.once('error', () => resolve('refused'))
    socket.once('secureConnect', () => {
      resolve(socket.getCipher().name)
      socket.destroy()
    })
  })

/**
 * Makes a self-signed certificate for this machine.
 *
 * @returns its files
 */
function makeCertificate(folder: string) {
  const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const what = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext ${names}`
  const files = ['-out', tls.certificate, '-keyout', tls.key]
  execFileSync('openssl', [...what.split(' '), ...files], { stdio: 'ignore' })
  return tls
}

const ALL_IS_OK = / ok, 0 wrong, 0 unknown\s+exit code 0$/

for (const hostName of HOSTS) {
  /**
   * The site behind this server, which proxies `/v1` of the same origin to the service of
   * `staging`.
   */
  const test = base.extend<{ host: DeployedHost }>({
    host: async ({ petstore, production }, provide) => {
      const config = configFor({ baseUrl: '/v1' }, production)
      const proxy = { origin: new URL(petstore.baseUrl).origin, ca: SYSTEM_CA }
      const host = await startDeployedHost(hostName, { config, proxy })
      await provide(host)
      await host.close()
    },
    baseURL: async ({ host }, provide) => provide(host.origin),
  })

  test.describe(`behind ${hostName} with the generated configuration`, () => {
    // `npm test` installs nginx if it may, but never Caddy.
    test.skip(!isInstalled(hostName), `There is no ${hostName} on this machine.`)

    test("a day's work goes through the proxy, which sends no POST again, and no log contains the key", async ({
      page,
      host,
      petstore,
    }) => {
      petstore.db.create({ name: 'Rex' })
      await signIn(page)
      await expect(namesOf(page)).toHaveText(['Rex'])
      await page.goto('/staging/pets/new')
      await addPet(page, 'Bella', '9007199254740993')
      await page.getByRole('list', { name: 'Just added' }).getByRole('link', { name: 'Bella' }).click()
      await expect(heading(page)).toHaveText('Bella')
      await expect(page.getByRole('main')).toContainText('9007199254740993')

      await page.goto('/staging/pets/new')
      petstore.dropConnection({ method: 'POST' }, 'after')
      await addPet(page, 'Mia', '1')
      await expect(alerts(page)).toContainText(/May have been added/)
      expect(petstore.posts()).toHaveLength(2)
      expect(petstore.received.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true)
      const logs = await host.logs()
      expect(logs).toMatch(/POST[^\n]*\/v1\/pets/)
      expect(logs).toContain('502')
      expect(logs).not.toContain(KEY)
      expect(logs).not.toContain('Bearer')
    })

    test('the server runs with the output of "npm run deploy", and "npm run check-site" finds no problem', async ({
      petstore,
      production,
    }) => {
      test.skip(!hasBrotli(hostName), `This ${hostName} has no module for brotli.`)
      const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
      const config = join(folder, 'own-config.json')
      await writeFile(config, JSON.stringify(configFor({ baseUrl: '/v1' }, production)))
      const { port, server } = await onFreePorts(async ([own]) => {
        const paths = ['--out', folder, '--logs', folder, '--listen', `127.0.0.1:${own}`]
        const proxy = new URL(petstore.baseUrl).origin
        const options = ['--host', hostName, '--config', config, '--proxy', proxy, ...paths]
        expect(await run('deploy', options)).toMatch(/Wrote the files of the site to [^]*exit code 0$/)
        return { port: own, server: await serveHostConfig(hostName, folder) }
      })
      expect(await run('check-site', [`http://127.0.0.1:${port}`])).toMatch(ALL_IS_OK)
      // check-site sends a made-up key only.
      expect(petstore.received.map(({ authorization }) => authorization)).not.toContain(`Bearer ${KEY}`)
      await server.close()
      await rm(folder, { recursive: true })
    })

    test('an address may hold a thousand IDs, and the site answers 405 to any request that is no GET', async ({
      host,
    }) => {
      const ids = Array.from({ length: 1000 }, (_, index) => 9_223_372_036_854_775_807n - BigInt(index))
      const { status } = await fetch(`${host.origin}/staging/pets/labels?ids=${ids.join(',')}`)
      expect(status).toBe(200)
      const [asset = ''] = await readdir(join(PREPARED_SITE, 'assets'))
      for (const method of ['POST', 'OPTIONS'])
        for (const path of ['/', `/assets/${asset}`, '/config.json'])
          expect((await fetch(host.origin + path, { method })).status, `${method} ${path}`).toBe(405)
    })

    test('a missing file is not found, and an address of the app is the page', async ({ host }) => {
      const files = [
        '/.env',
        '/.git/config',
        '/staging/.env',
        '/foo.php',
        '/staging/x.map',
        '/a.tar.gz',
        '/b.7z',
      ]
      const pages = [
        '/',
        '/staging/pets/9007199254740993',
        '/staging/pets/1.5',
        '/staging/pets?q=.env&sort=-id.x',
      ]
      for (const path of files) expect((await fetch(host.origin + path)).status, path).toBe(404)
      for (const path of pages) {
        const response = await fetch(host.origin + path)
        expect(response.status, path).toBe(200)
        expect(await response.text(), path).toContain('<div id="root">')
      }
    })

    test('crawlers are told to list nothing, and files that change with the build are compressed and revalidated', async ({
      host,
    }) => {
      const robots = await fetch(`${host.origin}/robots.txt`)
      expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
      for (const path of ['/robots.txt', '/staging/pets', '/missing.js'])
        expect((await fetch(host.origin + path)).headers.get('x-robots-tag'), path).toBe('noindex')
      for (const path of ['/licenses.txt', '/config.schema.json']) {
        const { headers } = await fetch(host.origin + path, { headers: { 'accept-encoding': 'gzip' } })
        expect(Object.fromEntries(headers), path).toMatchObject({
          'content-encoding': 'gzip',
          'cache-control': 'no-cache',
        })
      }
    })

    test('the proxy forwards request and key unchanged on a connection of their own, and strips cookies', async ({
      petstore,
      production,
    }) => {
      const received: IncomingMessage[] = []
      const service = createHttpServer((incoming, outgoing) => {
        received.push(incoming)
        outgoing.setHeader('set-cookie', 'a=b').setHeader('access-control-allow-origin', '*')
        outgoing.setHeader('cache-control', 'max-age=60').setHeader('x-frame-options', 'SAMEORIGIN')
        outgoing.writeHead(429, { 'retry-after': '7', location: 'http://elsewhere.example/' }).end('{}')
      })
      const port = await listen(service)
      const proxy = { origin: `http://127.0.0.1:${port}`, ca: SYSTEM_CA }
      const config = configFor({ baseUrl: '/v1' }, production)
      const host = await startDeployedHost(hostName, { config, proxy })
      const { headers } = await fetch(`${host.origin}/v1/pets/a%2Fb?q=%20c&d`, {
        headers: { authorization: `Bearer ${petstore.key}`, origin: 'https://a.example', cookie: 'a=b' },
      })
      const [request] = received
      expect(request?.url).toBe('/v1/pets/a%2Fb?q=%20c&d')
      expect(request?.headers).toMatchObject({
        host: `127.0.0.1:${port}`,
        connection: 'close',
        authorization: `Bearer ${petstore.key}`,
      })
      for (const name of ['cookie', 'origin']) expect(request?.headers).not.toHaveProperty(name)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'retry-after': '7',
        location: 'http://elsewhere.example/',
      })
      for (const name of ['set-cookie', 'access-control-allow-origin'])
        expect(headers.has(name), name).toBe(false)
      await host.close()
      await close(service)
    })

    test('a copy of the example, with own names, paths and policy in it, serves the site and forwards the service', async ({
      petstore,
      production,
    }) => {
      test.skip(findOnPath('openssl') === undefined, 'There is no openssl to make a certificate.')
      test.skip(!hasBrotli(hostName), `This ${hostName} has no module for brotli.`)
      const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
      const tls = makeCertificate(folder)
      const [key, cert] = await Promise.all([readFile(tls.key), readFile(tls.certificate)])
      const service = createServer({ key, cert }, petstore.handle)
      const servicePort = await listen(service)
      const config = configFor({ baseUrl: '/v1' }, production)
      const { origin, server } = await onFreePorts(async ([own, plain]) => ({
        origin: `https://localhost:${own}`,
        server: await serveExample(hostName, folder, { config, tls, servicePort, own, plain }),
      }))
      const env = { NODE_EXTRA_CA_CERTS: tls.certificate }
      expect(await run('check-site', [origin], env)).toMatch(ALL_IS_OK)
      await server.close()
      await close(service)
      await rm(folder, { recursive: true })
    })

    test("with a certificate the site uses HTTPS and HTTP/2, redirects HTTP, and verifies the service's certificate", async ({
      petstore,
      production,
    }) => {
      test.skip(findOnPath('openssl') === undefined, 'There is no openssl to make a certificate.')
      test.skip(!hasBrotli(hostName), `This ${hostName} has no module for brotli.`)
      const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
      const tls = makeCertificate(folder)
      const [key, certificate] = await Promise.all([readFile(tls.key), readFile(tls.certificate)])
      const service = createServer({ key, cert: certificate }, petstore.handle)
      const port = await listen(service)
      const config = configFor({ baseUrl: '/v1' }, production)
      const trusted = { origin: `https://localhost:${port}`, ca: tls.certificate }

      const host = await startDeployedHost(hostName, { config, tls, proxy: trusted })
      const env = { NODE_EXTRA_CA_CERTS: tls.certificate }
      expect(await run('check-site', [host.origin], env)).toMatch(ALL_IS_OK)
      const session = connect(host.origin, { ca: certificate })
      await once(session, 'connect')
      expect(session.alpnProtocol).toBe('h2')
      session.destroy()
      // These ciphers have forward secrecy, and authenticate what they encrypt.
      for (const cipher of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305'])
        expect(await cipherFor(host, cipher, certificate)).toBe(cipher)
      for (const cipher of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA', 'ECDHE-ECDSA-AES128-CCM'])
        expect(await cipherFor(host, cipher, certificate), cipher).toBe('refused')
      const plain = await fetch(`${host.plainOrigin}/staging/pets?limit=5`, { redirect: 'manual' })
      expect(plain.status).toBe(301)
      expect(plain.headers.get('location')).toBe(`${host.origin}/staging/pets?limit=5`)
      await host.close()

      // This is an impostor of the service, with an untrusted certificate.
      petstore.clearReceived()
      const strictHost = await startDeployedHost(hostName, { config, proxy: { ...trusted, ca: SYSTEM_CA } })
      const { status } = await fetch(`${strictHost.origin}/v1/pets`, {
        headers: { authorization: `Bearer ${KEY}` },
      })
      expect(status).toBe(502)
      expect(petstore.received).toEqual([])
      expect(await strictHost.logs()).not.toContain(KEY)
      await strictHost.close()
      await close(service)
      await rm(folder, { recursive: true })
    })
  })
}
