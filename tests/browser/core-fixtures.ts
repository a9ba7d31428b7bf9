import type { Page } from '@playwright/test'
import { BELOW, isInstalled, startDeployedHost } from './deployed-host.ts'
import { configFor, test as base } from './fixtures.ts'
import { startStaticSite } from './static-site.ts'

export type CoreOptions = {
  /** The app is served below a path, beside another deployment at `/` of the same origin. */
  isBelowPath: boolean
}

/** Core specs: they only need the site to be served, so they run behind a real nginx where one is installed. */
export const test = base.extend<CoreOptions>({
  isBelowPath: [false, { option: true }],
  baseURL: async ({ petstore, production, isBelowPath }, provide) => {
    base.skip(isBelowPath && !isInstalled('nginx'), 'There is no nginx on this machine.')
    const config = configFor(petstore, production)
    const site = isBelowPath
      ? await startDeployedHost('nginx', { config, below: config })
      : await startDeployedSite(config)
    await provide(site.origin + (isBelowPath ? BELOW.base.slice(0, -1) : ''))
    await site.close()
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

/**
 * The build behind nginx with the configuration of `npm run deploy`; the test server where nginx is missing.
 * @param files more files of the site by path, for example `assets/more.js`.
 */
export async function startDeployedSite(config: unknown, files: Readonly<Record<string, string>> = {}) {
  if (isInstalled('nginx')) return startDeployedHost('nginx', { config, files })
  const site = await startStaticSite()
  site.configure(config)
  site.interceptAssets((url, outgoing) => {
    const content = files[url.slice(1)]
    if (content === undefined) return undefined
    outgoing.setHeader('Content-Type', url.endsWith('.html') ? 'text/html' : 'text/javascript')
    outgoing.end(content)
    return 'answered'
  })
  return site
}
