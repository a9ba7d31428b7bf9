import type { Page } from '@playwright/test'
import { BELOW, isInstalled, startDeployedHost } from './deployed-host.ts'
import { configFor, test as base } from './fixtures.ts'

export type CoreOptions = {
  /** The app is served below a path, beside another deployment at `/` of the same origin. */
  isBelowPath: boolean
}

/** The configuration is in the page, as `npm run deploy` puts it there; below a path, behind a real nginx. */
export const test = base.extend<CoreOptions>({
  isBelowPath: [false, { option: true }],
  baseURL: async ({ site, petstore, production, isBelowPath }, provide) => {
    const config = configFor(petstore, production)
    if (!isBelowPath) {
      site.configurePage(config)
      return provide(site.origin)
    }
    base.skip(!isInstalled('nginx'), 'There is no nginx on this machine.')
    const host = await startDeployedHost('nginx', { config, below: config })
    await provide(host.origin + BELOW.base.slice(0, -1))
    await host.close()
  },
  context: async ({ context, baseURL, isBelowPath }, provide) => {
    if (isBelowPath) context.on('page', (page) => goBelow(page, baseURL ?? ''))
    await provide(context)
  },
})

/** For a browser `/` is the root of the origin; for specs it is that of the app. */
function goBelow(page: Page, root: string): void {
  const goto = page.goto.bind(page)
  page.goto = (url, options) => goto(url.startsWith('/') ? root + url : url, options)
}
