import { createHash } from 'node:crypto'
import { type Deployment, hostNameOf, type Proxy, PROXY_PATH, type Tls } from './deployment.ts'
import { cachingOf, writeHeaders } from './headers.ts'

const WRITTEN = `# Petstore Admin. Written by "npm run deploy": run it again after each build and each change of config.json,
# because the content security policy contains hashes of index.html and the services of config.json.
`

/**
 * The site for nginx 1.18 or newer, as a file for `sites-enabled/`. With `brotli` it needs the module of Debian's
 * libnginx-mod-http-brotli-static.
 */
export function nginxSite(deployment: Deployment): string {
  const { base, serverName, listen, tls } = deployment
  return `${WRITTEN}
${globals(deployment)}${othersOf(deployment, 'http')}${tls === undefined ? '' : redirectToHttps(deployment, tls)}
server {
${indent(listenLines(listen, serverName === undefined, tls === undefined ? '' : ' ssl http2'))}
    server_name ${serverName ?? '_'};
    server_tokens off;
    # An address of the app may name a thousand IDs of 19 digits.
    large_client_header_buffers 4 32k;
${tls === undefined ? '' : tlsLines(tls)}
${indent(base === '/' ? siteAtRoot(deployment) : `${siteBelowPath(deployment)}\n${NOTHING_ELSE}`)}}
`
}

/** Below a path: the same without its server, to be included in the one that serves the rest of the origin. */
export function nginxParts(deployment: Deployment): readonly [file: string, content: string][] {
  if (deployment.base === '/') return []
  return [
    ['petstore-admin.http.conf', `${WRITTEN}# Include it in "http".\n\n${globals(deployment)}`],
    ['petstore-admin.locations.conf', `${WRITTEN}# Include it in "server".\n\n${siteBelowPath(deployment)}`],
  ]
}

/** Variables and log formats are global in nginx, which limits their length, and several sites may share one nginx. */
function prefixOf({ serverName, listen, base }: Deployment): string {
  const hash = createHash('sha256').update([serverName, listen, base].join(' ')).digest('hex')
  return `petstore_admin_${hash.slice(0, 8)}`
}

function globals(deployment: Deployment): string {
  const [, noStore] = cachingOf('/config.json')
  const [, revalidate] = cachingOf('/')
  const [, cacheForever] = cachingOf('/assets/')
  const prefix = prefixOf(deployment)
  const base = deployment.base.replaceAll('.', String.raw`\.`)
  return `# Assets have a hash of their content in their names, so browsers may cache them forever. The page and its icon are kept
# and asked for again with their ETag. Nothing else is cached, not even the 404 of an asset that is missing during an
# update.
map "$status $uri" $${prefix}_caching {
    default "${noStore}";
    "~^(200|206|304) ${base}assets/" "${cacheForever}";
    "~^(200|304) ${base}(index\\.html|icon\\.svg)$" "${revalidate}";
}

# No request headers: Authorization holds the user's key.
log_format ${prefix} '$remote_addr [$time_iso8601] "$request" $status $body_bytes_sent $request_time';
`
}

function siteAtRoot(deployment: Deployment): string {
  const { proxy } = deployment
  return `${filesOf(deployment)}
${logsAndHeaders(deployment)}
# Every address of the app is served by index.html. Methods other than GET and HEAD get 405.
location / {
    try_files $uri /index.html;
}

${locationsOfFiles(deployment)}${othersOf(deployment, 'locations')}${proxy === undefined ? '' : proxyLocation(deployment, proxy)}`
}

/** What stands in that folder, if anything. */
function othersOf({ others, base }: Deployment, part: 'http' | 'locations'): string {
  return others === undefined || base !== '/'
    ? ''
    : `\n# What else is on this server, such as this app below a path.\ninclude "${others}/*.${part}.conf";\n`
}

/** Otherwise nginx serves its welcome page. */
const NOTHING_ELSE = `location / {
    return 404;
}
`

function siteBelowPath(deployment: Deployment): string {
  const { base, proxy } = deployment
  return `# Before all other locations of the server, also those with patterns.
location ^~ ${base} {
${indent(`${filesOf(deployment)}
${logsAndHeaders(deployment)}
# Every address of the app is served by index.html. Methods other than GET and HEAD get 405.
try_files $uri ${base}index.html;

${locationsOfFiles(deployment)}`)}}

# The router needs the closing slash.
location = ${base.slice(0, -1)} {
    absolute_redirect off;
    return 308 ${base};
}
${proxy === undefined ? '' : proxyLocation(deployment, proxy)}`
}

function filesOf({ root, brotli }: Deployment): string {
  return `root "${root}";
types {
    text/html html;
    text/css css;
    text/javascript js;
    image/svg+xml svg;
    application/json json;
    text/plain txt;
}
charset utf-8;
charset_types text/css text/javascript text/plain;

# The files were compressed when the site was written.
gzip off;
gzip_static on;
${brotli ? 'brotli_static on;\n' : ''}gzip_vary on;
gzip_proxied any;
`
}

