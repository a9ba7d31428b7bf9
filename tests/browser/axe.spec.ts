import type { Page } from '@playwright/test'
import { testPets } from '#src/mocks/seed.ts'
import { expectNoViolations } from './axe-check.ts'
import { alerts, expect, heading, KEY, namesOf, signIn, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const seed = (petstore: PetstoreService) => testPets().forEach((pet) => petstore.db.create(pet))

/** Checks the page as it is, and makes it wide again. */
async function check(page: Page, state: string) {
  await test.step(state, () => expectNoViolations(page))
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function addRex(page: Page) {
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
  await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
  await press(page, 'Add pet')
}

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

test('axe finds no violations: the list', async ({ page, petstore }) => {
  const release = petstore.hold({ path: '/pets?limit=20' })
  await signIn(page)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  await check(page, 'loading')
  release()
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  await check(page, 'without pets')
  seed(petstore)
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
  await signIn(page, '/staging/pets/new')
  await press(page, 'Add pet')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await check(page, 'errors')
  petstore.respond({ method: 'POST' }, { status: 400, body: { code: 'a', message: 'Full.', status: 400 } })
  await addRex(page)
  await expect(alerts(page)).toContainText('Full.')
  await check(page, 'a rejection')
  await addRex(page)
  await expect(page.getByRole('list', { name: 'Just added' })).toBeVisible()
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

test('axe finds no violations: one pet', async ({ page, petstore }) => {
  seed(petstore)
  await signIn(page, '/staging/pets/9007199254740993')
  await expect(heading(page)).toHaveText('Rex')
  await check(page, 'a pet')
  await page.goto('/staging/pets/5')
  await expect(alerts(page)).toContainText('There is no pet')
  await check(page, 'one that does not exist')
  petstore.respond({ path: '/pets/6', times: 9 }, { status: 410 })
  await page.goto('/staging/pets/6')
  await expect(alerts(page)).toContainText('is not among the pets')
  await check(page, 'one that is not in the lists')
})

test('axe finds no violations: pages that are not there', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(heading(page)).toHaveText('Page not found')
  await check(page, 'of the site')
  await signIn(page, '/staging/nothing')
  await expect(heading(page)).toHaveText('Page not found')
  await check(page, 'of an environment')
})

test('axe finds no violations: the dialogs and menus of every page', async ({ page, petstore }) => {
  await signIn(page)
  await page.getByRole('main').press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await check(page, 'the dialog "Keyboard shortcuts"')
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

test('axe finds no violations: a configuration that does not work', async ({ page, site }) => {
  site.configure({})
  await page.goto('/')
  await expect(alerts(page)).toContainText('environments')
  await check(page, 'an invalid one')
  site.configure({ environments: [{ id: 'demo', name: 'Demo', baseUrl: '/mock/v1', kind: 'demo' }] })
  await page.goto('/')
  await expect(heading(page)).toContainText('not available on this site')
  await check(page, 'a demo environment in the production build')
})
