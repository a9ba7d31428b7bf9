import type { Page } from '@playwright/test'
import { testPets } from '#tests/support/test-pets.ts'
import { expectNoViolations } from './axe-check.ts'
import { addPet, alerts, expect, heading, int64, KEY, namesOf, openPage, test } from './fixtures.ts'
import { button, chooseFile, csvOf, expectFinished, IMPORT, petNames } from './import-helpers.ts'

const press = (page: Page, name: string) => button(page, name).click()

/** Checks the page as it is, and makes it wide again. */
async function check(page: Page, state: string) {
  await test.step(state, () => expectNoViolations(page))
  await page.setViewportSize({ width: 1280, height: 800 })
}

const addRex = (page: Page) => addPet(page, 'Rex', '1')

test.use({ isSignedIn: true })

test.describe(() => {
  test.use({ isSignedIn: false })

  test('axe finds no violations: signing in', async ({ page, petstore }) => {
    await page.goto('/staging/pets')
    await expect(heading(page)).toHaveText('Sign in')
    await check(page, 'the form')
    await page.getByLabel('API key').fill('wrong-key')
    await press(page, 'Sign in')
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await check(page, 'a rejected key')
    petstore.dropConnection({ times: 10 }, 'before')
    await page.getByLabel('API key').fill(KEY)
    await press(page, 'Sign in')
    await expect(alerts(page)).toBeVisible()
    await check(page, 'no response')
  })
})

test('axe finds no violations: the list', async ({ page, petstore }) => {
  const release = petstore.hold({ path: '/pets?limit=20' })
  await openPage(page)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  await check(page, 'loading')
  release()
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  await check(page, 'without pets')
  for (const pet of testPets()) petstore.db.create(pet)
  await page.goto('/staging/pets?sort=-status')
  await expect(namesOf(page)).toHaveCount(20)
  await check(page, 'full and sorted')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible()
  await check(page, 'without matches')
  petstore.respond({ path: '/pets?limit=5' }, { status: 403 })
  await page.goto('/staging/pets?limit=5')
  await expect(alerts(page)).toBeVisible()
  await page.getByText('Details').click()
  await check(page, 'not loaded')
  await press(page, 'Try again')
  await expect(namesOf(page)).toHaveCount(5)
  petstore.respond({}, { status: 403 })
  await press(page, 'Refresh')
  await page.getByRole('spinbutton', { name: 'Page size' }).fill('1000')
  await page.keyboard.press('Enter')
  await expect(alerts(page)).toHaveCount(2)
  await check(page, 'not refreshed, with an invalid page size')
})

test('axe finds no violations: the form', async ({ page, petstore }) => {
  await openPage(page, '/staging/pets/new')
  await press(page, 'Add pet')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await check(page, 'errors')
  petstore.respond({ method: 'POST' }, { status: 400, body: { code: 'a', message: 'Full.', status: 400 } })
  await addRex(page)
  await expect(alerts(page)).toContainText('Full.')
  await check(page, 'a rejection')
  await addRex(page)
  // The reload below must not meet this request.
  await expect(page.getByRole('list', { name: 'Just added' })).toContainText('Added (ID')
  await check(page, 'a pet was added')
  petstore.dropConnection({ method: 'POST' }, 'after')
  await page.reload()
  await expect(heading(page)).toHaveText('Add a pet')
  await addRex(page)
  await expect(page.getByRole('button', { name: /^This is it/ }).first()).toBeVisible()
  await addRex(page)
  await expect(page.getByRole('button', { name: 'Add it anyway' })).toBeVisible()
  await check(page, 'an unknown outcome that was checked')
})

test('axe finds no violations: one pet and the overview', async ({ page, petstore }) => {
  for (const pet of testPets()) petstore.db.create(pet)
  await openPage(page, '/staging/pets/9007199254740993')
  await expect(heading(page)).toHaveText('Rex')
  await check(page, 'a pet')
  petstore.respond({ path: '/pets/6', times: 9 }, { status: 410 })
  await page.goto('/staging/pets/6')
  await expect(alerts(page)).toContainText('is not among the pets')
  await check(page, 'one that is not in the lists')
  await page.goto('/staging/overview')
  await expect(page.getByRole('table', { name: 'Pets by category' })).toBeVisible()
  await check(page, 'the overview')
})