function logsAndHeaders(deployment: Deployment): string {
  const { headers, logs } = deployment
  const [caching] = cachingOf('/')
  return `access_log ${logs === undefined ? '/dev/stdout' : `"${logs}/petstore-admin.access.log"`} ${prefixOf(deployment)};
# Not "info" or "debug": these levels log request headers.
error_log ${logs === undefined ? 'stderr' : `"${logs}/petstore-admin.error.log"`} error;

# Only here: a location with an add_header of its own inherits none of these. "always" includes errors.
${writeHeaders('nginx', headers)}
add_header ${caching} $${prefixOf(deployment)}_caching always;
`
}

function locationsOfFiles({ base }: Deployment): string {
  return `# A missing asset is a 404: index.html in its place would break the app.
location ${base}assets/ {
    try_files $uri =404;
}
location = ${base}config.json {
    try_files $uri =404;
}
`
}

/** The nginx.conf around the site, for a container or a test. Runs as any user and writes only to `folder`. */
export function nginxMain({ site, folder }: { readonly site: string; readonly folder: string }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `# Petstore Admin: nginx for this site only, as an unprivileged user.
worker_processes auto;
pid "${folder}/nginx.pid";
error_log stderr notice;
include /etc/nginx/modules-enabled/*.conf;

events {}

http {
    default_type application/octet-stream;
    sendfile on;
${temporary.map((kind) => `    ${kind}_temp_path "${folder}/${kind}";`).join('\n')}
    include "${site}";
}
`
}

function listenLines(listen: string, isDefault: boolean, options: string): string {
  // For nginx a port means IPv4 only.
  const addresses = /^\d+$/.test(listen) ? [listen, `[::]:${listen}`] : [listen]
  const allOptions = isDefault ? `${options} default_server` : options
  return addresses.map((address) => `listen ${address}${allOptions};`).join('\n')
}

function redirectToHttps({ serverName, listen }: Deployment, { listenHttp }: Tls): string {
  const [port] = /\d+$/.exec(listen) ?? ['443']
  return `
server {
${indent(listenLines(listenHttp, false, ''))}
    server_name ${serverName};
    server_tokens off;
    access_log off;
    return 301 https://${serverName}${port === '443' ? '' : `:${port}`}$request_uri;
}
`
}

function tlsLines({ certificate, key }: Tls): string {
  return `
    ssl_certificate "${certificate}";
    ssl_certificate_key "${key}";
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:petstore_admin_tls:2m;
`
}

function proxyLocation(deployment: Deployment, { origin, ca }: Proxy): string {
  const { base, headers } = deployment
  const hidden = [
    ...headers.map(([name]) => name),
    'Cache-Control',
    'Access-Control-Allow-Origin',
    'Set-Cookie',
  ]
  return `
# The service on the site's own origin, so it needs no CORS.
location ${base === '/' ? '' : '^~ '}${PROXY_PATH}/ {
${base === '/' ? '' : `${indent(logsAndHeaders(deployment))}\n`}    # Without a path, so that nginx forwards the request's path unchanged. The host name is resolved when nginx
    # starts: reload nginx after the service gets another address.
    proxy_pass ${origin};
    proxy_redirect off;

    # One connection per request and no retry: a POST whose response is lost reaches the service once, and the
    # browser gets a 502.
    proxy_http_version 1.1;
    proxy_set_header Connection close;
    proxy_next_upstream off;

    # Longer than the timeouts of the app (10 s for a GET, 30 s for a POST), so that the app reports the timeout.
    proxy_connect_timeout 60s;
    proxy_send_timeout 60s;
    proxy_read_timeout 60s;

    # Authorization is forwarded unchanged. Cookies are removed both ways, and no other origin is allowed.
    proxy_set_header Host $proxy_host;
    proxy_set_header Cookie "";
    proxy_set_header Origin "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;

    # Headers that the site sends itself must not appear twice, and the service must not control nginx.
${indent(hidden.map((name) => `proxy_hide_header ${name};`).join('\n'))}
    proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;

    # Bodies stay in memory.
    client_max_body_size 1m;
    client_body_buffer_size 1m;
    proxy_max_temp_file_size 0;
    gzip_static off;
    # What the service does not compress.
    gzip on;
    gzip_types application/json;
    charset off;
${origin.startsWith('https:') ? proxyTls(origin, ca) : ''}}
# Otherwise nginx redirects it to ${PROXY_PATH}/.
location = ${PROXY_PATH} {
    return 404;
}
`
}

function proxyTls(origin: string, ca: string): string {
  return `
    # Verify that it is the service. nginx sends the host name (SNI) only when told to.
    proxy_ssl_server_name on;
    proxy_ssl_name ${hostNameOf(origin)};
    proxy_ssl_verify on;
    proxy_ssl_verify_depth 5;
    proxy_ssl_trusted_certificate "${ca}";
    proxy_ssl_protocols TLSv1.2 TLSv1.3;
`
}

function indent(lines: string, steps = 1): string {
  return lines.replaceAll(/^(?=.)/gm, '    '.repeat(steps))
}
