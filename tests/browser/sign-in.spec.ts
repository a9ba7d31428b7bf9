import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, KEY, namesOf, PRODUCTION_KEY, signIn } from './fixtures.ts'

const field = (page: Page) => page.getByLabel('API key')
const press = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()

/** The complete storage as one string. */
const stored = (page: Page, kind: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => JSON.stringify(window[name]), kind)

test('without a key every page shows the sign-in view at its URL and sends nothing', async ({
  page,
  petstore,
  baseURL,
}) => {
  for (const path of [
    '/staging/pets?status=sold&limit=7',
    '/staging/pets/new',
    '/staging/pets/7',
    '/staging/nothing',
  ]) {
    await page.goto(path)
    await expect(heading(page)).toHaveText('Sign in')
    await expect(page).toHaveURL(`${baseURL}${path}`)
    await expect(page.getByRole('main')).toContainText('Staging')
    await expect(field(page)).toHaveAttribute('type', 'password')
    await expect(field(page)).toHaveAttribute('aria-required', 'true')
    await expect(page.getByLabel('Keep me signed in on this device')).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
  }
  expect(petstore.received).toEqual([])
})

test('signing in checks the key with one GET of one pet and stays at the URL', async ({
  page,
  petstore,
  baseURL,
}) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await signIn(page, '/staging/pets?status=sold&limit=7')
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(page).toHaveURL(`${baseURL}/staging/pets?status=sold&limit=7`)
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets?limit=7&status=sold'])
  expect(new Set(petstore.received.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${KEY}`]),
  )
  expect(page.url()).not.toContain(KEY)
})

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

test('an empty field shows an error and gets the focus, and nothing is sent', async ({ page, petstore }) => {
  await page.goto('/staging/pets')
  await expect(field(page)).toBeVisible()
  await press(page)
  await expect(field(page)).toHaveAccessibleDescription(/Enter the API key for Staging/)
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page)).toBeFocused()
  expect(petstore.received).toEqual([])
})

test('a wrong key is reported at the field and not stored', async ({ page, petstore }) => {
  await page.goto('/staging/pets')
  await field(page).fill('wrong-key')
  await page.getByLabel('Keep me signed in on this device').check()
  await press(page)
  await expect(field(page)).toHaveAccessibleDescription(/This key does not work for Staging/)
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page)).toBeFocused()
  await expect(heading(page)).toHaveText('Sign in')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1'])
  expect(await stored(page, 'localStorage')).not.toContain('wrong-key')
  expect(await stored(page, 'sessionStorage')).not.toContain('wrong-key')

  await field(page).fill(KEY)
  await press(page)
  await expect(heading(page)).toHaveText('Pets')
})

test('a service that cannot verify the key causes an alert, and the key is not stored', async ({
  page,
  petstore,
}) => {
  await page.goto('/staging/pets')
  await field(page).fill(KEY)

  petstore.respond({}, { status: 503, body: { code: 'down', message: 'Back at noon.', status: 503 } })
  await press(page)
  await expect(alerts(page)).toContainText('Back at noon.')
  await expect(alerts(page)).toContainText('down')
  await expect(alerts(page)).toContainText('503')

  petstore.respond({}, { status: 200, body: '<!doctype html>', headers: { 'content-type': 'text/html' } })
  await press(page)
  await expect(alerts(page)).toContainText('The response did not come from Staging')

  petstore.dropConnection({}, 'before')
  await press(page)
  await expect(alerts(page)).toContainText('Staging is not responding')

  expect(petstore.requestLines()).toHaveLength(3)
  expect(await stored(page, 'sessionStorage')).not.toContain(KEY)
  await expect(field(page)).toHaveValue(KEY)
  await press(page)
  await expect(heading(page)).toHaveText('Pets')
})

test('a pasted key is trimmed and loses its "Bearer " prefix', async ({ page, petstore }) => {
  for (const pasted of [`  ${KEY}\t`, `Bearer ${KEY}`, ` bearer   ${KEY} `]) {
    await page.goto('/staging/pets/new')
    await field(page).fill(pasted)
    await press(page)
    await expect(heading(page)).toHaveText('Add a pet')
    expect(petstore.received.at(-1)?.authorization).toBe(`Bearer ${KEY}`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page)).toHaveText('Sign in')
  }
})

test('a key with characters that no header can contain is reported at the field', async ({
  page,
  petstore,
}) => {
  await page.goto('/staging/pets')
  for (const typed of ['two words', 'schlüssel', 'key“']) {
    await field(page).fill(typed)
    await press(page)
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  }
  expect(petstore.received).toEqual([])
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
