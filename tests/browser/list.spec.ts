import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, signIn, statusMessage } from './fixtures.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search these pets' })
const sortButton = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button')
const mainStatus = (page: Page, text: string | RegExp) => statusMessage(page.getByRole('main'), text)

test('the page size ignores the mouse wheel, and reacts to the arrow keys', async ({ page, petstore }) => {
  for (let number = 1; number <= 40; number++) petstore.db.create({ name: `Pet ${number}` })
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(20)
  petstore.clearReceived()
  const pageSize = page.getByRole('spinbutton', { name: 'Page size' })
  await pageSize.click()
  for (const distance of [-300, 300]) await page.mouse.wheel(0, distance)
  await expect(pageSize).toHaveValue('20')
  await pageSize.press('ArrowUp')
  await expect(pageSize).toHaveAttribute('aria-valuenow', '21')
  await expect(namesOf(page)).toHaveCount(21)
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=21'])
})

test('a live region announces what is shown and how it is sorted', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  petstore.db.create({ name: 'Mochi' })
  await signIn(page)
  await expect(mainStatus(page, 'All 2 pets')).toBeAttached()
  await sortButton(page, 'Name').click()
  await expect(statusMessage(page, 'Sorted by name, A to Z')).toBeAttached()
  await search(page).fill('rex')
  await expect(mainStatus(page, '1 match in 2 loaded pets')).toBeAttached()
})

test('a loading view is marked as busy and keeps the previous rows until the new ones arrive', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  petstore.db.create({ name: 'Mochi', status: 'pending' })
  const busy = page.locator('main [aria-busy="true"]')
  const first = petstore.hold({ path: '/pets?limit=20' })
  await signIn(page)
  await expect(busy).toHaveCount(1)
  first()
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
  await expect(busy).toHaveCount(0)

  const second = petstore.hold({ path: '/pets?limit=20&status=sold' })
  await page.getByRole('radio', { name: 'Sold' }).check()
  await expect(busy).toHaveCount(1)
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
  second()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(busy).toHaveCount(0)
})

test('after quick filter changes the last one wins, whatever the order of the responses', async ({
  page,
  petstore,
}) => {
  for (const status of ['available', 'pending', 'sold']) petstore.db.create({ name: status, status })
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(3)
  const available = petstore.hold({ path: /status=available/ })
  const pending = petstore.hold({ path: /status=pending/ })
  await page.getByRole('radio', { name: 'Available' }).check()
  await page.getByRole('radio', { name: 'Pending' }).check()
  await page.getByRole('radio', { name: 'Sold' }).check()
  await expect(namesOf(page)).toHaveText(['sold'])
  pending()
  available()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  await expect(namesOf(page)).toHaveText(['sold'])
  await expect(page.getByRole('radio', { name: 'Sold' })).toBeChecked()
})

test('a focused row keeps the focus when the rows are sorted', async ({ page, petstore }) => {
  for (const name of ['Dog', 'Cat', 'Fish']) petstore.db.create({ name })
  await signIn(page)
  await sortButton(page, 'Name').click()
  await expect(namesOf(page)).toHaveText(['Cat', 'Dog', 'Fish'])
  const fish = page.getByRole('link', { name: 'Fish' })
  await fish.focus()
  await page.goBack()
  await expect(namesOf(page)).toHaveText(['Dog', 'Cat', 'Fish'])
  await expect(fish).toBeFocused()
})

test('a click anywhere in a row opens its pet, but not where text is selected', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  await signIn(page)
  const id = await page.getByRole('cell', { name: '981' }).boundingBox()
  if (id === null) throw new Error('no cell')
  await page.mouse.move(id.x + id.width - 60, id.y + id.height / 2)
  await page.mouse.down()
  await page.mouse.move(id.x + id.width - 5, id.y + id.height / 2)
  await page.mouse.up()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('981')
  await expect(heading(page)).toHaveText('Pets')
  await heading(page).click()
  await page.getByRole('cell').last().click()
  await expect(heading(page)).toHaveText('Rex')
})
