import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { watchKeys } from './secret-leak-detector.ts'
import { type PetstoreService, startPetstoreService } from './petstore-service.ts'
import { startStaticSite, type StaticSite } from './static-site.ts'

export { expect } from '@playwright/test'
export { int64 } from './petstore-service.ts'

/** With signs that look different once they are encoded, so that each form is told from the others. */
export const KEY = 'canary+of/staging=7f3&q~'
export const PRODUCTION_KEY = 'canary+of/production=9c1&z~'

type Fixtures = {
  /** The service of the environment `staging`, the first in the configuration; it starts without a pet. */
  petstore: PetstoreService
  production: PetstoreService
  site: StaticSite
  /** The test provokes mistakes of the app, which the console may name. */
  expectsErrors: boolean
  quietConsole: void
  /** No key turns up where it must not, in any test (faults, T4 and T5). */
  watchedKeys: void
}

/** Each test has a site and two petstores of its own, so that none sees another's pets or faults. */
export const test = base.extend<Fixtures>({
  // Playwright reads from the pattern what a fixture needs: here nothing.
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
  baseURL: async ({ site }, provide) => provide(site.origin),
  expectsErrors: [false, { option: true }],
  quietConsole: [
    async ({ context, expectsErrors }, provide) => {
      const errors = consoleErrors(context)
      await provide()
      if (!expectsErrors) expect(errors).toEqual([])
    },
    { auto: true },
  ],
  watchedKeys: [
    async ({ context, petstore, production, baseURL }, provide) => {
      const watch = watchKeys(context, [
        { key: KEY, mayGoTo: () => [petstore.baseUrl, `${baseURL}/v1`] },
        { key: PRODUCTION_KEY, mayGoTo: () => [production.baseUrl] },
      ])
      await provide()
      expect(await watch.findings()).toEqual([])
      for (const { body, path } of [...petstore.received, ...production.received]) {
        expect(`${path} ${body}`).not.toMatch(/canary/)
      }
      expect(production.received.filter(({ authorization }) => authorization?.includes(KEY))).toEqual([])
    },
    { auto: true },
  ],
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

/** What the browser itself writes about an answer that is no 2xx, or that it keeps from the app. */
const OF_THE_BROWSER =
  /^(Failed to load resource|Access to fetch at .* has been blocked by CORS policy|Failed to find a valid digest in the 'integrity' attribute|Refused to apply style from .* because its MIME type)/

/** Collects what the app complains of. */
export function consoleErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_BROWSER.test(message.text())) {
      errors.push(message.text())
    }
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

/** Goes there and signs in, as a person does; with `kept`, on this device. */
export async function signIn(
  page: Page,
  path = '/staging/pets',
  { key = KEY, kept = false }: { key?: string; kept?: boolean } = {},
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('API key').fill(key)
  if (kept) await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

/** What the app itself has drawn: not the page that is there before it (src/start), which looks the same. */
const app = (page: Page) => page.locator('body:not(:has(.prerendered))')

/** The rows of the table of pets as text, cell by cell. */
export async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await app(page).getByRole('table', { name: 'Pets' }).getByRole('row').all()
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
}

/** The column of names, from top to bottom. */
export function namesOf(page: Page): Locator {
  return app(page).getByRole('table', { name: 'Pets' }).getByRole('link')
}

export function heading(page: Page): Locator {
  return app(page).getByRole('heading', { level: 1 })
}

/** The alerts that say something: a live region may be there before its text. */
export function alerts(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /\S/ })
}
