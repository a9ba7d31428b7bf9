import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe-check.ts'
import { addPet, alerts, expect, heading, namesOf, openPage, test } from './fixtures.ts'

test.use({ isSignedIn: true, expectsErrors: true })

const requestRows = (page: Page) => page.getByRole('table', { name: 'Requests' }).getByRole('row')

test('one page shows what went wrong in this tab, and no text widens it', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await openPage(page)
  // The script of index.html sends the request of this page.
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
  await page.getByText('Details').click()
  await page.getByRole('link', { name: 'Show requests' }).click()
  await expect(heading(page)).toHaveText('Service')
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(page.getByText('responded in')).toBeVisible()
  await expect(requestRows(page).filter({ hasText: 'Unknown: no response' })).toHaveCount(1)
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
  await expectNoViolations(page)
})
