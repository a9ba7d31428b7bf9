import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '#src/config/config.ts'
import {
  DEPLOY_HOSTS,
  type Deployment,
  type DeployHost,
  SYSTEM_CA,
  validateAgainstConfig,
  VALUES,
} from './deployment.ts'
import { siteHeaders } from './headers.ts'
import { hostConfigFor } from './host-configs.ts'
import { writeFiles, writePage } from './write-site.ts'

const headers = siteHeaders('<script>1</script>', { environments: [] })
const PLAIN: Deployment = {
  root: '/srv/site',
  base: '/',
  headers,
  listen: '80',
  brotli: true,
  logs: '/var/log/x',
}
const BELOW: Deployment = { ...PLAIN, base: '/apps/pets.v2/' }
const PROXY = { origin: 'https://api.example.com', ca: SYSTEM_CA }

const nginxSite = (deployment: Deployment) =>
  hostConfigFor('nginx', deployment).get('petstore-admin.conf') ?? ''

const configText = (host: DeployHost, deployment: Deployment) =>
  [...hostConfigFor(host, deployment).values()].join('\n')

describe.each(DEPLOY_HOSTS)('the host config for %s', (host) => {
  test.each([PLAIN, BELOW])('has every header once in each place that needs it', (deployment) => {
    for (const text of hostConfigFor(host, deployment).values()) {
      const lines = text.split('\n').filter((line) => !line.startsWith('#'))
      const found = headers.map(([name, value]) =>
        lines.filter((line) => line.includes(`${name} "${value}"`)),
      )
      expect(new Set(found.map(({ length }) => length)).size).toBe(1)
      expect(found[0]?.length).toBe(/try_files|file_server/.test(text) ? 1 : 0)
    }
  })

  test('has a proxy only when one is configured', () => {
    expect(configText(host, PLAIN)).not.toContain('proxy_pass')
    expect(configText(host, PLAIN)).not.toContain('reverse_proxy')
    expect(configText(host, { ...PLAIN, proxy: PROXY })).toMatch(
      /(proxy_pass|reverse_proxy) https:\/\/api\.example\.com/,
    )
  })
})

test('Below a path, the proxied service stays at the root of the origin, with the headers of the site', () => {
  const [own, proxied = ''] = nginxSite({ ...BELOW, proxy: PROXY }).split('location ^~ /v1/')
  expect(own).toContain('location ~ ^/apps/pets\\.v2/')
  expect(proxied).toContain('add_header Content-Security-Policy')
  expect(proxied).toContain('proxy_pass https://api.example.com;')
  expect(configText('caddy', { ...BELOW, proxy: PROXY })).toMatch(/handle \/v1\/\* \{\n[^}]*X-Frame-Options/)
})

test('nginx listens on one port, at every address or at one', () => {
  const sites = ['8080', '127.0.0.1:8080'].map((listen) => nginxSite({ ...PLAIN, listen }))
  expect(sites.map((site) => site.match(/(?<=listen )\S+/g))).toEqual([
    ['8080', '[::]:8080'],
    ['127.0.0.1:8080'],
  ])
})

test.each([
  ['PATH', '/srv/"; include /etc/passwd; "', false],
  ['PATH', '/srv/$host', false],
  ['PATH', '/srv/petstore admin', true],
  ['PORT', '80; return 200', false],
  ['PORT', '[::1]:8080', true],
  ['NAME', 'a b', false],
  ['NAME', 'pets.example.com', true],
  ['ORIGIN', 'api.example.com', false],
  ['ORIGIN', 'https://api.example.com/petstore', false],
  ['ORIGIN', 'https://api.example.com/v1/', true],
])('As a %s, %s may be given: %s', (kind, value, isValid) => {
  expect(VALUES[kind]?.[0].test(value)).toBe(isValid)
})

const OTHER = 'https://api.example.com/v1'

test.each<
  [baseUrls: Record<string, string>, proxy: Deployment['proxy'], base: string, ...conflicts: RegExp[]]
>([
  [{ a: OTHER }, undefined, '/'],
  [{ a: '/v1' }, PROXY, '/'],
  [{ a: '/v1' }, undefined, '/', /add --proxy/],
  [{ a: '/api' }, PROXY, '/', /make its baseUrl "\/v1"/],
  [{ a: OTHER }, PROXY, '/', /no environment uses the proxy/],
  [{ v1: OTHER, a: '/v1' }, PROXY, '/', /"v1" is the path/],
  // Below a path, others have the rest of the origin.
  [{ a: '/v1' }, undefined, BELOW.base],
  [{ a: `${BELOW.base}v1` }, undefined, BELOW.base, /add --proxy .* and make its baseUrl "\/v1"/],
  [{ v1: '/v1' }, PROXY, BELOW.base],
])('The services %j with the proxy %j at %s are checked: %s', (baseUrls, proxy, base, ...conflicts) => {
  const environments = Object.entries(baseUrls).map(([id, baseUrl]) => ({ id, name: 'A', baseUrl }))
  const result = parseConfig({ environments })
  if (!result.ok) throw new Error('The table has an invalid configuration.')
  expect(validateAgainstConfig(result.config, { base, proxy })).toEqual(
    conflicts.map((conflict) => expect.stringMatching(conflict)),
  )
})

test('Scripts, texts, the schema and the page have compressed copies, but pictures and the configuration have none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
  const [dist, site] = [join(folder, 'dist'), join(folder, 'site')]
  await mkdir(join(dist, 'assets'), { recursive: true })
  const page = `<title></title>${'<p>'.repeat(100)}`
  const compressed = ['assets/a.js', 'licenses.txt', 'config.schema.json']
  for (const file of ['config.json', 'version.json', 'assets/picture.png'])
    await writeFile(join(dist, file), '{}')
  for (const file of compressed) await writeFile(join(dist, file), page)
  await writeFile(join(dist, 'index.html'), page)
  await writeFiles(dist, site)
  await writePage(dist, site, '{}')
  const files = await readdir(site, { recursive: true })
  const copied = [...compressed, 'index.html'].flatMap((file) => [file, `${file}.br`, `${file}.gz`])
  const others = ['assets', 'assets/picture.png', 'config.json', 'version.json']
  expect(files.toSorted()).toEqual([...copied, ...others].toSorted())
  const content = await readFile(join(site, 'index.html'))
  expect(brotliDecompressSync(await readFile(join(site, 'index.html.br')))).toEqual(content)
  expect(gunzipSync(await readFile(join(site, 'index.html.gz')))).toEqual(content)
  await rm(folder, { recursive: true })
})
