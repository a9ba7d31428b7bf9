import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, namesOf, rowsOf, signIn, statusMessage } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

async function signInAgain(page: Page, key: string) {
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('API key')).toBeFocused()
  await page.keyboard.type(key)
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

async function fillForm(page: Page) {
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
  await page.getByRole('textbox', { name: 'Category ID' }).fill('12')
  await page.getByRole('radio', { name: 'Sold' }).check()
}

async function expectFormPreserved(page: Page) {
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
  await expect(page.getByRole('textbox', { name: 'Category ID' })).toHaveValue('12')
  await expect(page.getByRole('radio', { name: 'Sold' })).toBeChecked()
}

test('a GET that was rejected with 401 is repeated automatically after signing in again', async ({
  page,
  petstore,
  baseURL,
}) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  petstore.db.create({ name: 'Mochi' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
  petstore.key = 'new-key'
  petstore.clearReceived()

  await page.getByRole('radio', { name: 'Sold' }).check()
  await expect(dialog(page)).toBeVisible()
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20&status=sold'])
  await signInAgain(page, 'new-key')

  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(page).toHaveURL(`${baseURL}/staging/pets?status=sold`)
  expect(petstore.requestLines()).toEqual([
    'GET /pets?limit=20&status=sold',
    'GET /pets?limit=1',
    'GET /pets?limit=20&status=sold',
  ])
})

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

test('a POST that was rejected with 401 is not repeated until the user presses the button again, and the form keeps its values', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  await fillForm(page)
  petstore.key = 'new-key'
  petstore.clearReceived()
  await page.getByRole('button', { name: 'Add pet' }).click()
  await expect(dialog(page)).toBeVisible()
  await signInAgain(page, 'new-key')

  await expectFormPreserved(page)
  await expect(alerts(page)).toContainText('This pet has not been added yet')
  expect(petstore.requestLines()).toEqual(['POST /pets', 'GET /pets?limit=1'])

  await page.getByRole('button', { name: 'Add pet' }).click()
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  expect(petstore.requestLines()).toEqual(['POST /pets', 'GET /pets?limit=1', 'POST /pets'])
  expect(petstore.db.all()).toHaveLength(1)
})

for (const action of ['Esc', 'Not now'] as const) {
  test(`${action} closes the dialog: the page and the form keep their state, and the user can sign in again later`, async ({
    page,
    petstore,
  }) => {
    await signIn(page, '/staging/pets/new')
    await fillForm(page)
    petstore.key = 'new-key'
    await page.getByRole('button', { name: 'Add pet' }).click()
    await expect(dialog(page)).toBeVisible()
    if (action === 'Esc') await page.keyboard.press('Escape')
    else await dialog(page).getByRole('button', { name: 'Not now' }).click()

    await expect(dialog(page)).toHaveCount(0)
    await expectFormPreserved(page)
    await expect(alerts(page)).toContainText('not added because your key for Staging no longer works')
    expect(petstore.posts()).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signInAgain(page, 'new-key')
    await expectFormPreserved(page)
    expect(petstore.posts()).toHaveLength(1)
  })
}

test('closing the dialog returns the focus to where it was', async ({ page, petstore }) => {
  await signIn(page, '/staging/pets/new')
  await fillForm(page)
  petstore.key = 'new-key'
  await page.getByRole('button', { name: 'Add pet' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add pet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await signInAgain(page, 'new-key')
  await expect(page.getByRole('button', { name: 'Add pet' })).toBeFocused()
})

test('a list without a valid key says why it is hidden, and offers to sign in again', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.key = 'new-key'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog(page)).toBeVisible()
  // Someone else may be using the device now.
  await expect(page.locator('body')).not.toContainText('Rex')
  await page.keyboard.press('Escape')
  await expect(alerts(page)).toContainText('Your key for Staging no longer works')
  await expect(page.locator('body')).not.toContainText('Rex')
  await alerts(page).getByRole('button', { name: 'Sign in again' }).click()
  await signInAgain(page, 'new-key')
  await expect.poll(() => rowsOf(page)).toEqual([['1001', 'Rex', 'Dogs', 'Available']])
  await expect(alerts(page)).toHaveCount(0)
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
