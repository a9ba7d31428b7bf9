import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, openPage, statusMessage } from './fixtures.ts'

test.use({ isSignedIn: true })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find a pet' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Name, category or ID' })
const searched = (page: Page, text: string) => statusMessage(dialog(page), text)

const LISTS = ['limit=100', 'limit=100&status=available', 'limit=100&status=pending', 'limit=100&status=sold']

test('from the import page, Rex is found with three strokes and four requests', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Mochi', status: 'sold' })
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('1'), status: 'available' })
  await openPage(page, '/staging/pets/import')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(searched(page, '2 pets to search.')).toBeVisible()
  expect(petstore.requestLines().toSorted()).toEqual(LISTS.map((list) => `GET /pets?${list}`))
  await page.keyboard.press('r')
  await expect(dialog(page).getByRole('option', { selected: true })).toHaveAccessibleName(
    'Rex, Dogs, Available, ID 981',
  )
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Rex')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a pet without a status has the dashed outline of "Not set", and others have their shape alone', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Mochi', status: undefined })
  petstore.db.create({ name: 'Milo', status: 'sold' })
  await openPage(page, '/staging/pets/import')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('m')
  const outlineOf = (pet: string, status: string) =>
    dialog(page)
      .getByRole('option', { name: new RegExp(`^${pet}`) })
      .locator('[data-status]', { hasText: status })
      .evaluate((node) => getComputedStyle(node).borderTopStyle)
  await expect.poll(() => outlineOf('Mochi', 'Not set')).toBe('dashed')
  expect(await outlineOf('Milo', 'Sold')).toBe('none')
})

test('a key that ends is asked for over the dialog, and the search goes on', async ({ page, petstore }) => {
  for (const name of ['Rex', 'Mochi']) petstore.db.create({ name })
  await openPage(page, '/staging/pets/import')
  petstore.key = 'another-key'
  await page.keyboard.press('Control+k')
  const signInAgain = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(signInAgain.getByLabel('API key')).toBeFocused()
  await signInAgain.getByLabel('API key').fill('another-key')
  await page.keyboard.press('Enter')
  await expect(signInAgain).toHaveCount(0)
  await expect(searched(page, '2 pets to search.')).toBeVisible()
})

test('the dialog belongs to the page over which it was opened', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await openPage(page)
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Pets')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Rex' })).toBeFocused()
})
