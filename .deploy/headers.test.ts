import { describe, expect, test } from 'vitest'
import type { Environment } from '#src/config/config.ts'
import { withConfigBlock } from './config-block.ts'
import { cachingOf, contentSecurityPolicy, HEADER_FORMATS, siteHeaders, writeHeaders } from './headers.ts'

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
  test.each([
    [['https://api.example.com/v1'], ["'self'", 'https://api.example.com']],
    [
      ['https://api.example.com/v1', 'https://staging.api.example.com:8443/v1'],
      ["'self'", 'https://api.example.com', 'https://staging.api.example.com:8443'],
    ],
    [
      ['https://api.example.com/v1', 'https://api.example.com/v2'],
      ["'self'", 'https://api.example.com'],
    ],
    [['/v1'], ["'self'"]],
    [[''], ["'self'"]],
    [[], ["'self'"]],
  ])('for the base URLs %j allows requests to %j', (baseUrls, sources) => {
    expect(policyFor(...baseUrls.map((baseUrl) => environment(baseUrl))).get('connect-src')).toEqual(sources)
  })

  test('allows nothing for a demo environment', () => {
    expect(policyFor(environment('https://demo.example.com/v1', 'demo')).get('connect-src')).toEqual([
      "'self'",
    ])
  })

  test('allows the scripts of the site, and the import map by its hash', () => {
    expect(policyFor().get('script-src')).toEqual([
      "'self'",
      "'sha256-v1IUEqDyKCfHdg2mkshdZlh1JwxKZIMqsI0JxkeP1Qo='",
    ])
  })

  test('allows the inline style sheet by its hash', () => {
    expect(policyFor().get('style-src')).toEqual([
      "'self'",
      "'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='",
    ])
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
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).toContain("worker-src 'none'")
  })
})

test('the demo may start its worker, whose address is a plain string', () => {
  const policy = contentSecurityPolicy(`<meta name="demo" content="">${HTML}`, { environments: [] })
  expect(policy).toContain("worker-src 'self'")
  expect(policy).not.toContain('trusted-types')
})

test.each(HEADER_FORMATS)('%s gets each header exactly once', (format) => {
  const headers = siteHeaders(HTML, { environments: [environment('https://api.example.com/v1')] })
  const written = writeHeaders(format, headers)
  for (const [name, value] of headers) {
    expect(written.split('\n').filter((line) => line.includes(name) && line.includes(value))).toHaveLength(1)
  }
})

test('below a path, netlify gets them for that path', () => {
  const written = writeHeaders('netlify', [['X-A', 'b']], '/pets/')
  expect(written.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
    '/pets/*',
    '/pets/config.json',
    '/pets/assets/*',
  ])
})

test.each([
  ['/', 'no-cache'],
  ['/index.html', 'no-cache'],
  ['/icon.svg', 'no-cache'],
  ['/config.json', 'no-store'],
  ['/staging/pets', 'no-cache'],
  ['/assets/index-abc.js', 'public, max-age=31536000, immutable'],
])('%s has Cache-Control: %s', (path, value) => {
  expect(cachingOf(path)).toEqual(['Cache-Control', value])
})
