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
  test.each([PLAIN, BELOW])('has every header once wherever it needs them', (deployment) => {
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

test('no nginx location has an add_header: it would inherit no other', () => {
  const [, ...locations] = nginxSite({ ...PLAIN, proxy: PROXY }).split(/\n\s*location /)
  expect(locations).toHaveLength(2)
  for (const location of locations) expect(location).not.toContain('add_header')
})

describe('below a path', () => {
  test('nginx serves addresses below it, whose files are there, and nothing else', () => {
    const site = nginxSite(BELOW)
    expect(site.match(/(?<=\n *)location .*/g)).toEqual([
      'location ^~ /apps/pets.v2/ {',
      'location ~ ^/apps/pets\\.v2/(assets/|config\\.json$) {',
      'location = /apps/pets.v2 {',
      'location / {',
    ])
    expect(site).toContain('try_files $uri /apps/pets.v2/index.html;')
    expect(site).toContain('"~^(200|206|304) /apps/pets\\.v2/assets/"')
  })

  test('what is included in another server has no server, and names of its own', () => {
    const { 'petstore-admin.conf': _, ...parts } = Object.fromEntries(hostConfigFor('nginx', BELOW))
    expect(Object.values(parts).join('')).not.toMatch(/\b(server|listen|server_name) /)
    const [, name] = /log_format (\w+) /.exec(parts['petstore-admin.http.conf'] ?? '') ?? []
    expect(parts['petstore-admin.locations.conf']).toContain(`.access.log" ${name};`)
    expect(nginxSite(PLAIN)).not.toContain(`${name} `)
    expect([...hostConfigFor('nginx', PLAIN).keys()]).toEqual(['petstore-admin.conf'])
  })

  test('the proxied service stays at the root of the origin, with the headers of the site', () => {
    const [, proxied = ''] = nginxSite({ ...BELOW, proxy: PROXY }).split('location ^~ /v1/')
    expect(proxied).toContain('add_header Content-Security-Policy')
    expect(proxied).toContain('proxy_pass https://api.example.com;')
    expect(configText('caddy', { ...BELOW, proxy: PROXY })).toMatch(
      /handle \/v1\/\* \{\n[^}]*X-Frame-Options/,
    )
  })
})

test.each([
  ['8080', ['listen 8080 default_server;', 'listen [::]:8080 default_server;']],
  ['127.0.0.1:8080', ['listen 127.0.0.1:8080 default_server;']],
])('nginx listens on %s', (listen, lines) => {
  expect(nginxSite({ ...PLAIN, listen }).match(/listen .*;/g)).toEqual(lines)
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
])('as a %s, %s may be given: %s', (kind, value, isValid) => {
  expect(VALUES[kind]?.[0].test(value)).toBe(isValid)
})

describe('conflicts between configuration and deployment', () => {
  const service = { id: 'a', name: 'A', baseUrl: 'https://api.example.com/v1' }
  test.each<
    [what: string, environments: object[], proxy: Deployment['proxy'], messages: RegExp[], base?: string]
  >([
    ['another origin', [service], undefined, []],
    ['the proxy', [{ ...service, baseUrl: '/v1' }], PROXY, []],
    ['its own origin without a proxy', [{ ...service, baseUrl: '/v1' }], undefined, [/add --proxy/]],
    ['its own origin at another path', [{ ...service, baseUrl: '/api' }], PROXY, [/make its baseUrl "\/v1"/]],
    ['an unused proxy', [service], PROXY, [/no environment uses the proxy/]],
    [
      'an id that is the proxy',
      [
        { ...service, id: 'v1' },
        { ...service, baseUrl: '/v1' },
      ],
      PROXY,
      [/"v1" is the path/],
    ],
    // Below a path, the rest of the origin is others'.
    ['the path of others', [{ ...service, baseUrl: '/v1' }], undefined, [], '/apps/pets.v2/'],
    [
      'its own path',
      [{ ...service, baseUrl: '/apps/pets.v2/v1' }],
      undefined,
      [/add --proxy .* and make its baseUrl "\/v1"/],
      '/apps/pets.v2/',
    ],
    [
      'the proxy of a path, and its id',
      [{ ...service, id: 'v1', baseUrl: '/v1' }],
      PROXY,
      [],
      '/apps/pets.v2/',
    ],
  ])('%s', (_what, environments, proxy, messages, base = '/') => {
    const result = parseConfig({ environments })
    if (!result.ok) throw new Error('The table has an invalid configuration.')
    const conflicts = validateAgainstConfig(result.config, { base, proxy })
    expect(conflicts).toHaveLength(messages.length)
    for (const [index, message] of messages.entries()) expect(conflicts[index]).toMatch(message)
  })
})

test('every compressible file but the configuration has compressed copies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
  const dist = join(folder, 'dist')
  for (const [file, content] of [
    ['config.json', '{"of":"the build"}'],
    ['version.json', '{}'],
    ['index.html', `<title></title>${'<p>'.repeat(100)}`],
    ['assets/a.js', 'a()\n'.repeat(100)],
    ['assets/picture.png', 'png'],
  ] as const) {
    await mkdir(join(dist, 'assets'), { recursive: true })
    await writeFile(join(dist, file), content)
  }
  const site = join(folder, 'site')
  await writeFiles(dist, site)
  await writePage(dist, site, '{"of":"the deployment"}')
  const files = await readdir(site, { recursive: true })
  expect(files.toSorted()).toEqual([
    'assets',
    'assets/a.js',
    'assets/a.js.br',
    'assets/a.js.gz',
    'assets/picture.png',
    'config.json',
    'index.html',
    'index.html.br',
    'index.html.gz',
    'version.json',
  ])
  for (const file of ['assets/a.js', 'index.html']) {
    const content = await readFile(join(site, file))
    expect(brotliDecompressSync(await readFile(join(site, `${file}.br`)))).toEqual(content)
    expect(gunzipSync(await readFile(join(site, `${file}.gz`)))).toEqual(content)
  }
  expect(await readFile(join(site, 'index.html'), 'utf8')).toContain('{"of":"the deployment"}')
  expect(await readFile(join(site, 'config.json'), 'utf8')).toBe('{"of":"the deployment"}')
  await rm(folder, { recursive: true })
})
