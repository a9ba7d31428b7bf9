import type { Page } from '@playwright/test'
import type { PetStatus } from '#src/pets/pet.ts'
import { expectNoViolations } from './axe-check.ts'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, int64, KEY, PRODUCTION_KEY, signIn, statusMessage } from './fixtures.ts'
import { chooseFile, csvOf } from './import-helpers.ts'
import type { PetstoreService } from './petstore-service.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find a pet' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Name, category or ID' })
const options = (page: Page) => dialog(page).getByRole('listbox', { name: 'Pets found' }).getByRole('option')
const active = (page: Page) => dialog(page).getByRole('option', { selected: true })
const findButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Find a pet' })
const searched = (page: Page, text: string | RegExp) => statusMessage(dialog(page), text)

function create(petstore: PetstoreService, count: number, status: PetStatus | undefined, name: string) {
  for (let index = 0; index < count; index += 1)
    petstore.db.create({ name: `${name} ${index + 1}`, categoryId: int64('2'), status })
}

const LISTS = ['limit=100', 'limit=100&status=available', 'limit=100&status=pending', 'limit=100&status=sold']

test('from the import page, Rex is found in three key strokes, in four requests', async ({
  page,
  petstore,
}) => {
  create(petstore, 3, 'sold', 'Mochi')
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('1'), status: 'available' })
  await signIn(page, '/staging/pets/import')
  await expect(heading(page)).toHaveText('Add many pets')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(searched(page, 'Searched all 4 pets in Staging.')).toBeVisible()
  expect(petstore.requestLines().slice(1).toSorted()).toEqual(LISTS.map((list) => `GET /pets?${list}`))
  await page.keyboard.press('r')
  await expect(active(page)).toHaveAccessibleName('Rex, Dogs, Available, ID 981')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Rex')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('arrows move among the options, Escape closes and gives the focus back', async ({ page, petstore }) => {
  create(petstore, 3, 'sold', 'Mochi')
  await signIn(page)
  await findButton(page).click()
  await field(page).fill('mochi')
  await expect(options(page)).toHaveCount(3)
  await expect(active(page)).toHaveAccessibleName(/^Mochi 1, Cats, Sold, ID/)
  for (const [key, name] of [
    ['ArrowDown', 'Mochi 2'],
    ['ArrowUp', 'Mochi 1'],
    ['ArrowUp', 'Mochi 3'],
    ['ArrowDown', 'Mochi 1'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(active(page)).toHaveAccessibleName(new RegExp(`^${name},`))
    const id = await active(page).getAttribute('id')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '')
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(findButton(page)).toBeFocused()
})

test('an ID that no list has can be looked up; one that was found cannot', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('9007199254740993'), name: 'Rex', categoryId: int64('1'), status: 'sold' })
  await signIn(page)
  await findButton(page).click()
  await field(page).fill('9007199254740992')
  await expect(options(page)).toHaveText(['Look up ID 9007199254740992'])
  await field(page).fill('9007199254740993')
  await expect(active(page)).toHaveAccessibleName('Rex, Dogs, Sold, ID 9007199254740993')
  await expect(options(page)).toHaveCount(1)
  await field(page).fill('90071992547409')
  await expect(active(page)).toHaveAccessibleName('Look up ID 90071992547409')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staging\/pets\/90071992547409$/)
  await expect(alerts(page)).toContainText('There is no pet with ID 90071992547409')
})

test('it finds while lists are still arriving, and a better match takes nobody’s place', async ({
  page,
  petstore,
}) => {
  create(petstore, 100, 'available', 'T-Rex')
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('1'), status: 'sold' })
  await signIn(page, '/staging/pets/import')
  const release = petstore.hold({ path: '/pets?limit=100&status=sold' })
  await findButton(page).click()
  await field(page).fill('rex')
  await expect(active(page)).toHaveAccessibleName(/^T-Rex 1,/)
  await expect(searched(page, 'Reading the pets of Staging…')).toBeVisible()
  release()
  await expect(options(page).first()).toHaveAccessibleName('Rex, Dogs, Sold, ID 981')
  await expect(active(page)).toHaveAccessibleName(/^T-Rex 1,/)
  await expect(
    searched(page, 'Searched 101 pets. Some available pets and pets without a status may be missing.'),
  ).toBeVisible()
})

