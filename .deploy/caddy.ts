import { type Deployment, hostNameOf, type Proxy, PROXY_PATH, SYSTEM_CA } from './deployment.ts'
import { cachingOf, writeHeaders } from './headers.ts'

/**
 * The site of one deployment for Caddy from 2.6 on, as a file that a Caddyfile imports or that is one. With a server name on
 * port 443 and no certificate, Caddy gets one by itself and sends plain HTTP on.
 */
export function caddySite(deployment: Deployment): string {
  const { root, headers, listen, tls, proxy, brotli, logs } = deployment
  const { address, bind } = addressOf(deployment, listen)
  const [caching, never] = cachingOf('/')
  const [, forEver] = cachingOf('/assets/')
  const files = `respond @writing 405
file_server {
\tprecompressed ${brotli ? 'br gzip' : 'gzip'}
}`
  return `# Petstore Admin. Written by "npm run deploy": write it anew for each build and after each change of config.json,
# because the policy below has hashes of index.html and the services of config.json.

${tls === undefined ? '' : toHttps(deployment)}${address} {
${bind === undefined ? '' : `\tbind ${bind}\n`}${tls === undefined ? '' : `\ttls "${tls.certificate}" "${tls.key}"\n`}\troot * "${root}"

	# No headers: the key of the service is in one of them. Caddy's own words on errors have headers, but the key left out, as
	# long as nobody sets log_credentials.
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

	# On every answer, errors too.
${indent(writeHeaders('caddy', [...headers, [caching, never]]))}
	header -Server

	# Caddy 2.6 answers a POST with the file.
	@writing not method GET HEAD

${proxy === undefined ? '' : proxyHandle(deployment, proxy)}	# A file that is missing is missing, and its 404 is not kept: the page in its place would break the app that asked for it.
	handle /assets/* {
		@there file
		header @there ${caching} "${forEver}"
		header ?Vary Accept-Encoding
${indent(files, 2)}
	}
	handle /config.json {
		respond @writing 405
		file_server
	}

	# Each address of the app is its page.
	handle {
		try_files {path} /index.html
		header ?Vary Accept-Encoding
${indent(files, 2)}
	}
}
`
}

/** How Caddy names a site: by scheme, name and port; an address to listen at stands in its own line. */
function addressOf(
  { serverName = '', tls }: Deployment,
  listen: string,
  scheme = tls === undefined && (serverName === '' || !listen.endsWith('443')) ? 'http' : 'https',
): { address: string; bind: string | undefined } {
  const [, bind, port = ''] = /^(?:(.+):)?(\d+)$/.exec(listen) ?? []
  return { address: `${scheme}://${serverName}:${port}`, bind: bind?.replaceAll(/[[\]]/g, '') }
}

function toHttps(deployment: Deployment): string {
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
  return `	# The service on the site's own origin: no CORS, and a policy with one origin in it.
	handle ${PROXY_PATH}/* {
		reverse_proxy ${origin} {
			# The key goes along as it came (Authorization). Cookies go neither way, and no page of another site is let in.
			header_up Host {upstream_hostport}
			header_up -Cookie
			header_up -Origin

			# What the site sends itself, it sends once.
${indent(hidden.map((name) => `header_down -${name}`).join('\n'), 3)}

			# One connection for one request: a POST whose answer is lost reaches the service once, and the browser hears
			# of it (502). The times are longer than the app waits (10 s for a GET, 30 s for a POST).
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
