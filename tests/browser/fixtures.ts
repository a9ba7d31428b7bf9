import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { detectSecretLeaks } from './secret-leak-detector.ts'
import { type PetstoreService, startPetstoreService } from './petstore-service.ts'
import { startStaticSite, type StaticSite } from './static-site.ts'

export { expect } from '@playwright/test'
export { int64 } from '#tests/support/int64.ts'

/** Their characters change under URL, HTML and base64 encoding, so that the leak detector can tell the forms apart. */
export const KEY = 'canary+of/staging=7f3&q~'
export const PRODUCTION_KEY = 'canary+of/production=9c1&z~'

type Fixtures = {
  /** The service of the environment `staging`, the first one in the configuration; it starts without pets. */
  petstore: PetstoreService
  production: PetstoreService
  site: StaticSite
  /** The test provokes errors of the app, which it may log to the console. */
  expectsErrors: boolean
  noConsoleErrors: void
  /** Fails every test in which an API key shows up where it must not. */
  noSecretLeaks: void
}

/** Each test has its own site and two petstores, so tests share no pets, requests or faults. */
export const test = base.extend<Fixtures>({
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
  baseURL: async ({ site }, provide) => provide(site.origin),
  expectsErrors: [false, { option: true }],
  noConsoleErrors: [
    async ({ context, expectsErrors }, provide) => {
      const errors = collectConsoleErrors(context)
      await provide()
      if (!expectsErrors) expect(errors).toEqual([])
    },
    { auto: true },
  ],
  noSecretLeaks: [
    async ({ context, petstore, production, baseURL }, provide) => {
      const detector = detectSecretLeaks(context, [
        { key: KEY, mayGoTo: () => [petstore.baseUrl, `${baseURL}/v1`] },
        { key: PRODUCTION_KEY, mayGoTo: () => [production.baseUrl] },
      ])
      await provide()
      expect(await detector.findings()).toEqual([])
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

/** Messages of the browser itself about responses that are not 2xx or that it withholds from the app. */
const BROWSER_MESSAGE =
  /^(Failed to load resource|Access to fetch at .* has been blocked by CORS policy|Failed to find a valid digest in the 'integrity' attribute|Refused to apply style from .* because its MIME type)/

/** Collects console errors and uncaught exceptions of the app. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !BROWSER_MESSAGE.test(message.text())) {
      errors.push(message.text())
    }
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

/** Opens the path and signs in through the form; with `keepSignedIn`, on this device. */
export async function signIn(
  page: Page,
  path = '/staging/pets',
  { key = KEY, keepSignedIn = false }: { key?: string; keepSignedIn?: boolean } = {},
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('API key').fill(key)
  if (keepSignedIn) await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

/** What React rendered, without the prerendered page (src/bootstrap), which looks the same. */
const app = (page: Page) => page.locator('body:not(:has(.prerendered))')

/** The cell texts of the table "Pets", row by row. */
export async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await app(page).getByRole('table', { name: 'Pets' }).getByRole('row').all()
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
}

/** The links in the column "Name" of the table "Pets". */
export function namesOf(page: Page): Locator {
  return app(page).getByRole('table', { name: 'Pets' }).getByRole('link')
}

export function heading(page: Page): Locator {
  return app(page).getByRole('heading', { level: 1 })
}

/** Alerts with text: a live region may exist before its message. */
export function alerts(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /\S/ })
}

/** Elements with the role `status` that contain this text. */
export function statusMessage(scope: Page | Locator, text: string | RegExp): Locator {
  return scope.getByRole('status').filter({ hasText: text })
}

export function navLink(page: Page, name: 'Pets' | 'Add pet' | 'Import'): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
}

/** The fields and the button of the page "Add a pet". */
export function petForm(page: Page) {
  return {
    name: page.getByRole('textbox', { name: 'Name' }),
    category: page.getByRole('textbox', { name: 'Category ID' }),
    add: page.getByRole('button', { name: 'Add pet' }),
  }
}

/** Fills the form and presses "Add pet". */
export async function addPet(page: Page, name: string, category: string): Promise<void> {
  const form = petForm(page)
  await form.name.fill(name)
  await form.category.fill(category)
  await form.add.click()
}