test('a key that ends is asked for over the dialog, and the search goes on', async ({ page, petstore }) => {
  create(petstore, 2, 'available', 'Mochi')
  await signIn(page, '/staging/pets/import')
  petstore.key = 'another-key'
  await findButton(page).click()
  const signInAgain = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(signInAgain.getByLabel('API key')).toBeFocused()
  await signInAgain.getByLabel('API key').fill('another-key')
  await page.keyboard.press('Enter')
  await expect(signInAgain).toHaveCount(0)
  await expect(searched(page, 'Searched all 2 pets in Staging.')).toBeVisible()
  await field(page).fill('mochi')
  await expect(options(page)).toHaveCount(2)
})

test('closing the dialog gives up the requests that nobody waits for any more', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/import')
  const release = petstore.hold({ path: /limit=100/, times: 9 })
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).search))
  await findButton(page).click()
  await expect.poll(() => petstore.requestLines().length).toBe(5)
  await page.keyboard.press('Escape')
  await expect.poll(() => failed.toSorted()).toEqual(LISTS.map((list) => `?${list}`))
  release()
})

test('signing out in another tab closes the dialog for good', async ({ page, petstore, context }) => {
  create(petstore, 2, 'available', 'Mochi')
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  await findButton(page).click()
  await field(page).fill('mochi')
  await expect(options(page)).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('/staging/pets')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByLabel('API key').fill(KEY)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('the shortcut is in the help, works in a text field, and can be switched off', async ({ page }) => {
  await signIn(page, '/staging/pets/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Re')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Re')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Find a pet')
  await help.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
  await help.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('/')
  await expect(dialog(page)).toHaveCount(0)
})

test('from a search without a match, find opens with the same words', async ({ page, petstore }) => {
  create(petstore, 2, 'sold', 'Mochi')
  await signIn(page, '/staging/pets?status=available&q=mochi')
  petstore.db.create({ name: 'Rex', status: 'available' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Search more pets' }).click()
  await expect(field(page)).toHaveValue('mochi')
  await expect(options(page)).toHaveCount(2)
})

test('axe finds no violations: the dialog "Find a pet"', async ({ page, petstore }) => {
  create(petstore, 3, 'sold', 'Mochi')
  await signIn(page, '/staging/pets/import')
  await findButton(page).click()
  await field(page).fill('o')
  await expect(options(page)).toHaveCount(3)
  await expectNoViolations(page)
  await field(page).fill('zzz')
  await expect(options(page)).toHaveCount(0)
  await expectNoViolations(page)
})

test('it belongs to the page over which it was opened, also when one comes back to the environment', async ({
  page,
  petstore,
}) => {
  create(petstore, 1, 'sold', 'Rex')
  await signIn(page, '/production/pets', { key: PRODUCTION_KEY })
  await page.getByRole('button', { name: /change environment/ }).click()
  await page.getByRole('link', { name: 'Staging' }).click()
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Rex 1' }).click()
  await expect(heading(page)).toHaveText('Rex 1')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Pets')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/production/)
  await page.goForward()
  await expect(page).toHaveURL(/staging/)
  await expect(page.getByRole('link', { name: 'Rex 1' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('while an import runs, it finds what was added by then', async ({ page, petstore }) => {
  create(petstore, 1, 'sold', 'Rex')
  await signIn(page, '/staging/pets/import')
  await page.keyboard.press('Control+k')
  await expect(searched(page, 'Searched the only pet in Staging.')).toBeVisible()
  await page.keyboard.press('Escape')
  await chooseFile(page, csvOf(['Kiwi', 'Luna', 'Momo', 'Nero']))
  const release = petstore.hold({ method: 'POST', body: /Nero/ })
  await page.getByRole('button', { name: 'Add 4 pets' }).click()
  await petstore.arrived(4)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kiwi')
  await expect(active(page)).toHaveAccessibleName(/^Kiwi,/)
  release()
})
