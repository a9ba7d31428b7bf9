import type { Page } from '@playwright/test'
import { alerts, expect, namesOf, navLink, signIn, test } from './fixtures.ts'

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

test('a service that recovers between retries causes no error message', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page, '/staging/pets/new')
  petstore.dropConnection({}, 'before')
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(alerts(page)).toHaveCount(0)
})

test('offline, the page says so and keeps the rows; online again, it reloads the list', async ({
  page,
  petstore,
  context,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  await context.setOffline(true)
  await refresh(page)
  await expect(alerts(page)).toContainText('You are offline')
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.db.create({ name: 'Mochi' })
  await context.setOffline(false)
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
  await expect(alerts(page)).toHaveCount(0)
})
