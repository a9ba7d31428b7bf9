import { createHash } from 'node:crypto'
import type { Environment } from '#src/config/config.ts'

/** What a policy needs to know of a configuration. */
type Configured = { readonly environments: readonly Environment[] }

export type Header = readonly [name: string, value: string]

/** A year, in seconds: the name of an asset changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * The policy of one deployment, made from its build (`html` is its index.html) and its configuration: scripts and styles
 * of this site alone, the import map by its hash, requests to the services of the configuration alone, nothing else.
 */
export function contentSecurityPolicy(html: string, config: Configured): string {
  const services = config.environments.flatMap(({ baseUrl, kind }) =>
    kind === 'demo' || isOnSite(baseUrl) ? [] : [new URL(baseUrl).origin],
  )
  const directives: readonly [name: string, ...values: string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...hashesOfInlineScripts(html)],
    ['style-src', "'self'"],
    ['img-src', "'self'"],
    ['connect-src', "'self'", ...new Set(services)],
    ['worker-src', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}

/** Whether a base URL is a path on the site's own origin; that of the origin itself is empty, without its `/`. */
export function isOnSite(baseUrl: string): boolean {
  return baseUrl === '' || baseUrl.startsWith('/')
}

function hashesOfInlineScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g), ([, code = '']) => {
    const digest = createHash('sha256').update(code).digest('base64')
    return `'sha256-${digest}'`
  })
}

/** What every answer of the site carries (faults, section 4.2). */
export function siteHeaders(html: string, config: Configured): readonly Header[] {
  return [
    ['Content-Security-Policy', contentSecurityPolicy(html, config)],
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), clipboard-read=()'],
  ]
}

/** How long a browser may keep what it got: the page and the configuration never, assets for ever. */
export function cachingOf(path: string): Header {
  return ['Cache-Control', path.startsWith('/assets/') ? FOR_EVER : 'no-store']
}

export const HOSTS = ['nginx', 'caddy', 'netlify'] as const
export type Host = (typeof HOSTS)[number]

/** The headers as each host wants them written. */
export function writeHeaders(host: Host, headers: readonly Header[]): string {
  const [, forEver] = cachingOf('/assets/')
  const [, never] = cachingOf('/')
  switch (host) {
    case 'nginx':
      return headers.map(([name, value]) => `add_header ${name} "${value}" always;`).join('\n')
    case 'caddy':
      return ['header {', ...headers.map(([name, value]) => `\t${name} "${value}"`), '}'].join('\n')
    case 'netlify':
      return [
        '/*',
        ...headers.map(([name, value]) => `  ${name}: ${value}`),
        `  Cache-Control: ${never}`,
        '/assets/*',
        `  ! Cache-Control`,
        `  Cache-Control: ${forEver}`,
      ].join('\n')
  }
}
