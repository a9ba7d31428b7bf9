import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, rowsOf, signIn, statusMessage } from './fixtures.ts'

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

test('the status filter requests the pets of a status and says what is shown', async ({ page, petstore }) => {
  for (const status of ['available', 'pending', 'pending', 'sold', undefined]) {
    petstore.db.create({ name: `a ${status} one`, status })
  }
  await signIn(page)
  await expect(mainStatus(page, 'All 5 pets')).toBeVisible()
  petstore.clearReceived()
  await page.getByRole('radio', { name: 'Pending' }).check()
  await expect(namesOf(page)).toHaveText(['a pending one', 'a pending one'])
  await expect(mainStatus(page, 'All 2 pending pets')).toBeVisible()
  await page.getByRole('radio', { name: 'Sold' }).check()
  await expect(namesOf(page)).toHaveText(['a sold one'])
  await page.getByRole('radio', { name: 'All' }).check()
  await expect(namesOf(page)).toHaveCount(5)
  await expect
    .poll(petstore.requestLines)
    .toEqual(expect.arrayContaining(['GET /pets?limit=20&status=pending', 'GET /pets?limit=20&status=sold']))
})

test.describe('the page size', () => {
  test.beforeEach(async ({ page, petstore }) => {
    for (let number = 1; number <= 40; number++) petstore.db.create({ name: `Pet ${number}` })
    await signIn(page)
    await expect(namesOf(page)).toHaveCount(20)
    petstore.clearReceived()
  })

  test('is requested once on Enter, not for each digit', async ({ page, petstore, baseURL }) => {
    await pageSize(page).press('ControlOrMeta+a')
    await pageSize(page).pressSequentially('35')
    await pageSize(page).press('Enter')
    await expect(namesOf(page)).toHaveCount(35)
    await expect(page).toHaveURL(`${baseURL}/staging/pets?limit=35`)
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=35'])
    await pageSize(page).press('Enter')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(petstore.requestLines).toEqual(['GET /pets?limit=35', 'GET /pets?limit=35'])
  })

  test('is requested when the field loses the focus', async ({ page, petstore }) => {
    await pageSize(page).fill('7')
    await pageSize(page).press('Tab')
    await expect(namesOf(page)).toHaveCount(7)
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=7'])
  })

  test('is requested after a short pause in typing', async ({ page, petstore }) => {
    await pageSize(page).press('ControlOrMeta+a')
    await pageSize(page).pressSequentially('12')
    await expect(namesOf(page)).toHaveCount(12)
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=12'])
    await expect(pageSize(page)).toBeFocused()
  })

  test('that is invalid is reported at the field: no request, and the URL and rows stay', async ({
    page,
    petstore,
    baseURL,
  }) => {
    for (const typed of ['0', '101', '-1', '1.5', '1e1', 'ten', '', '9999999999999999999']) {
      for (const key of ['Enter', 'Tab']) {
        await pageSize(page).fill(typed)
        await pageSize(page).press(key)
        await expect(pageSize(page), typed).toHaveAttribute('aria-invalid', 'true')
        await expect(pageSize(page), typed).toHaveAccessibleDescription(/\b1\b.*\b100\b/)
        await expect(pageSize(page)).toHaveValue(typed)
      }
    }
    await expect(namesOf(page)).toHaveCount(20)
    await expect(page).toHaveURL(`${baseURL}/staging/pets`)
    expect(petstore.requestLines()).toEqual([])

    await pageSize(page).fill('1')
    await pageSize(page).press('Enter')
    await expect(namesOf(page)).toHaveCount(1)
    await expect(pageSize(page)).not.toHaveAttribute('aria-invalid')
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=1'])
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

  test('follows the URL when going back', async ({ page }) => {
    await pageSize(page).fill('5')
    await pageSize(page).press('Enter')
    await expect(namesOf(page)).toHaveCount(5)
    await pageSize(page).fill('500')
    await pageSize(page).press('Enter')
    await expect(pageSize(page)).toHaveAttribute('aria-invalid', 'true')
    await page.goBack()
    await expect(pageSize(page)).toHaveValue('20')
    await expect(pageSize(page)).not.toHaveAttribute('aria-invalid')
    await expect(namesOf(page)).toHaveCount(20)
  })
})

test('a truncated list says so and gives the limit', async ({ page, petstore }) => {
  for (let number = 1; number <= 100; number++) petstore.db.create({ name: `Pet ${number}` })
  await signIn(page, '/staging/pets?limit=99')
  await expect(
    mainStatus(page, /Showing 99 pets \(at most 99 at this page size\)\. There may be more\./),
  ).toBeVisible()
  await page.goto('/staging/pets?limit=100&status=available')
  // A list of exactly the requested length may be truncated.
  await expect(
    mainStatus(page, /Showing 100 available pets\. The service returns at most 100, so there may be more\./),
  ).toBeVisible()
  await page.goto('/staging/pets?limit=100&status=sold')
  await expect(page.getByText('No sold pets in Staging')).toBeVisible()
})

test('searching filters the loaded pets and sends no request', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Zoë', status: 'pending' })
  petstore.db.create({ name: 'Rex', categoryId: int64('2') })
  petstore.db.create({ name: 'Biscuit', id: int64('9007199254740993') })
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(3)
  petstore.clearReceived()
  for (const [typed, found] of [
    ['zoe', ['Zoë']],
    ['BIS', ['Biscuit']],
    ['40993', ['Biscuit']],
    ['cats', ['Rex']],
    ['pending', ['Zoë']],
    ['dogs bis', ['Biscuit']],
    ['  ', ['Zoë', 'Rex', 'Biscuit']],
  ] as const) {
    await search(page).fill(typed)
    await expect(namesOf(page), typed).toHaveText([...found])
  }
  await search(page).fill('rex')
  await search(page).press('Enter')
  await expect(mainStatus(page, '1 match in 3 loaded pets')).toBeVisible()

  await search(page).fill('no such')
  await expect(page.getByText('No matches for “no such” in the 3 loaded pets')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pets' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(namesOf(page)).toHaveCount(3)
  await expect(search(page)).toHaveValue('')
  expect(petstore.requestLines()).toEqual([])
})

test('column headers sort, with IDs and categories compared as 64-bit integers', async ({
  page,
  petstore,
}) => {
  for (const [id, name, categoryId, status] of [
    ['9007199254740993', 'b', '12', 'sold'],
    ['9223372036854775807', 'a10', '9007199254740993', 'available'],
    ['9007199254740992', 'a9', '9007199254740992', undefined],
    ['-9223372036854775808', 'Ä', '2', 'pending'],
    ['7', 'c', '1', 'available'],
    ['10', 'C', '-3', 'zzz'],
  ] as const) {
    petstore.db.create({ id: int64(id), name, categoryId: int64(categoryId), status })
  }
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['b', 'a10', 'a9', 'Ä', 'c', 'C'])
  petstore.clearReceived()
  const ascending = ['Ä', 'c', 'C', 'a9', 'b', 'a10']
  const sorted = page.locator('th[aria-sort]')

  await sortButton(page, 'ID').click()
  await expect(namesOf(page)).toHaveText(ascending)
  await expect(page.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/\?sort=id$/)
  await sortButton(page, 'ID').click()
  await expect(namesOf(page)).toHaveText(ascending.toReversed())
  await expect(page.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/\?sort=-id$/)
  await expect(sorted).toHaveCount(1)
  await sortButton(page, 'ID').click()
  await expect(namesOf(page)).toHaveText(['b', 'a10', 'a9', 'Ä', 'c', 'C'])
  await expect(sorted).toHaveCount(0)

  await sortButton(page, 'Name').click()
  await expect(namesOf(page)).toHaveText(['Ä', 'a9', 'a10', 'b', 'c', 'C'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await sortButton(page, 'Category').click()
  // Labels (Cats, Dogs) come before IDs without a label.
  await expect(namesOf(page)).toHaveText(['Ä', 'c', 'C', 'b', 'a9', 'a10'])
  await sortButton(page, 'Status').click()
  await expect(namesOf(page)).toHaveText(['a10', 'c', 'Ä', 'b', 'C', 'a9'])
  await expect(sorted).toHaveCount(1)
  expect(petstore.requestLines()).toEqual([])
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

test('an empty petstore says so and offers to add the first pet', async ({ page }) => {
  await signIn(page)
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pets' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Add the first pet' }).click()
  await expect(heading(page)).toHaveText('Add a pet')
})

test('a status without pets says so and offers to show all pets', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex', status: 'available' })
  await signIn(page, '/staging/pets?status=sold')
  await expect(page.getByText('No sold pets in Staging')).toBeVisible()
  await page.getByRole('button', { name: 'Show all pets' }).click()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
})

test('"Refresh" requests the list again', async ({ page, petstore }) => {
  await signIn(page)
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  petstore.db.create({ name: 'Rex' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(namesOf(page)).toHaveText(['Rex'])
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
