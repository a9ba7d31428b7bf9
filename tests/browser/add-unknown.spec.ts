import type { Page } from '@playwright/test'
import { addPet, alerts, expect, navLink, petForm, signIn, statusMessage, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const checkForIt = (page: Page) => page.getByRole('button', { name: 'Check for it' }).click()

/** Adds Rex, but the response is lost. */
async function loseRex(page: Page, petstore: PetstoreService) {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await addPet(page, 'Rex', '9007199254740993')
  await expectUnknown(page)
}

async function expectUnknown(page: Page) {
  await expect(alerts(page)).toContainText('may have been added, but Staging did not confirm it')
  await expect(page.getByRole('main')).not.toContainText(/fail|not added/i)
  await expect(petForm(page).name).toHaveValue('Rex')
}

test.beforeEach(async ({ page }) => {
  await signIn(page, '/staging/pets/new')
})

test('lists loaded before the POST are no evidence: a cancelled check does not report the pet as missing', async ({
  page,
  petstore,
}) => {
  await page.goto('/staging/pets?limit=100')
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  for (const status of ['Available', 'Pending', 'Sold', 'All']) {
    await page.getByRole('radio', { name: status }).check()
  }
  await expect
    // A set: on a busy machine the app is late, and asks for its first list again.
    .poll(() => new Set(petstore.requestLines().filter((line) => line.includes('limit=100'))).size)
    .toBe(4)
  await navLink(page, 'Add pet').click()
  await loseRex(page, petstore)

  const release = petstore.hold({ method: 'GET', times: 9 })
  await checkForIt(page)
  await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
  await expect(statusMessage(page, 'Check cancelled')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/not found|not there/i)
  await expect(page.getByRole('button', { name: 'Add it again' })).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  release()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
})

test('the dialog that asks before adding a pet again updates while a check runs, and keeps the focus', async ({
  page,
  petstore,
}) => {
  await loseRex(page, petstore)
  const release = petstore.hold({ method: 'GET' })
  await checkForIt(page)
  await petForm(page).add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add this pet again?' })
  await expect(dialog).toContainText('The check is not finished yet')
  await expect(dialog.getByRole('button', { name: 'Checking…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(petForm(page).add).toBeFocused()
  await page.keyboard.press('Enter')
  release()
  await expect(dialog).toContainText(/Found a new matching pet:\s*Rex, ID 1001/)
  await expect(dialog.getByRole('button', { name: 'Check again' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Yes, this is it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(statusMessage(page, 'Rex added (ID 1001)')).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
  await expect(petForm(page).name).toBeFocused()
  expect(petstore.posts()).toHaveLength(1)
})

test('an unknown pet that is sent again and rejected stays unknown, and cannot be checked before the response', async ({
  page,
  petstore,
}) => {
  await loseRex(page, petstore)
  petstore.key = 'another'
  await petForm(page).add.click()
  const dialog = page.getByRole('dialog', { name: 'Add this pet again?' })
  const release = petstore.hold({ method: 'POST' })
  await dialog.getByRole('button', { name: 'Add it again' }).click()
  await expect(page.getByRole('button', { name: 'Check for it' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Check for it' }).click({ force: true })
  release()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Not now' }).click()

  await expect(alerts(page)).toHaveCount(2)
  await expect(alerts(page).last()).toContainText(
    'not added this time because your key for Staging no longer works',
  )
  await petForm(page).add.click()
  await expect(dialog).toBeVisible()
  expect(petstore.requestLines().filter((line) => line.includes('limit=100'))).toEqual([])
  expect(petstore.posts()).toHaveLength(2)
  expect(petstore.db.all()).toHaveLength(1)
})

test('a failed check shows the error and can be retried', async ({ page, petstore }) => {
  await loseRex(page, petstore)
  petstore.respond({ method: 'GET' }, { status: 403, body: { code: 'no', message: 'Not now.', status: 403 } })
  await checkForIt(page)
  await expect(statusMessage(page, 'Not now.')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test('a response that CORS makes unreadable leaves the outcome unknown', async ({ page, petstore }) => {
  petstore.respond(
    { method: 'POST' },
    {
      status: 201,
      body: '{}',
      done: true,
      headers: { 'access-control-allow-origin': 'https://other.example' },
    },
  )
  await addPet(page, 'Rex', '1')
  await expectUnknown(page)
  expect(petstore.posts()).toHaveLength(1)
})
