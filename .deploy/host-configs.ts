import { caddySite } from './caddy.ts'
import { containerFile, IN_IMAGE } from './container.ts'
import type { Deployment } from './deployment.ts'
import { nginxMain, nginxSite } from './nginx.ts'

/** The hosts that there is a whole recipe for. */
export const RECIPES = ['nginx', 'caddy', 'container'] as const
export type Recipe = (typeof RECIPES)[number]

/** The files of a recipe beside the folder `site`, by their names. */
export function hostConfigFor(host: Recipe, deployment: Deployment): ReadonlyMap<string, string> {
  switch (host) {
    case 'nginx':
      return new Map([['petstore-admin.conf', nginxSite(deployment)]])
    case 'caddy':
      return new Map([['Caddyfile', caddySite(deployment)]])
    case 'container':
      return new Map([
        ['Containerfile', containerFile()],
        [
          'nginx.conf',
          nginxMain({ site: `${IN_IMAGE.recipe}/petstore-admin.conf`, folder: IN_IMAGE.temporary }),
        ],
        ['petstore-admin.conf', nginxSite({ ...deployment, root: IN_IMAGE.site })],
      ])
  }
}
