import { type Deployment, hostNameOf, type Proxy, PROXY_PATH, SYSTEM_CA } from './deployment.ts'
import { cachingOf, writeHeaders } from './headers.ts'

const WRITTEN = `# Petstore Admin. Written by "npm run deploy": run it again after each build and each change of config.json,
# because the content security policy contains hashes of index.html and the services of config.json.
`

/**
 * The site for Caddy 2.6 or newer: a complete Caddyfile, or a file to import into one. With a server name on port 443 and no
 * certificate, Caddy obtains one and redirects plain HTTP by itself.
 */
export function caddySite(deployment: Deployment): string {
  const { base, listen, tls, logs } = deployment
  const { address, bind } = addressOf(deployment, listen)
  return `${WRITTEN}
${tls === undefined ? '' : redirectToHttps(deployment)}${address} {
${bind === undefined ? '' : `\tbind ${bind}\n`}${tls === undefined ? '' : `\ttls "${tls.certificate}" "${tls.key}"\n`}
	# No headers: Authorization holds the user's key. Caddy's error messages have headers, but not the key unless
	# log_credentials is set.
	log {
		output ${logs === undefined ? 'stdout' : `file "${logs}/petstore-admin.access.log"`}
		format filter {
			wrap json
			fields {
				request>headers delete
				resp_headers delete
			}
		}
	}

${indent(base === '/' ? siteAtRoot(deployment) : `${siteBelowPath(deployment)}\nhandle {\n\trespond 404\n}\n`)}}
`
}

/** Below a path: the same without its site, to be imported into the one that serves the rest of the origin. */
export function caddyParts(deployment: Deployment): readonly [file: string, content: string][] {
  if (deployment.base === '/') return []
  return [
    [
      'petstore-admin.handles.caddy',
      `${WRITTEN}# Import it in the site, and log no headers there: Authorization holds the user's key.\n\n${siteBelowPath(deployment)}`,
    ],
  ]
}

function siteAtRoot(deployment: Deployment): string {
  const { proxy, others } = deployment
  return `${rootAndHeaders(deployment)}
${others === undefined ? '' : `# What else is on this site, such as this app below a path.\nimport "${others}/*.caddy"\n\n`}${proxy === undefined ? '' : proxyHandle(deployment, proxy)}${handlesOfFiles(deployment)}`
}

function siteBelowPath(deployment: Deployment): string {
  const { base, proxy } = deployment
  return `# The router needs the closing slash.
redir ${base.slice(0, -1)} ${base} 308

${proxy === undefined ? '' : proxyHandle(deployment, proxy)}handle ${base}* {
${indent(`${rootAndHeaders(deployment)}
${handlesOfFiles(deployment)}`)}}
`
}

function rootAndHeaders(deployment: Deployment): string {
  return `root * "${deployment.root}"

${headersOf(deployment)}
# Caddy 2.6 responds to a POST with the file.
${writingOf(deployment)} not method GET HEAD
`
}

/** Caddy accepts no matcher of a name that the site around it has. */
function writingOf({ base }: Deployment): string {
  return base === '/' ? '@writing' : '@writing_below'
}

function headersOf({ headers }: Deployment): string {
  const [caching, noStore] = cachingOf('/config.json')
  return `# On every response, errors included.
${writeHeaders('caddy', [...headers, [caching, noStore]])}
header -Server
`
}

function handlesOfFiles(deployment: Deployment): string {
  const { base, brotli } = deployment
  const writing = writingOf(deployment)
  const [caching, cacheForever] = cachingOf('/assets/')
  const [, revalidate] = cachingOf('/')
  const files = `respond ${writing} 405
file_server {
\tprecompressed ${brotli ? 'br gzip' : 'gzip'}
}`
  return `# A missing asset is a 404 that is not cached: index.html in its place would break the app.
handle ${base}assets/* {
	@exists file
	header @exists ${caching} "${cacheForever}"
	header ?Vary Accept-Encoding
${indent(files)}
}
handle ${base}config.json {
	respond ${writing} 405
	file_server
}

# Every address of the app is served by index.html, which browsers keep and ask for again with its ETag.
handle {
	try_files {path} ${base}index.html
	header ${caching} "${revalidate}"
	header ?Vary Accept-Encoding
${indent(files)}
}
`
}

/** Caddy's site address has scheme, host name and port; an IP address to listen on is a `bind` line. */
function addressOf(
  { serverName = '', tls }: Deployment,
  listen: string,
  scheme = tls === undefined && (serverName === '' || !listen.endsWith('443')) ? 'http' : 'https',
): { address: string; bind: string | undefined } {
  const [, bind, port = ''] = /^(?:(.+):)?(\d+)$/.exec(listen) ?? []
  return { address: `${scheme}://${serverName}:${port}`, bind: bind?.replaceAll(/[[\]]/g, '') }
}

function redirectToHttps(deployment: Deployment): string {
  const { serverName, listen, tls } = deployment
  if (tls === undefined) return ''
  const { address, bind } = addressOf(deployment, tls.listenHttp, 'http')
  const [port] = /\d+$/.exec(listen) ?? ['443']
  return `${address} {
${bind === undefined ? '' : `\tbind ${bind}\n`}\theader -Server
	redir https://${serverName}${port === '443' ? '' : `:${port}`}{uri} permanent
}

`
}

function proxyHandle(deployment: Deployment, { origin, ca }: Proxy): string {
  const { base, headers } = deployment
  const hidden = [
    ...headers.map(([name]) => name),
    'Cache-Control',
    'Access-Control-Allow-Origin',
    'Set-Cookie',
    'Server',
  ]
  const isSecure = origin.startsWith('https:')
  return `# The service on the site's own origin, so it needs no CORS.
handle ${PROXY_PATH}/* {
${base === '/' ? '' : `${indent(headersOf(deployment))}\n`}	# What the service does not compress.
	encode gzip
	reverse_proxy ${origin} {
		# Authorization is forwarded unchanged. Cookies are removed both ways, and no other origin is allowed.
		header_up Host {upstream_hostport}
		header_up -Cookie
		header_up -Origin

		# Headers that the site sends itself must not appear twice.
${indent(hidden.map((name) => `header_down -${name}`).join('\n'), 2)}

		# One connection per request: a POST whose response is lost reaches the service once, and the browser gets a
		# 502. The timeouts are longer than those of the app (10 s for a GET, 30 s for a POST).
		transport http {
			versions 1.1
			keepalive off
			dial_timeout 60s
			response_header_timeout 60s
${isSecure ? `\t\t\ttls\n\t\t\ttls_server_name ${hostNameOf(origin)}\n` : ''}${isSecure && ca !== SYSTEM_CA ? `\t\t\ttls_trusted_ca_certs "${ca}"\n` : ''}		}
	}
}

`
}

function indent(lines: string, steps = 1): string {
  return lines.replaceAll(/^(?=.)/gm, '\t'.repeat(steps))
}
