import { describe, expect, test } from 'vitest'
import type { Environment } from '#src/config/config.ts'
import { withConfigBlock } from './config-block.ts'
import { contentSecurityPolicy, HEADER_FORMATS, siteHeaders, writeHeaders } from './headers.ts'

const HTML =
  '<script type="importmap">{"integrity":{}}</script><style>p{}</style><script type="module" src="/assets/a.js"></script>'

const environment = (baseUrl: string, kind: Environment['kind'] = 'staging'): Environment => ({
  id: 'e',
  name: 'E',
  baseUrl,
  kind,
})

const policyFor = (...environments: Environment[]) =>
  new Map(
    contentSecurityPolicy(HTML, { environments })
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values] as const
      }),
  )

describe('the policy', () => {
  test('allows requests to the site and to its services, each once, and no services for a demo', () => {
    const urls = [
      'https://api.example.com/v1',
      'https://api.example.com/v2',
      'https://b.example:8443/v1',
      '/v1',
      '',
    ]
    const environments = urls.map((baseUrl) => environment(baseUrl))
    const demo = environment('https://demo.example.com/v1', 'demo')
    expect(policyFor(...environments, demo).get('connect-src')).toEqual([
      "'self'",
      'https://api.example.com',
      'https://b.example:8443',
    ])
    expect(policyFor().get('connect-src')).toEqual(["'self'"])
  })

  test('allows scripts and styles of the site, and the inline ones by their hashes', () => {
    const script = "'sha256-v1IUEqDyKCfHdg2mkshdZlh1JwxKZIMqsI0JxkeP1Qo='"
    const style = "'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='"
    expect(policyFor().get('script-src')).toEqual(["'self'", script])
    expect(policyFor().get('style-src')).toEqual(["'self'", style])
  })

  test('does not depend on the configuration in the page, which no browser runs', () => {
    const config = { environments: [environment('https://api.example.com/v1')] }
    const page = `<title>T</title>${HTML}`
    expect(contentSecurityPolicy(withConfigBlock(page, '{"environments":[]}'), config)).toBe(
      contentSecurityPolicy(page, config),
    )
  })

  test('has no unsafe source for scripts and styles', () => {
    const policy = contentSecurityPolicy(HTML, { environments: [] })
    expect(policy).not.toMatch(/unsafe|data:|blob:|\*|https?:(?!\/\/)/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types spreadsheet-reader")
  })

  test('allows workers of the site alone, and Trusted Types let only one of them start', () => {
    expect(contentSecurityPolicy(HTML, { environments: [] })).toContain("worker-src 'self';")
  })
})

test('The demo may start its worker, whose address is a plain string', () => {
  const policy = contentSecurityPolicy(`<meta name="demo" content="">${HTML}`, { environments: [] })
  expect(policy).toContain("worker-src 'self'")
  expect(policy).not.toContain('trusted-types')
})

const headersOf = (html: string) => Object.fromEntries(siteHeaders(html, { environments: [] }))

test('Search engines may list a demo, but no other deployment', () => {
  expect(headersOf(HTML)).toMatchObject({ 'X-Robots-Tag': 'noindex' })
  expect(headersOf(`<meta name="demo" content="">${HTML}`)).not.toHaveProperty('X-Robots-Tag')
})

test.each(HEADER_FORMATS)('The configuration for %s has each header exactly once', (format) => {
  const headers = siteHeaders(HTML, { environments: [environment('https://api.example.com/v1')] })
  const written = writeHeaders(format, headers)
  for (const [name, value] of headers) {
    expect(written.split('\n').filter((line) => line.includes(name) && line.includes(value))).toHaveLength(1)
  }
})

test('netlify gets the headers for the path of a site below a path', () => {
  const written = writeHeaders('netlify', [['X-A', 'b']], '/pets/')
  expect(written.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
    '/pets/*',
    '/pets/config.json',
    '/pets/assets/*',
  ])
})
