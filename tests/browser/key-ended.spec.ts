import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, namesOf, petForm, signIn } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

async function signInAgain(page: Page, key: string) {
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('API key')).toBeFocused()
  await page.keyboard.type(key)
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('a wrong key is reported in the dialog, and the right one continues', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.key = 'new-key'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.type('wrong-key')
  await page.keyboard.press('Enter')
  const field = dialog(page).getByLabel('API key')
  await expect(field).toHaveAccessibleDescription(/This key does not work for Staging/)
  await expect(field).toBeFocused()
  await field.fill('new-key')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(namesOf(page)).toHaveText(['Rex'])
})

test('Esc closes the dialog and returns the focus; the form keeps its values, and the user can sign in again later', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  const { name, category, add } = petForm(page)
  await name.fill('Rex')
  await category.fill('12')
  await page.getByRole('radio', { name: 'Sold' }).check()
  const expectFormPreserved = async () => {
    await expect(name).toHaveValue('Rex')
    await expect(category).toHaveValue('12')
    await expect(page.getByRole('radio', { name: 'Sold' })).toBeChecked()
  }
  petstore.key = 'new-key'
  await add.click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(dialog(page)).toHaveCount(0)
  await expect(add).toBeFocused()
  await expectFormPreserved()
  await expect(alerts(page)).toContainText('not added because your key for Staging no longer works')
  expect(petstore.posts()).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await signInAgain(page, 'new-key')
  await expectFormPreserved()
  expect(petstore.posts()).toHaveLength(1)
})

test('two requests rejected at once open one dialog, and both are repeated', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.key = 'new-key'
  petstore.clearReceived()
  const release = petstore.hold({ path: '/pets?limit=20' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(dialog(page)).toBeVisible()
  release()
  await signInAgain(page, 'new-key')
  await expect(heading(page)).toHaveText('Rex')
  await expect(dialog(page)).toHaveCount(0)
  expect(petstore.requestLines().filter((line) => line === 'GET /pets?limit=1')).toHaveLength(1)
})

test('a key saved on this device leaves "Keep me signed in" checked in the dialog', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.key = 'new-key'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog(page).getByLabel('Keep me signed in on this device')).toBeChecked()
  await signInAgain(page, 'new-key')
  await page.reload()
  await expect(heading(page)).toHaveText('Pets')
  await expect(alerts(page)).toHaveCount(0)
})

test('signing in again in one tab closes the dialog in the other', async ({ page, petstore, context }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  const other = await context.newPage()
  await other.goto('/staging/pets')
  await expect(namesOf(other)).toHaveText(['Rex'])
  petstore.key = 'new-key'
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Refresh' }).click()
    await expect(dialog(tab)).toBeVisible()
  }
  await page.bringToFront()
  await signInAgain(page, 'new-key')
  await expect(dialog(other)).toHaveCount(0)
  await expect(namesOf(other)).toHaveText(['Rex'])
})
