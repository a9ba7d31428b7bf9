import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { PetStatus } from '#src/pets/pet.ts'
import { expectNoViolations } from './axe-check.ts'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, signIn, statusMessage } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const OVERVIEW = '/staging/overview'
const table = (page: Page, name: 'Pets by status' | 'Pets by category') => page.getByRole('table', { name })

function create(petstore: PetstoreService, count: number, status: PetStatus | undefined, categoryId = '2') {
  for (let index = 0; index < count; index += 1)
    petstore.db.create({ name: `Pet ${index}`, categoryId: int64(categoryId), status })
}

/** The texts of the cells, row by row, without the headings. */
async function cellsOf(page: Page, name: 'Pets by status' | 'Pets by category'): Promise<string[][]> {
  const rows = await table(page, name).getByRole('row').all()
  const cells = await Promise.all(
    rows
      .slice(1)
      .map((row) => row.locator('th, td').evaluateAll((all) => all.map((cell) => cell.textContent))),
  )
  return cells
}

test('a complete stock is counted exactly, and the numbers lead to the lists', async ({ page, petstore }) => {
  create(petstore, 3, 'available', '1')
  create(petstore, 2, 'sold', '9223372036854775807')
  create(petstore, 1, undefined, '1')
  await signIn(page, OVERVIEW)
  await expect(heading(page)).toHaveText('Overview')
  await expect(page).toHaveTitle('Overview · Staging · Petstore Admin')
  await expect(statusMessage(page.getByRole('main'), 'All 6 pets.')).toBeVisible()
  expect(await cellsOf(page, 'Pets by status')).toEqual([
    ['Available', '3'],
    ['Pending', '0'],
    ['Sold', '2'],
    ['Not set', '1'],
    ['All', '6'],
  ])
  await expect(table(page, 'Pets by category').getByRole('columnheader')).toHaveText([
    'Category',
    'Available',
    'Pending',
    'Sold',
    'Not set',
    'All',
  ])
  expect(await cellsOf(page, 'Pets by category')).toEqual([
    ['Dogs (ID 1)', '3', '0', '0', '1', '4'],
    ['9223372036854775807', '0', '0', '2', '0', '2'],
    ['Cats (ID 2)', '0', '0', '0', '0', '0'],
  ])
  await expect(page.getByRole('img', { name: 'Pets by status' })).toHaveAccessibleDescription(
    /Available 3.*Pending 0.*Sold 2.*Not set 1/,
  )
  await table(page, 'Pets by status').getByRole('link', { name: 'Sold' }).click()
  await expect(page).toHaveURL(/\/staging\/pets\?limit=100&status=sold$|status=sold&limit=100$/)
  await expect(namesOf(page)).toHaveCount(2)
  await page.goBack()
  await table(page, 'Pets by category').getByRole('link', { name: 'Dogs' }).click()
  await expect(namesOf(page)).toHaveCount(4)
})

test('what is cut counts "at least", in words and in the bars', async ({ page, petstore }) => {
  create(petstore, 120, 'available', '1')
  create(petstore, 4, 'sold')
  await signIn(page, OVERVIEW)
  await expect(
    statusMessage(
      page.getByRole('main'),
      '104 pets or more. Available pets and those without a status may be incomplete.',
    ),
  ).toBeVisible()
  expect(await cellsOf(page, 'Pets by status')).toEqual([
    ['Available', 'at least 100'],
    ['Pending', '0'],
    ['Sold', '4'],
    ['Not set', 'at least 0'],
    ['All', 'at least 104'],
  ])
  expect(await cellsOf(page, 'Pets by category')).toEqual([
    ['Dogs (ID 1)', 'at least 100', '0', '0', 'at least 0', 'at least 100'],
    ['Cats (ID 2)', 'at least 0', '0', '4', 'at least 0', 'at least 4'],
  ])
  await expect(page.getByRole('img', { name: 'Pets by status' }).locator('[data-open]')).toHaveCount(2)
})

test('the stock is read once a minute, unless "Refresh" is pressed', async ({ page, petstore }) => {
  create(petstore, 2, 'available')
  await page.clock.install()
  await signIn(page, OVERVIEW)
  await expect(statusMessage(page.getByRole('main'), 'All 2 pets.')).toBeVisible()
  const requests = () => petstore.requestLines().length
  const first = requests()
  expect(first).toBe(5)
  await page.getByRole('button', { name: 'Find a pet' }).click()
  await page.keyboard.type('pet')
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  expect(requests()).toBe(first)
  create(petstore, 1, 'sold')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(statusMessage(page.getByRole('main'), 'All 3 pets.')).toBeVisible()
  expect(requests()).toBe(first + 4)
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: 'Find a pet' }).click()
  await expect.poll(requests).toBe(first + 8)
})

test('an empty store, and a pet that is added then', async ({ page, petstore }) => {
  await signIn(page, OVERVIEW)
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add the first pet' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
  await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
  await page.getByRole('button', { name: 'Add pet' }).click()
  await expect(page.getByRole('list', { name: 'Just added' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(statusMessage(page.getByRole('main'), '1 pet.')).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
})

test('all that was read can be taken along as CSV', async ({ page, petstore, browserName }) => {
  test.skip(browserName === 'firefox', 'Firefox reports no downloads.')
  create(petstore, 100, 'available', '1')
  petstore.db.create({ id: int64('9007199254740993'), name: '=1+1', categoryId: int64('7'), status: 'sold' })
  await signIn(page, OVERVIEW)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^pets-staging-\d{4}-\d\d-\d\d-\d{4}-cut\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(103)
  expect(text).toContain("\r\n9007199254740993,'=1+1,7,,sold\r\n")
  await expect(
    statusMessage(page.getByRole('main'), /^Downloaded 101 pets\. The service may have more/),
  ).toBeVisible()
})

test('axe finds no violations: the overview', async ({ page, petstore }) => {
  create(petstore, 101, 'available', '1')
  create(petstore, 3, undefined, '77')
  await signIn(page, OVERVIEW)
  await expect(table(page, 'Pets by category')).toBeVisible()
  await expectNoViolations(page)
})

test('with text of twice the size, nothing is cut or beyond the edge: overview, one pet, labels, service', async ({
  page,
  petstore,
}) => {
  create(petstore, 101, 'available', '1')
  const { id } = petstore.db.create({ id: int64('-9223372036854775808'), name: 'Sir Reginald Fluffington' })
  await signIn(page, OVERVIEW)
  for (const path of ['/overview', `/pets/${id}`, `/pets/labels?ids=${id}`, '/service']) {
    await page.goto(`/staging${path}`)
    await expect(page.getByText('Start').or(page.locator('main :is(td, dd)')).first()).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const found = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(h1, p, th, td, dt, dd, a, button, label)')]
          .filter((part) => part.closest('.visually-hidden, thead, [role=img], [role=list]') === null)
          .filter(
            (part) =>
              part.scrollWidth > part.clientWidth + 1 &&
              getComputedStyle(part).display !== 'inline' &&
              part.clientWidth > 0,
          )
          .map(({ textContent }) => textContent)
          .concat(document.documentElement.scrollWidth > window.innerWidth ? ['sideways'] : []),
      )
      expect(found, `${path} at ${width} px`).toEqual([])
    }
  }
})
