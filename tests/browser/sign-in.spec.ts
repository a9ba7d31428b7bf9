import type { Locator, Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, justAdded, KEY, namesOf, petForm, signIn } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const field = (page: Page) => page.getByLabel('API key')

/** Returns the complete storage as one string. */
const stored = (page: Page, kind: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => JSON.stringify(window[name]), kind)

test('"Show key" shows and hides the key, and submitting twice checks it once', async ({
  page,
  petstore,
}) => {
  const release = petstore.hold()
  await page.goto('/staging/pets/new')
  await field(page).fill(KEY)
  for (const type of ['text', 'password']) {
    await page.getByRole('button', { name: 'Show key' }).click()
    await expect(field(page)).toHaveAttribute('type', type)
    await expect(field(page)).toHaveValue(KEY)
  }
  await field(page).press('Enter')
  await field(page).press('Enter')
  await page.getByRole('button', { name: /^Signing in/ }).click({ force: true })
  release()
  await expect(heading(page)).toHaveText('Add a pet')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1'])
})

/** Says whether the user name is rendered, because password managers ignore one that is not. */
const isUserNameRendered = (form: Locator) =>
  form.locator('[autocomplete=username]').evaluate((input) => input.checkVisibility())

test('password managers see whose key it is, and the keyboard skips that field', async ({
  page,
  petstore,
}) => {
  await page.goto('/staging/pets')
  await expect(field(page)).toBeFocused()
  expect(await isUserNameRendered(page.locator('form'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()

  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.key = 'new-key'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(field(page)).toBeFocused()
  expect(await isUserNameRendered(dialog(page))).toBe(true)
})

test('a key that is not remembered is for one tab, and one that is remembered is for all', async ({
  page,
  petstore,
  context,
}) => {
  await signIn(page)
  expect(await stored(page, 'sessionStorage')).toContain(KEY)
  expect(await stored(page, 'localStorage')).not.toContain(KEY)
  // In Firefox, a body that is still being read is no error in the console when the page is left.
  const head = 'HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\n\r\n['
  petstore.writeRaw({ path: /limit=20/ }, (socket) => void socket.write(head))
  await Promise.all([page.waitForResponse(/limit=20/), page.reload()])
  await page.reload()
  await expect(heading(page)).toHaveText('Pets')
  const other = await context.newPage()
  await page.close()
  await signIn(other, '/staging/pets', { keepSignedIn: true })
  expect(await stored(other, 'localStorage')).toContain(KEY)
  expect(await stored(other, 'sessionStorage')).not.toContain(KEY)
  const third = await context.newPage()
  await other.close()
  await third.goto('/staging/pets')
  await expect(heading(third)).toHaveText('Pets')
})

/** Ends the key, which the page learns by a press of "Refresh". */
async function endKey(page: Page, petstore: PetstoreService) {
  petstore.key = 'new-key'
  await page.bringToFront()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog(page)).toBeVisible()
  await expect(field(page)).toBeFocused()
}

test.describe('a key that ends', () => {
  test.beforeEach(async ({ page, petstore }) => {
    petstore.db.create({ name: 'Rex' })
    await signIn(page, '/staging/pets', { keepSignedIn: true })
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('is asked for in a dialog, and then the focus is where it was', async ({ page, petstore }) => {
    await endKey(page, petstore)
    await page.keyboard.type('new-key\n')
    await expect(dialog(page)).toHaveCount(0)
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
  })

  test('is asked for again when another key does not work either', async ({ page, petstore }) => {
    await endKey(page, petstore)
    await page.keyboard.type('wrong-key\n')
    await expect(field(page)).toHaveAccessibleDescription(/This key does not work for Staging/)
    await expect(field(page)).toBeFocused()
    await expect(dialog(page).getByLabel('Keep me signed in on this device')).toBeChecked()
  })

  test('is asked for in a field that keeps what is typed while a key is checked', async ({
    page,
    petstore,
  }) => {
    await endKey(page, petstore)
    const respond = petstore.hold({ path: '/pets?limit=1' })
    await page.keyboard.type('new\n')
    await page.keyboard.type('-k')
    respond()
    await expect(field(page)).toHaveAccessibleDescription(/This key does not work for Staging/)
    await page.keyboard.type('ey\n')
    await expect(dialog(page)).toHaveCount(0)
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('is entered once for all tabs', async ({ page, petstore, context }) => {
    const otherTab = await context.newPage()
    await otherTab.goto('/staging/pets')
    await expect(namesOf(otherTab)).toHaveText(['Rex'])
    await endKey(otherTab, petstore)
    await endKey(page, petstore)
    await page.keyboard.type('new-key\n')
    for (const tab of [page, otherTab]) {
      await expect(dialog(tab)).toHaveCount(0)
      await expect(namesOf(tab)).toHaveText(['Rex'])
    }
  })
})

test('a key that ends while somebody types on is asked for beside the form, and no letter is lost', async ({
  page,
  petstore,
}) => {
  const { name } = petForm(page)
  await signIn(page, '/staging/pets/new')
  const sent = () => petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)
  const names = ['Rex', 'Mia', 'Hamster', 'Luna']
  petstore.key = 'another-key'
  const release = petstore.hold({ method: 'POST' })
  await name.focus()
  await page.keyboard.type('Rex\n2\nMi')
  await petstore.arrived(1)
  release()
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Your key no longer works/ })).toHaveCount(1)
  await page.keyboard.type('a\n2\nHamster\n2\nLuna\n2\n')
  await expect(justAdded(page)).toHaveText(
    names.toReversed().map((one) => new RegExp(`${one}.*Waiting`, 's')),
  )
  expect(sent()).toEqual(['Rex'])

  await page.keyboard.type('Zo')
  await dialog(page).getByLabel('API key').click()
  await page.keyboard.type('another-key\n')
  await expect(dialog(page)).toHaveCount(0)
  await expect(name).toBeFocused()
  await page.keyboard.type('e')
  await expect(name).toHaveValue('Zoe')
  await page.getByRole('button', { name: 'Add 4 waiting' }).click()
  await expect(justAdded(page).filter({ hasText: 'Added (ID' })).toHaveCount(4)
  expect(sent()).toEqual(['Rex', ...names])
})
