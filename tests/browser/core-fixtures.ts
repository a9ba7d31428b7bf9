import type { Page } from '@playwright/test'
import { BELOW, isInstalled, startDeployedHost } from './deployed-host.ts'
import { configFor, test as base } from './fixtures.ts'

export type CoreOptions = {
  /**
   * Says that the app is served below a path, beside another deployment at `/` of the same origin.
   */
  isBelowPath: boolean
}

/**
 * Serves the app with the configuration in the page, as `npm run deploy` puts it there. Below a
 * path, a real nginx serves it.
 */
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

/** Makes `/` in a spec mean the root of the app. For a browser, it is the root of the origin. */
function goBelow(page: Page, root: string): void {
  const goto = page.goto.bind(page)
  page.goto = (url, options) => goto(url.startsWith('/') ? root + url : url, options)
}
