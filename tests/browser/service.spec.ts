import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe-check.ts'
import { addPet, alerts, expect, heading, namesOf, PRODUCTION_KEY, signIn, test } from './fixtures.ts'

test.use({ expectsErrors: true })

const requestRows = (page: Page) => page.getByRole('table', { name: 'Requests' }).getByRole('row')

const noSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

test('what went wrong in this tab is on one page, which no text makes scroll sideways', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  // Its request is sent by the script of index.html.
  await page.reload()
  await expect(namesOf(page)).toHaveText(['Rex'])
  const message = `${'W'.repeat(250)}${'ก็็็็'.repeat(50)}`
  petstore.respond(
    { path: '/pets?limit=20&status=sold', times: 3 },
    { status: 503, body: { code: 'c'.repeat(300), message, status: 503 } },
  )
  await page.getByRole('radio', { name: 'Sold' }).check()
  await expect(alerts(page).getByRole('button', { name: 'Copy for support' })).toBeVisible()
  await expectNoViolations(page)
  await page.goto('/staging/pets/new')
  petstore.dropConnection({ method: 'POST' }, 'after')
  await addPet(page, 'W'.repeat(200), '9223372036854775807')
  await page.getByRole('link', { name: 'Show requests' }).click()
  await expect(heading(page)).toHaveText('Service')
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(page.getByText('responded in')).toBeVisible()
  await expect(requestRows(page).filter({ hasText: 'Unknown: no response' })).toHaveCount(1)
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await noSidewaysScroll(page)
  }
  await expectNoViolations(page)
})

test('signing out of an environment forgets its requests, and no others', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  await page.getByRole('button', { name: /change environment/ }).click()
  await page.getByRole('link', { name: 'Production' }).click()
  await page.getByLabel('API key').fill(PRODUCTION_KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('No pets in Production yet')).toBeVisible()
  await page.getByRole('main').press('g')
  await page.keyboard.press('s')
  await expect(heading(page)).toHaveText('Service')
  await expect(requestRows(page).filter({ hasText: 'Staging' })).toHaveCount(2)
  // The header, and of production the check of the key and the list.
  await expect(requestRows(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').fill(PRODUCTION_KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page)).toHaveText('Service')
  // The header, two of staging, and the check of the key.
  await expect(requestRows(page)).toHaveCount(4)
})
