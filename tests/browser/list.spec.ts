import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, rowsOf, signIn, statusMessage } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const pageSize = (page: Page) => page.getByRole('spinbutton', { name: 'Page size' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search these pets' })
const sortButton = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button')
const mainStatus = (page: Page, text: string | RegExp) => statusMessage(page.getByRole('main'), text)

test('the list has the documented names and roles', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('1'), status: 'available' })
  petstore.db.create({ id: int64('982'), name: 'Mochi', categoryId: int64('77'), status: undefined })
  await signIn(page)
  await expect(heading(page)).toHaveText('Pets')
  await expect(page.getByRole('banner')).toContainText('Staging')
  await expect(page.getByRole('group', { name: 'Status' }).getByRole('radio')).toHaveCount(4)
  for (const name of ['All', 'Available', 'Pending', 'Sold']) {
    await expect(page.getByRole('group', { name: 'Status' }).getByRole('radio', { name })).toBeVisible()
  }
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await expect(pageSize(page)).toHaveValue('20')
  await expect(pageSize(page)).toHaveAttribute('aria-valuemin', '1')
  await expect(pageSize(page)).toHaveAttribute('aria-valuemax', '100')
  await expect(search(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()

  const table = page.getByRole('table', { name: 'Pets' })
  await expect(table.getByRole('columnheader')).toHaveText(['ID', 'Name', 'Category', 'Status'])
  expect(await rowsOf(page)).toEqual([
    ['981', 'Rex', 'Dogs', 'Available'],
    ['982', 'Mochi', '77', 'Not set'],
  ])
  await expect(table.getByRole('link', { name: 'Rex' })).toHaveAttribute('href', '/staging/pets/981')
})

test.describe('the page size', () => {
  test.beforeEach(async ({ page, petstore }) => {
    for (let number = 1; number <= 40; number++) petstore.db.create({ name: `Pet ${number}` })
    await signIn(page)
    await expect(namesOf(page)).toHaveCount(20)
    petstore.clearReceived()
  })

  test('ignores the mouse wheel, and reacts to the arrow keys', async ({ page, petstore }) => {
    await pageSize(page).click()
    for (const distance of [-300, 300]) await page.mouse.wheel(0, distance)
    await expect(pageSize(page)).toHaveValue('20')
    await pageSize(page).press('ArrowUp')
    await expect(pageSize(page)).toHaveValue('21')
    await expect(pageSize(page)).toHaveAttribute('aria-valuenow', '21')
    await expect(namesOf(page)).toHaveCount(21)
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=21'])
  })
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

/** 60 available dogs, 39 pending cats and one sold fish. */
async function showHundred(page: Page, petstore: PetstoreService): Promise<void> {
  for (let number = 1; number <= 60; number++)
    petstore.db.create({ name: `Dog ${number}`, status: 'available' })
  for (let number = 1; number <= 39; number++)
    petstore.db.create({ name: `Cat ${number}`, status: 'pending' })
  petstore.db.create({ name: 'Fish', status: 'sold' })
  await signIn(page, '/staging/pets?limit=100')
  await expect(namesOf(page)).toHaveCount(100)
}

test('a focused row keeps the focus when the rows are sorted', async ({ page, petstore }) => {
  await showHundred(page, petstore)
  await sortButton(page, 'Name').click()
  await expect(namesOf(page).first()).toHaveText('Cat 1')
  const fish = page.getByRole('link', { name: 'Fish' })
  await fish.focus()
  await page.goBack()
  await expect(namesOf(page).first()).toHaveText('Dog 1')
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
