import type { Page } from '@playwright/test'
import { findFullChromium } from '#tests/support/chromium.ts'
import { test } from './core-fixtures.ts'
import {
  collectConsoleErrors,
  expect,
  heading,
  KEY,
  namesOf,
  signIn,
  test as anyHostTest,
} from './fixtures.ts'

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()

async function expectEmptied(page: Page) {
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page.locator('body')).not.toContainText('Rex')
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))

test.beforeEach(({ petstore }) => {
  petstore.db.create({ name: 'Rex' })
})

test('signing out forgets the key and everything that was loaded with it, in all tabs of the environment', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page, '/staging/pets?limit=5', { keepSignedIn: true })
  await expect(namesOf(page)).toHaveText(['Rex'])
  const other = await context.newPage()
  await other.goto('/staging/pets/1001')
  await expect(heading(other)).toHaveText('Rex')
  await signOut(page)
  for (const tab of [page, other]) await expectEmptied(tab)
  expect(await stored(page)).not.toContain(KEY)
  await expect(page).toHaveURL(`${baseURL}/staging/pets?limit=5`)
  await page.reload()
  await expectEmptied(page)

  // A tab that was opened from this one starts with a copy of its session storage, so it is signed
  // in, too.
  await signIn(page, '/staging/pets?limit=5')
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(window.location.href))
  const copy = await opened
  await expect(namesOf(copy)).toHaveText(['Rex'])
  await signOut(copy)
  for (const tab of [page, copy]) {
    await expectEmptied(tab)
    await expect.poll(() => stored(tab)).not.toContain(KEY)
  }
  await page.reload()
  await expectEmptied(page)
})

test('another app on the same origin that empties localStorage signs out nobody whose key was not kept', async ({
  page,
  context,
}) => {
  // This is not the first sign-in on this device.
  await signIn(page)
  await signOut(page)
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  const other = await context.newPage()
  await other.goto('/icon.svg')
  await page.evaluate(() => window.addEventListener('storage', () => void performance.mark('heard')))
  await other.evaluate(() => localStorage.clear())
  await page.waitForFunction(() => performance.getEntriesByName('heard').length > 0)
  await expect(namesOf(page)).toHaveText(['Rex'])
  await page.reload()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await signOut(page)
  await expectEmptied(page)
})

// The static site is used, because Chromium does not use the back/forward cache for pages with
// no-store, which deployments send.
anyHostTest(
  'going back after signing out in another tab shows no pets, even from the back/forward cache',
  async ({ playwright, launchOptions, site }) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      executablePath: findFullChromium(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const context = await browser.newContext({ baseURL: site.origin })
    const errors = collectConsoleErrors(context)
    await context.addInitScript(() => {
      window.addEventListener('pageshow', (event) => {
        if (event.persisted) document.documentElement.dataset['cameBack'] = 'from the cache'
      })
    })
    const [page, other] = [await context.newPage(), await context.newPage()]
    // Going back happens later than the evaluation, which the navigation would otherwise interrupt.
    const back = () => page.evaluate(() => void setTimeout(() => window.history.back()))
    await signIn(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
    await page.goto('/icon.svg')
    await back()
    await expect(namesOf(page)).toHaveText(['Rex'])
    // The page must really come from the cache, or the test would prove nothing.
    await expect(page.locator('html')).toHaveAttribute('data-came-back', 'from the cache')

    await page.goto('/icon.svg')
    await signIn(other)
    await signOut(other)
    await expectEmptied(other)
    await back()
    await expectEmptied(page)
    expect(errors).toEqual([])
    await context.close()
    await browser.close()
  },
)
