import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configBlockOf, configHash } from './config-block.ts'

const SERVICE = { id: 'staging', name: 'Staging', baseUrl: 'https://api.example.com/v1' }

const DEMO = '{"environments":[{"id":"demo","name":"Demo","baseUrl":"/mock/v1","kind":"demo"}]}'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
  const pages = {
    '': '<title>T</title><script>1</script>',
    'below/':
      '<title>T</title><script type="module" crossorigin src="/apps/pets/assets/load-app-1.js"></script>',
    'demo/': '<title>T</title><meta name="demo" content="">',
  }
  const files: Record<string, string> = {
    'own.json': JSON.stringify({ environments: [SERVICE] }),
    'behind-proxy.json': JSON.stringify({ environments: [{ ...SERVICE, baseUrl: '/v1' }] }),
    'broken.json': '{',
  }
  for (const [cwd, html] of Object.entries(pages)) {
    await mkdir(join(folder, cwd, 'dist'), { recursive: true })
    files[`${cwd}dist/index.html`] = html
    files[`${cwd}dist/version.json`] = '{"version":"1.0.0"}'
    files[`${cwd}dist/config.json`] = DEMO
  }
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)))
})
afterAll(() => rm(folder, { recursive: true }))

/**
 * Runs a command in a folder with a build.
 *
 * @returns its output and error output
 */
async function run(options: string, cwd = '', file = 'deploy.ts') {
  const args = [fileURLToPath(new URL(file, import.meta.url)), ...options.split(' ')]
  return promisify(execFile)(process.execPath, args, { cwd: join(folder, cwd) }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  )
}

describe('npm run deploy', () => {
  test.each([
    [
      'nginx with TLS',
      '--host nginx --config own.json --server-name a.example --tls-certificate /c --tls-key /k',
      'petstore-admin.conf',
      /listen \[::\]:443 ssl http2;/,
    ],
    [
      'Caddy with a proxy',
      '--host caddy --config behind-proxy.json --proxy https://api.example.com/v1/',
      'Caddyfile',
      /reverse_proxy https:\/\/api\.example\.com \{/,
    ],
    [
      'a container',
      '--host container --config own.json',
      'petstore-admin.conf',
      /root "\/srv\/petstore-admin";/,
    ],
  ])('writes the files for %s', async (what, options, file, line) => {
    const out = join(folder, what.replaceAll(' ', '-'))
    expect(await run(`${options} --out ${out}`)).toMatchObject({ stderr: '' })
    expect(await readFile(join(out, file), 'utf8')).toMatch(line)
    const json = await readFile(join(out, 'site/config.json'), 'utf8')
    expect(json).toContain('"staging"')
    const html = await readFile(join(out, 'site/index.html'), 'utf8')
    expect(html).toContain('<script>1</script>')
    expect(JSON.parse(configBlockOf(html) ?? '')).toEqual(JSON.parse(json))
  })

  test('puts the files of a build for a path at their addresses, and at no others', async () => {
    const out = join(folder, 'out-below')
    const options = `--host nginx --config ../own.json --out ${out} --base`
    expect(await run(`${options} /apps/pets`, 'below')).toMatchObject({ stderr: '' })
    expect(await readFile(join(out, 'site/apps/pets/config.json'), 'utf8')).toContain('"staging"')
    expect(await readFile(join(out, 'petstore-admin.conf'), 'utf8')).toContain(`root "${out}/site";`)
    const locations = await readFile(join(out, 'petstore-admin.locations.conf'), 'utf8')
    expect(locations).toContain('location ^~ /apps/pets/ {')
    expect((await run(`${options} /pets/`, 'below')).stderr).toMatch(
      /dist\/ was built for \/apps\/pets\/, not for \/pets\/\. Run npm run build -- --base=\/pets\/ first, or deploy/,
    )
  })

  test('needs no configuration for a demo, and prints the steps that remain, with the address to check', async () => {
    const tls = '--server-name demo.example --tls-certificate /c --tls-key /k'
    const { stdout } = await run(`--host nginx ${tls} --out out`, 'demo')
    expect(stdout).toMatch(/ln -sf \S+petstore-admin\.conf \/etc\/nginx\/sites-enabled\//)
    expect(stdout).toContain('nginx -t && systemctl reload nginx')
    expect(stdout).toContain('npm run check-site -- https://demo.example/')
    const version = JSON.parse(await readFile(join(folder, 'demo/out/site/version.json'), 'utf8')) as object
    expect(version).toEqual({ version: '1.0.0', config: configHash(DEMO) })
  })

  test.each([
    ['deploy.ts', /--tls-certificate/],
    ['print-headers.ts', /--config/],
    ['check-site.ts', /NODE_EXTRA_CA_CERTS/],
  ])('%s explains its options', async (file, text) => {
    expect((await run('--help', '', file)).stdout).toMatch(text)
  })

  test.each([
    ['--host apache --out x', /--host must be one of nginx, caddy, container/],
    ['--host nginx --out x', /dist\/config\.json: It has only demo environments/],
    ['--host nginx --out x --config broken.json', /broken\.json: It is not JSON/],
    ['--host nginx --out x --config own.json --tls-key /k', /must be given together/],
    [
      '--host container --out x --config own.json --tls-certificate /c --tls-key /k',
      /terminate TLS in front of it/,
    ],
    ['--host nginx --out x --port 80', /--port/],
  ])('rejects %s with a message', async (options, message) => {
    const { stderr } = await run(options)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})
