import { isInstalled, startDeployedHost } from './deployed-host.ts'
import { configFor, test as base } from './fixtures.ts'
import { startStaticSite } from './static-site.ts'

/** Core specs: they only need the site to be served, so they run behind a real nginx where one is installed. */
export const test = base.extend({
  baseURL: async ({ petstore, production }, provide) => {
    const site = await startDeployedSite(configFor(petstore, production))
    await provide(site.origin)
    await site.close()
  },
})

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