test('axe finds no violations: the dialogs and menus of every page', async ({ page, petstore }) => {
  for (const name of ['Rex', 'Mochi']) petstore.db.create({ name })
  await openPage(page)
  await press(page, 'Find a pet')
  for (const [text, count] of [
    ['moc', 1],
    ['zzz', 0],
  ] as const) {
    await page.getByRole('combobox').fill(text)
    await expect(page.getByRole('option')).toHaveCount(count)
    await check(page, `the dialog "Find a pet", ${text}`)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('main').press('?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await check(page, 'the dialog "Help"')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /change environment/ }).click()
  await expect(page.getByRole('link', { name: 'Production' })).toBeVisible()
  await check(page, 'the environments')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await check(page, 'the menu')
  petstore.key = 'another-key'
  await page.goto('/staging/pets')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('API key').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
  await check(page, 'the dialog "Sign in again" with a rejected key')
})

test('axe finds no violations: pages that do not work', async ({ page, site }) => {
  await page.goto('/nowhere')
  await expect(heading(page)).toHaveText('Page not found')
  await check(page, 'one that is not there')
  site.configure({})
  await page.goto('/')
  await expect(alerts(page)).toContainText('environments')
  await check(page, 'an invalid configuration')
  site.configure({ environments: [{ id: 'demo', name: 'Demo', baseUrl: '/mock/v1', kind: 'demo' }] })
  await page.goto('/')
  await expect(heading(page)).toContainText('not available on this site')
  await check(page, 'a demo environment in the production build')
})

const DELIVERY = 'name,categoryId,status\nRex,1,sold\nRex,1,sold\n,abc,lost\nMochi,9.2E+18,\nLuna,2,pending\n'

test('axe finds no violations: the rows of an import', async ({ page }) => {
  await openPage(page, IMPORT)
  await chooseFile(page, 'Tier,Art\nRex,1\n')
  await expect(page.getByLabel('Name column')).toBeVisible()
  await check(page, 'the matching of columns')
  await page.reload()
  await chooseFile(page, DELIVERY)
  await press(page, 'Fix row 4')
  await expect(page.getByRole('dialog', { name: 'Edit row 4' })).toBeVisible()
  await check(page, 'the dialog for a row')
  await press(page, 'Cancel')
  await press(page, 'Leave out row 6')
  await expect(button(page, 'Include row 6')).toBeVisible()
  await check(page, 'rows with problems, some left out')
})

test('axe finds no violations: the run of an import', async ({ page, petstore }) => {
  await page.clock.install()
  petstore.respond({ method: 'POST', body: /"Pet 1"/ }, { status: 400 })
  const release = petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await openPage(page, IMPORT)
  await chooseFile(page, csvOf(petNames(7)))
  await press(page, 'Add 7 pets')
  await petstore.arrived(2)
  await check(page, 'a running import')
  petstore.dropConnection({ method: 'POST', body: /"Pet (3|5)"/, times: 2 }, 'after')
  petstore.dropConnection({ method: 'POST', body: /"Pet 4"/ }, 'before')
  release()
  await expect(page.getByText('Three pets in a row were not confirmed.').first()).toBeVisible()
  for (const name of ['Pet 6', 'Pet 7']) petstore.db.create({ name, categoryId: int64('1') })
  await press(page, 'Resume')
  await expectFinished(page)
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await expect(button(page, 'Mark 2 rows as added')).toBeVisible()
  await expect(button(page, 'Send 1 row again')).toBeVisible()
  await check(page, 'unknown rows and possible duplicates')
  await press(page, 'Import another file')
  await expect(page.getByRole('heading', { name: 'Saved imports' })).toBeVisible()
  await check(page, 'a saved import')
})
