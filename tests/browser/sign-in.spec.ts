import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, KEY, PRODUCTION_KEY, signIn } from './fixtures.ts'

const field = (page: Page) => page.getByLabel('API key')

/** The complete storage as one string. */
const stored = (page: Page, kind: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => JSON.stringify(window[name]), kind)

test('submitting twice checks the key once', async ({ page, petstore }) => {
  const release = petstore.hold()
  await page.goto('/staging/pets/new')
  await field(page).fill(KEY)
  await field(page).press('Enter')
  await field(page).press('Enter')
  await page.getByRole('button', { name: /^Signing in/ }).click({ force: true })
  release()
  await expect(heading(page)).toHaveText('Add a pet')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1'])
})

test('"Show key" toggles the visibility of the key', async ({ page }) => {
  await page.goto('/staging/pets')
  await field(page).fill('secret')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(field(page)).toHaveAttribute('type', 'text')
  await expect(field(page)).toHaveValue('secret')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(field(page)).toHaveAttribute('type', 'password')
})

test('a key that is not saved on this device lasts as long as the tab', async ({ page, context }) => {
  await signIn(page)
  expect(await stored(page, 'sessionStorage')).toContain(KEY)
  expect(await stored(page, 'localStorage')).not.toContain(KEY)
  await page.reload()
  await expect(heading(page)).toHaveText('Pets')
  const other = await context.newPage()
  await other.goto('/staging/pets')
  await expect(heading(other)).toHaveText('Sign in')
})

test('a key saved on this device works in other tabs and after closing the tab', async ({
  page,
  context,
}) => {
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  expect(await stored(page, 'localStorage')).toContain(KEY)
  expect(await stored(page, 'sessionStorage')).not.toContain(KEY)
  const other = await context.newPage()
  await page.close()
  await other.goto('/staging/pets')
  await expect(heading(other)).toHaveText('Pets')
})

test('each environment has its own key', async ({ page, petstore, production }) => {
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  await page.goto('/production/pets')
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page.getByRole('main')).toContainText('Production')
  expect(production.received).toEqual([])

  await signIn(page, '/production/pets', { key: PRODUCTION_KEY })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await page.goto('/staging/pets')
  await expect(heading(page)).toHaveText('Pets')
  const sent = (service: typeof petstore) =>
    new Set(service.received.map(({ authorization }) => authorization))
  expect(sent(production)).toEqual(new Set([`Bearer ${PRODUCTION_KEY}`]))
  expect(sent(petstore)).toEqual(new Set([`Bearer ${KEY}`]))
})
