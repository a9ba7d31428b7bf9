import type { Deployment } from './deployment.ts'
import type { DeployHost } from './host-configs.ts'

export const HELP = `npm run deploy -- --host nginx|caddy|container --config FILE --out DIR [options]

Writes the files of the site to DIR/site and the configuration of the host next to it, from the build in dist/.
  --server-name NAME        the host name; without it, the site responds to every name
  --tls-certificate FILE    with --tls-key FILE: HTTPS on port 443; plain HTTP is redirected
  --listen PORT             or ADDRESS:PORT (80; 443 with TLS, and for Caddy with a name; 8080 in a container)
  --listen-http PORT        where plain HTTP is redirected (80)
  --base PATH               as in the build: npm run build -- --base=PATH
  --proxy ORIGIN            serves the service ORIGIN at /v1 of the site; --proxy-ca FILE verifies it
  --root DIR                where DIR/site is on the host, if it is copied there
  --logs DIR                of the logs (/var/log/nginx, /var/log/caddy)
  --no-brotli               for a host that cannot send .br files
All of it: .deploy/README.md`

/** What remains to be done, to be copied: enable, reload, check. */
export function nextSteps(host: DeployHost, deployment: Deployment, out: string, folder: string): string {
  const written = `Wrote the files of the site to ${folder}, and its ${host} configuration to ${out}. Next:`
  const check = `npm run check-site -- ${addressOf(host, deployment)}`
  const link = (file: string, to: string) => `ln -sf ${out}/${file} ${to}`
  const name = ['petstore-admin', deployment.serverName, ...deployment.base.split('/')]
    .filter(Boolean)
    .join('-')
  const isBelow = deployment.base !== '/'
  switch (host) {
    case 'nginx':
      return lines(
        written,
        link('petstore-admin.conf', `/etc/nginx/sites-enabled/${name}.conf`),
        ...(isBelow
          ? [
              '# or, into the server that has / (DIR is the --out of its deployment):',
              `mkdir -p DIR/others && ${link('petstore-admin.http.conf', `DIR/others/${name}.http.conf`)} && ${link('petstore-admin.locations.conf', `DIR/others/${name}.locations.conf`)}`,
            ]
          : []),
        'nginx -t && systemctl reload nginx',
        check,
      )
    case 'caddy':
      return lines(
        written,
        `echo 'import ${out}/Caddyfile' >> /etc/caddy/Caddyfile    # in place of its present site`,
        ...(isBelow
          ? [
              '# or, into the site that has / (DIR is the --out of its deployment):',
              `mkdir -p DIR/others && ${link('petstore-admin.handles.caddy', `DIR/others/${name}.caddy`)}`,
            ]
          : []),
        'systemctl reload caddy',
        check,
      )
    case 'container':
      return lines(
        written,
        `cd ${out} && podman build -t petstore-admin .`,
        'podman run --read-only --tmpfs /tmp -p 8080:8080 petstore-admin',
        check,
      )
  }
}

function lines(first: string, ...steps: readonly string[]): string {
  return [first, '', ...steps.map((step) => `  ${step}`)].join('\n')
}

function addressOf(host: DeployHost, { serverName = 'localhost', listen, tls, base }: Deployment): string {
  const [port = ''] = /\d+$/.exec(listen) ?? []
  const isSecure = tls !== undefined || (host === 'caddy' && port === '443')
  const isUsual = port === (isSecure ? '443' : '80')
  return `${isSecure ? 'https' : 'http'}://${serverName}${isUsual ? '' : `:${port}`}${base}`
}
