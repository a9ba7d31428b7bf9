import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { detectSecretLeaks } from './secret-leak-detector.ts'
import { KEY, PRODUCTION_KEY, test as services } from './services.ts'

export { expect } from '@playwright/test'
export { configFor, KEY, PRODUCTION_KEY } from './services.ts'
export { int64 } from '#tests/support/int64.ts'

type Fixtures = {
  /** Says that the test provokes errors of the app, which it may log to the console. */
  expectsErrors: boolean
  /**
   * Says that the key of `staging` is kept on the device. It is for tests in which signing in is
   * not the subject.
   */
  isSignedIn: boolean
  noConsoleErrors: void
  /** Fails every test in which an API key appears in a place where it must not be. */
  noSecretLeaks: void
}

export const test = services.extend<Fixtures>({
  baseURL: async ({ site }, provide) => provide(site.origin),
  expectsErrors: [false, { option: true }],
  isSignedIn: [false, { option: true }],
  storageState: async ({ isSignedIn, site, petstore }, provide) => {
    const localStorage = isSignedIn ? [storedKey(petstore)] : []
    return provide({ cookies: [], origins: [{ origin: site.origin, localStorage }] })
  },
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

/**
 * Matches messages of the browser itself about responses that are not 2xx or that it withholds from
 * the app.
 */
const BROWSER_MESSAGE = new RegExp(
  [
    // Chromium says these.
    'Failed to load resource',
    'Access to fetch at .* has been blocked by CORS policy',
    "Failed to find a valid digest in the 'integrity' attribute",
    'Refused to apply style from .* because its MIME type',
    // Firefox says these.
    'Cross-Origin Request Blocked: ',
    'Cross-Origin Request Warning: ',
    'None of the .* hashes in the integrity attribute match',
    'Loading failed for the ',
    'Loading module from .* was blocked',
    'The resource from .* was blocked due to MIME type',
    'The stylesheet .* was not loaded because its MIME type',
  ]
    .map((start) => `^${start}`)
    .join('|'),
)

/** Collects console errors and uncaught exceptions of the app. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  const collect = (text: string) => {
    if (!BROWSER_MESSAGE.test(text)) errors.push(text)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') collect(message.text())
  })
  // Firefox reports its own messages as errors of the page, too.
  context.on('weberror', (error) => collect(String(error.error())))
  return errors
}

/**
 * Opens the path and signs in through the form. With `keepSignedIn`, the key stays on this device.
 */
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

function storedKey({ baseUrl }: { baseUrl: string }, key = KEY) {
  return { name: 'petstore-admin.key.staging', value: JSON.stringify({ key, baseUrl, round: '' }) }
}

/**
 * Stores the key like `isSignedIn`, but each page of the tab starts signed in, even if the address
 * of the service was changed.
 */
export async function storeKey(page: Page, service: { baseUrl: string }, key = KEY): Promise<void> {
  // Firefox also runs it in about:blank, which has no storage.
  await page.addInitScript(
    ({ name, value }) => window.origin !== 'null' && sessionStorage.setItem(name, value),
    storedKey(service, key),
  )
}

/** Opens a page, and waits for the app, because the prerendered page does nothing yet. */
export async function openPage(page: Page, path = '/staging/pets'): Promise<void> {
  await page.goto(path)
  await expect(heading(page)).toBeVisible()
}

/** Ends all animations. The notice that the app takes long comes with one, after ten seconds. */
export const finishAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
  })

/**
 * Finds what React rendered, without the prerendered page (src/bootstrap), which looks the same.
 */
const app = (page: Page) => page.locator('body:not(:has([data-prerendered]))')

/** Returns the cell texts of the table "Pets", row by row. */
export async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await app(page).getByRole('table', { name: 'Pets' }).getByRole('row').all()
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
}

/** Finds the links in the column "Name" of the table "Pets". */
export function namesOf(page: Page): Locator {
  return app(page).getByRole('table', { name: 'Pets' }).getByRole('link')
}

export function heading(page: Page): Locator {
  return app(page).getByRole('heading', { level: 1 })
}

/** Finds alerts with text, because a live region may exist before its message. */
export function alerts(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /\S/ })
}

/** Finds elements with the role `status` that contain this text. */
export function statusMessage(scope: Page | Locator, text: string | RegExp): Locator {
  return scope.getByRole('status').filter({ hasText: text })
}

export function navLink(page: Page, name: 'Pets' | 'Add pet' | 'Import'): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
}

/** Finds the items of "Just added", newest first. */
export function justAdded(page: Page): Locator {
  return page.getByRole('list', { name: 'Just added' }).locator(':scope > li')
}

/** Finds the fields and the button of the page "Add a pet". */
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
