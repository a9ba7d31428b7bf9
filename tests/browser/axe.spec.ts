import type { Page } from '@playwright/test'
import { seedPets } from '#src/mocks/seed.ts'
import { expectNoViolations } from './axe-check.ts'
import { alerts, expect, heading, KEY, namesOf, signIn, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type State = { page: Page; petstore: PetstoreService }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function withSeed({ page, petstore }: State, path: string) {
  for (const pet of seedPets()) petstore.db.create(pet)
  await signIn(page, path)
}

async function addRex(page: Page) {
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
  await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
  await press(page, 'Add pet')
}

const STATES: Record<string, (state: State) => Promise<unknown>> = {
  'the sign-in view': async ({ page }) => {
    await page.goto('/staging/pets')
    await expect(heading(page)).toHaveText('Sign in')
  },
  'the sign-in view with a rejected key': async ({ page }) => {
    await page.goto('/staging/pets')
    await page.getByLabel('API key').fill('wrong-key')
    await press(page, 'Sign in')
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
  },
  'the sign-in view without a response': async ({ page, petstore }) => {
    petstore.dropConnection({}, 'before')
    await page.goto('/staging/pets')
    await page.getByLabel('API key').fill(KEY)
    await press(page, 'Sign in')
    await expect(alerts(page)).toBeVisible()
  },
  'the full, sorted list': async (state) => {
    await withSeed(state, '/staging/pets?sort=-status')
    await expect(namesOf(state.page)).toHaveCount(20)
  },
  'the empty list': async ({ page }) => {
    await signIn(page)
    await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  },
  'the list without matches': async (state) => {
    await withSeed(state, '/staging/pets?q=nothing+like+it')
    await expect(state.page.getByRole('button', { name: 'Clear search' })).toBeVisible()
  },
  'the list that failed to load': async ({ page, petstore }) => {
    petstore.respond({ path: '/pets?limit=20' }, { status: 403 })
    await signIn(page)
    await expect(alerts(page)).toBeVisible()
    await page.getByText('Details').click()
  },
  'the list that failed to refresh, with an invalid page size': async (state) => {
    await withSeed(state, '/staging/pets?limit=5')
    await expect(namesOf(state.page)).toHaveCount(5)
    state.petstore.respond({}, { status: 403 })
    await press(state.page, 'Refresh')
    await state.page.getByRole('spinbutton', { name: 'Page size' }).fill('1000')
    await state.page.keyboard.press('Enter')
    await expect(alerts(state.page)).toHaveCount(2)
  },
  'the loading list': async ({ page, petstore }) => {
    petstore.hold({ path: '/pets?limit=20' })
    await signIn(page)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  },
  'the form with errors': async ({ page }) => {
    await signIn(page, '/staging/pets/new')
    await press(page, 'Add pet')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  },
  'the form after a pet was added': async ({ page }) => {
    await signIn(page, '/staging/pets/new')
    await addRex(page)
    await expect(page.getByRole('list', { name: 'Just added' })).toBeVisible()
  },
  'the form with a rejection': async ({ page, petstore }) => {
    petstore.respond({ method: 'POST' }, { status: 400, body: { code: 'a', message: 'Full.', status: 400 } })
    await signIn(page, '/staging/pets/new')
    await addRex(page)
    await expect(alerts(page)).toContainText('Full.')
  },
  'the form with an unknown outcome that was checked': async ({ page, petstore }) => {
    petstore.dropConnection({ method: 'POST' }, 'after')
    await signIn(page, '/staging/pets/new')
    await addRex(page)
    await press(page, 'Check for it')
    await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
  },
  'the page of a pet': async (state) => {
    await withSeed(state, '/staging/pets/9007199254740993')
    await expect(heading(state.page)).toHaveText('Rex')
  },
  'a pet that does not exist': async ({ page }) => {
    await signIn(page, '/staging/pets/5')
    await expect(alerts(page)).toContainText('There is no pet')
  },
  'a pet that is not in the lists': async ({ page, petstore }) => {
    petstore.respond({ path: '/pets/5', times: 9 }, { status: 410 })
    await signIn(page, '/staging/pets/5')
    await expect(alerts(page)).toContainText('was not found in')
  },
  'the page "Page not found"': async ({ page }) => {
    await page.goto('/nowhere')
    await expect(heading(page)).toHaveText('Page not found')
  },
  'the page "Page not found" of an environment': async ({ page }) => {
    await signIn(page, '/staging/nothing')
    await expect(heading(page)).toHaveText('Page not found')
  },
  'the dialog "Sign in again" with a rejected key': async (state) => {
    await withSeed(state, '/staging/pets')
    await expect(namesOf(state.page)).toHaveCount(20)
    state.petstore.key = 'another-key'
    await press(state.page, 'Refresh')
    await state.page.getByRole('dialog').getByLabel('API key').fill('wrong')
    await state.page.keyboard.press('Enter')
    await expect(state.page.getByRole('dialog').getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
  },
  'the dialog "Keyboard shortcuts"': async ({ page }) => {
    await signIn(page)
    await page.getByRole('main').press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  },
}

for (const [name, reach] of Object.entries(STATES)) {
  test(`axe finds no violations: ${name}`, async ({ page, petstore }) => {
    await reach({ page, petstore })
    await expectNoViolations(page)
  })
}

test('axe finds no violations: an invalid configuration', async ({ page, site }) => {
  site.configure({})
  await page.goto('/')
  await expect(alerts(page)).toContainText('environments')
  await expectNoViolations(page)
})

test('axe finds no violations: a demo environment in the production build', async ({ page, site }) => {
  site.configure({ environments: [{ id: 'demo', name: 'Demo', baseUrl: '/mock/v1', kind: 'demo' }] })
  await page.goto('/')
  await expect(heading(page)).toContainText('not available on this site')
  await expectNoViolations(page)
})

test('axe finds no violations: the menus of the header', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: /change environment/ }).click()
  await expect(page.getByRole('link', { name: 'Production' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expectNoViolations(page)
})
