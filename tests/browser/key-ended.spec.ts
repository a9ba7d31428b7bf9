import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { addPet, alerts, expect, heading, justAdded, namesOf, petForm, signIn } from './fixtures.ts'

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

test('a pet that the key was refused for waits; signing in sends nothing, and what is typed stays', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  petstore.key = 'new-key'
  await addPet(page, 'Rex', '12')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(petForm(page).name).toBeFocused()
  await page.keyboard.type('Mia')
  await expect(justAdded(page)).toHaveText([/Rex.*Waiting/s])
  await expect(page.getByRole('main')).toContainText('Not added: your key no longer works.')

  await page.getByRole('button', { name: 'Add 1 waiting' }).click()
  await signInAgain(page, 'new-key')
  await expect(page.getByRole('button', { name: 'Add 1 waiting' })).toBeVisible()
  expect(petstore.db.all()).toEqual([])
  await page.getByRole('button', { name: 'Add 1 waiting' }).click()
  await expect(justAdded(page)).toHaveText([/Rex.*Added \(ID 1001\)/s])
  await expect(petForm(page).name).toHaveValue('Mia')
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
