import { createHash } from 'node:crypto'
import type { Environment } from '#src/config/config.ts'

type Configured = { readonly environments: readonly Environment[] }

export type Header = readonly [name: string, value: string]

export const CACHING = {
  /**
   * Browsers may keep the response for one year, which is given in seconds. Asset names contain a
   * hash of their content.
   */
  cacheForever: 'public, max-age=31536000, immutable',
  /**
   * Browsers may keep the response, but ask for it again with its ETag each time, which costs 1 KB
   * when nothing has changed.
   */
  revalidate: 'no-cache',
  noStore: 'no-store',
} as const

/** Matches inline scripts. Data blocks are left out, because no browser runs them. */
const INLINE_SCRIPT = /<script(?![^>]*(?:\ssrc=|application\/json))[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

/**
 * Returns a policy that allows scripts and styles of the site itself, the inline ones of `html`
 * (the build's index.html) by hash, requests to the site and the services of the configuration, and
 * nothing else.
 */
export function contentSecurityPolicy(html: string, config: Configured): string {
  const services = config.environments.flatMap(({ baseUrl, kind }) =>
    kind === 'demo' || isOnSite(baseUrl) ? [] : [new URL(baseUrl).origin],
  )
  // The mocked petstore of the demo is a service worker, whose address is a plain string. The demo
  // has nothing to protect.
  const isDemo = isDemoBuild(html)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(INLINE_SCRIPT, html)].join(' '),
    ["style-src 'self'", ...hashesOf(INLINE_STYLE, html)].join(' '),
    "img-src 'self'",
    ["connect-src 'self'", ...new Set(services)].join(' '),
    // The reader of spreadsheets is a worker beside the page.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(isDemo ? [] : ["require-trusted-types-for 'script'", 'trusted-types spreadsheet-reader']),
  ].join('; ')
}

/**
 * Returns the path that a build was made for, from its index.html, or `undefined` when that has no
 * script of a build.
 */
export function basePathOf(html: string): string | undefined {
  return /<script type="module"[^>]*\ssrc="(\/[^"]*?)assets\/[^"/]*"/.exec(html)?.[1]
}

/** Says whether index.html is that of the demo build (.build/version-plugin.ts). */
export function isDemoBuild(html: string): boolean {
  return html.includes('<meta name="demo"')
}

/**
 * Says whether a parsed base URL is a path on the site's own origin. `/` is parsed to the empty
 * string.
 */
export function isOnSite(baseUrl: string): boolean {
  return baseUrl === '' || baseUrl.startsWith('/')
}

/**
 * Says whether an address is this machine. Browsers treat plain HTTP to the loopback interface as
 * secure.
 */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Says whether anybody on the way can read the key. */
export function isUnencrypted({ baseUrl, kind }: Environment): boolean {
  return kind !== 'demo' && baseUrl.startsWith('http:') && !isLoopback(new URL(baseUrl))
}

/** Returns the hashes of the texts that stand inline in such an element. */
function hashesOf(element: RegExp, html: string): string[] {
  return Array.from(
    html.matchAll(element),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}

/** Returns the headers that every response of the site must have, errors included. */
export function siteHeaders(html: string, config: Configured): readonly Header[] {
  return [
    ['Content-Security-Policy', contentSecurityPolicy(html, config)],
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    // Nobody looks for the app of a store's employees, but a demo may be found.
    ...(isDemoBuild(html) ? [] : [['X-Robots-Tag', 'noindex'] as const]),
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), clipboard-read=()'],
  ]
}

export const HEADER_FORMATS = ['nginx', 'caddy', 'netlify'] as const
type HeaderFormat = (typeof HEADER_FORMATS)[number]

/** Writes the headers in the syntax of a host. Only that of netlify includes Cache-Control. */
export function writeHeaders(format: HeaderFormat, headers: readonly Header[], base = '/'): string {
  switch (format) {
    case 'nginx':
      return headers.map(([name, value]) => `add_header ${name} "${value}" always;`).join('\n')
    case 'caddy':
      return ['header {', ...headers.map(([name, value]) => `\t${name} "${value}"`), '}'].join('\n')
    case 'netlify':
      return [
        `${base}*`,
        ...headers.map(([name, value]) => `  ${name}: ${value}`),
        `  Cache-Control: ${CACHING.revalidate}`,
        `${base}config.json`,
        `  ! Cache-Control`,
        `  Cache-Control: ${CACHING.noStore}`,
        `${base}assets/*`,
        `  ! Cache-Control`,
        `  Cache-Control: ${CACHING.cacheForever}`,
      ].join('\n')
  }
}
