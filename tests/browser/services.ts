import { test as base } from '@playwright/test'
import { fillAsTyped } from './firefox.ts'
import { type PetstoreService, startPetstoreService } from './petstore-service.ts'
import { startStaticSite, type StaticSite } from './static-site.ts'

/**
 * The characters of these keys change under URL, HTML and base64 encoding, so that the leak
 * detector can tell the forms apart.
 */
export const KEY = 'canary+of/staging=7f3&q~'
export const PRODUCTION_KEY = 'canary+of/production=9c1&z~'

type Services = {
  /**
   * The service of the environment `staging`, which is the first one in the configuration. It
   * starts without pets.
   */
  petstore: PetstoreService
  production: PetstoreService
  site: StaticSite
}

/** Each test has its own site and two petstores, so tests share no pets, requests or faults. */
export const test = base.extend<Services>({
  page: async ({ page, browserName }, provide) => {
    if (browserName === 'firefox') fillAsTyped(page)
    await provide(page)
  },
  // Playwright parses the destructuring pattern to find a fixture's dependencies; these have none.
  // oxlint-disable-next-line no-empty-pattern
  petstore: async ({}, provide) => {
    const service = await startPetstoreService(KEY)
    await provide(service)
    await service.close()
  },
  // oxlint-disable-next-line no-empty-pattern
  production: async ({}, provide) => {
    const service = await startPetstoreService(PRODUCTION_KEY)
    await provide(service)
    await service.close()
  },
  site: async ({ petstore, production }, provide) => {
    const site = await startStaticSite()
    site.configure(configFor(petstore, production))
    await provide(site)
    await site.close()
  },
})

export function configFor(
  staging: Pick<PetstoreService, 'baseUrl'>,
  production: Pick<PetstoreService, 'baseUrl'>,
) {
  return {
    environments: [
      { id: 'staging', name: 'Staging', baseUrl: staging.baseUrl, kind: 'staging' },
      { id: 'production', name: 'Production', baseUrl: production.baseUrl, kind: 'production' },
    ],
    categories: { '1': 'Dogs', '2': 'Cats' },
  }
}
