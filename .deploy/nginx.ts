import { type Deployment, hostNameOf, type Proxy, PROXY_PATH, type Tls } from './deployment.ts'
import { cachingOf, writeHeaders } from './headers.ts'

/**
 * The site of one deployment for nginx from 1.18 on, as a file of its own for `sites-enabled/`. With `brotli` it needs the
 * module of Debian's libnginx-mod-http-brotli-static.
 */
export function nginxSite(deployment: Deployment): string {
  const { root, headers, serverName, listen, tls, proxy, brotli, logs } = deployment
  // Several sites may live in one nginx, and these names are the nginx's.
  const own = ['petstore_admin', ...(serverName?.split(/\W+/) ?? [])].join('_')
  const [, never] = cachingOf('/')
  const [caching, forEver] = cachingOf('/assets/')
  return `# Petstore Admin. Written by "npm run deploy": write it anew for each build and after each change of config.json,
# because the policy below has hashes of index.html and the services of config.json.

# What a browser may keep: files whose names change with their content, for ever. The rest never, and so the 404 of an
# asset that is missing just now.
map "$status $uri" $${own}_caching {
    default "${never}";
    "~^(200|206|304) /assets/" "${forEver}";
}

# No header of the request: one of them is the key of the service.
log_format ${own} '$remote_addr [$time_iso8601] "$request" $status $body_bytes_sent $request_time';
${tls === undefined ? '' : toHttps(deployment, tls)}
server {
${indent(listenLines(listen, serverName === undefined, tls === undefined ? '' : ' ssl http2'))}
    server_name ${serverName ?? '_'};
    server_tokens off;
${tls === undefined ? '' : tlsLines(tls)}
    root "${root}";
    access_log ${logs === undefined ? '/dev/stdout' : `"${logs}/petstore-admin.access.log"`} ${own};
    # Not "info" or "debug": these write headers of requests down.
    error_log ${logs === undefined ? 'stderr' : `"${logs}/petstore-admin.error.log"`} error;

    # All headers, here and nowhere else: a location that has an add_header of its own loses all of these.
    # "always": on errors too.
${indent(writeHeaders('nginx', headers))}
    add_header ${caching} $${own}_caching always;

    types {
        text/html html;
        text/css css;
        text/javascript js;
        image/svg+xml svg;
        application/json json;
    }
    charset utf-8;
    charset_types text/css text/javascript;

    # Compressed once, when the site was written, and not for each request.
    gzip off;
    gzip_static on;
${brotli ? '    brotli_static on;\n' : ''}    gzip_vary on;
    gzip_proxied any;

    # Each address of the app is its page. Other methods than GET and HEAD get 405, as nginx does for files.
    location / {
        try_files $uri /index.html;
    }

    # A file that is missing is missing: the page in its place would break the app that asked for it.
    location /assets/ {
        try_files $uri =404;
    }
    location = /config.json {
        try_files $uri =404;
    }
${proxy === undefined ? '' : proxyLocation(deployment, proxy)}}
`
}

/** nginx around that one site, for a container or a test: nothing is written outside of `folder`, by any user. */
export function nginxMain({ site, folder }: { readonly site: string; readonly folder: string }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `# Petstore Admin: nginx for this site alone, as a user without rights.
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
  // A port alone means all addresses of both kinds, which nginx wants said.
  const addresses = /^\d+$/.test(listen) ? [listen, `[::]:${listen}`] : [listen]
  const all = isDefault ? `${options} default_server` : options
  return addresses.map((address) => `listen ${address}${all};`).join('\n')
}

function toHttps({ serverName, listen }: Deployment, { listenHttp }: Tls): string {
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

function proxyLocation({ headers }: Deployment, { origin, ca }: Proxy): string {
  const hidden = [
    ...headers.map(([name]) => name),
    'Cache-Control',
    'Access-Control-Allow-Origin',
    'Set-Cookie',
  ]
  return `
    # The service on the site's own origin: no CORS, and a policy with one origin in it.
    location ${PROXY_PATH}/ {
        # Without a path, so that nginx hands on the one that was asked for, byte by byte. The name is looked up when nginx
        # starts: reload nginx when the service has moved.
        proxy_pass ${origin};
        proxy_redirect off;

        # One connection for one request, and no second try: a POST whose answer is lost reaches the service once, and the
        # browser hears of it (502).
        proxy_http_version 1.1;
        proxy_set_header Connection close;
        proxy_next_upstream off;

        # Longer than the app waits (10 s for a GET, 30 s for a POST), so that the app's own words come first.
        proxy_connect_timeout 60s;
        proxy_send_timeout 60s;
        proxy_read_timeout 60s;

        # The key goes along as it came (Authorization). Cookies go neither way, and no page of another site is let in.
        proxy_set_header Host $proxy_host;
        proxy_set_header Cookie "";
        proxy_set_header Origin "";
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;

        # What the site sends itself, it sends once; the service does not steer nginx.
${indent(hidden.map((name) => `proxy_hide_header ${name};`).join('\n'), 2)}
        proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;

        # In memory, never on disk.
        client_max_body_size 1m;
        client_body_buffer_size 1m;
        proxy_max_temp_file_size 0;
        gzip_static off;
        charset off;
${origin.startsWith('https:') ? proxyTls(origin, ca) : ''}    }
    # Else nginx sends whoever asks for it on to ${PROXY_PATH}/.
    location = ${PROXY_PATH} {
        return 404;
    }
`
}

function proxyTls(origin: string, ca: string): string {
  return `
        # It is that service, and no other that took its place on the way. "verify" alone does not send the name.
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
