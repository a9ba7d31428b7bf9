import { type Deployment, hostNameOf, type Proxy, PROXY_PATH, SYSTEM_CA } from './deployment.ts'
import { cachingOf, writeHeaders } from './headers.ts'

/**
 * The site for Caddy 2.6 or newer: a complete Caddyfile, or a file to import into one. With a server name on port 443 and no
 * certificate, Caddy obtains one and redirects plain HTTP by itself.
 */
export function caddySite(deployment: Deployment): string {
  const { root, headers, listen, tls, proxy, brotli, logs } = deployment
  const { address, bind } = addressOf(deployment, listen)
  const [caching, noStore] = cachingOf('/')
  const [, cacheForever] = cachingOf('/assets/')
  const files = `respond @writing 405
file_server {
\tprecompressed ${brotli ? 'br gzip' : 'gzip'}
}`
  return `# Petstore Admin. Written by "npm run deploy": run it again after each build and each change of config.json,
# because the content security policy below contains hashes of index.html and the services of config.json.

${tls === undefined ? '' : redirectToHttps(deployment)}${address} {
${bind === undefined ? '' : `\tbind ${bind}\n`}${tls === undefined ? '' : `\ttls "${tls.certificate}" "${tls.key}"\n`}\troot * "${root}"

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

	# On every response, errors included.
${indent(writeHeaders('caddy', [...headers, [caching, noStore]]))}
	header -Server

	# Caddy 2.6 responds to a POST with the file.
	@writing not method GET HEAD

${proxy === undefined ? '' : proxyHandle(deployment, proxy)}	# A missing asset is a 404 that is not cached: index.html in its place would break the app.
	handle /assets/* {
		@exists file
		header @exists ${caching} "${cacheForever}"
		header ?Vary Accept-Encoding
${indent(files, 2)}
	}
	handle /config.json {
		respond @writing 405
		file_server
	}

	# Every address of the app is served by index.html.
	handle {
		try_files {path} /index.html
		header ?Vary Accept-Encoding
${indent(files, 2)}
	}
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

function proxyHandle({ headers }: Deployment, { origin, ca }: Proxy): string {
  const hidden = [
    ...headers.map(([name]) => name),
    'Cache-Control',
    'Access-Control-Allow-Origin',
    'Set-Cookie',
    'Server',
  ]
  const isSecure = origin.startsWith('https:')
  return `	# The service on the site's own origin, so it needs no CORS.
	handle ${PROXY_PATH}/* {
		reverse_proxy ${origin} {
			# Authorization is forwarded unchanged. Cookies are removed both ways, and no other origin is allowed.
			header_up Host {upstream_hostport}
			header_up -Cookie
			header_up -Origin

			# Headers that the site sends itself must not appear twice.
${indent(hidden.map((name) => `header_down -${name}`).join('\n'), 3)}

			# One connection per request: a POST whose response is lost reaches the service once, and the browser gets a
			# 502. The timeouts are longer than those of the app (10 s for a GET, 30 s for a POST).
			transport http {
				versions 1.1
				keepalive off
				dial_timeout 60s
				response_header_timeout 60s
${isSecure ? `\t\t\t\ttls\n\t\t\t\ttls_server_name ${hostNameOf(origin)}\n` : ''}${isSecure && ca !== SYSTEM_CA ? `\t\t\t\ttls_trusted_ca_certs "${ca}"\n` : ''}			}
		}
	}

`
}

function indent(lines: string, steps = 1): string {
  return lines.replaceAll(/^(?=.)/gm, '\t'.repeat(steps))
}
