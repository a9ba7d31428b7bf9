import { caddyParts, caddySite } from './caddy.ts'
import { containerFile, IN_IMAGE } from './container.ts'
import type { Deployment } from './deployment.ts'
import { nginxMain, nginxParts, nginxSite } from './nginx.ts'

export const DEPLOY_HOSTS = ['nginx', 'caddy', 'container'] as const
export type DeployHost = (typeof DEPLOY_HOSTS)[number]

/** The configuration files of a host by name, to be written next to the folder `site`. */
export function hostConfigFor(host: DeployHost, deployment: Deployment): ReadonlyMap<string, string> {
  switch (host) {
    case 'nginx':
      return new Map([['petstore-admin.conf', nginxSite(deployment)], ...nginxParts(deployment)])
    case 'caddy':
      return new Map([['Caddyfile', caddySite(deployment)], ...caddyParts(deployment)])
    case 'container':
      return new Map([
        ['Containerfile', containerFile()],
        [
          'nginx.conf',
          nginxMain({ site: `${IN_IMAGE.config}/petstore-admin.conf`, folder: IN_IMAGE.temporary }),
        ],
        ['petstore-admin.conf', nginxSite({ ...deployment, root: IN_IMAGE.site })],
      ])
  }
}
