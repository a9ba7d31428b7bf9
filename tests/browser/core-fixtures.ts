import { configFor, test as base } from './fixtures.ts'
import { isInstalled, startRecipeHost } from './deployed-host.ts'
import { startStaticSite } from './static-site.ts'

/**
 * The core of the suite, which asks nothing of the site but to be served: it comes from a real nginx, set up by the recipe of
 * `npm run deploy`, where there is one.
 */
export const test = base.extend({
  baseURL: async ({ petstore, production }, provide) => {
    const config = configFor(petstore, production)
    if (isInstalled('nginx')) {
      const host = await startRecipeHost('nginx', { config })
      await provide(host.origin)
      await host.close()
    } else {
      const site = await startStaticSite()
      site.configure(config)
      await provide(site.origin)
      await site.close()
    }
  },
})
