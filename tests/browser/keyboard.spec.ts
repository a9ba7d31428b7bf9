import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import {
  expect,
  heading,
  KEY,
  namesOf,
  navLink,
  openPage,
  petForm,
  signIn,
  statusMessage,
  test as anyHostTest,
} from './fixtures.ts'

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

test('signing in works by keyboard alone, from the top of the page', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await page.goto('/staging/pets')
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page.getByLabel('API key')).toBeFocused()
  expect(await scrollTop(page)).toBe(0)
  await page.keyboard.type(KEY)
  await page.keyboard.press('Enter')
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(page.getByRole('main')).toBeFocused()
})

const pet70 = (page: Page) => page.getByRole('link', { name: 'Pet 70' })

/** Opens a pet far down in the list, and returns how far the list was scrolled. */
async function openPet70(page: Page): Promise<number> {
  await pet70(page).focus()
  await expect(pet70(page)).toBeInViewport()
  const scrolled = await scrollTop(page)
  expect(scrolled).toBeGreaterThan(100)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Pet 70')
  return scrolled
}

test.describe('in a long list, by keyboard alone', () => {
  test.use({ isSignedIn: true })

  test.beforeEach(async ({ page, petstore }) => {
    for (let number = 1; number <= 80; number++) petstore.db.create({ name: `Pet ${number}` })
    await openPage(page, '/staging/pets?limit=100')
    await expect(namesOf(page)).toHaveCount(80)
  })

  test('the first Tab leads to a link that skips to the content', async ({ page }) => {
    const skip = page.getByRole('link', { name: 'Skip to main content' })
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('a pet opens at its top, with the focus on its page', async ({ page }) => {
    await openPet70(page)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await scrollTop(page)).toBe(0)
  })

  test('going back returns to the pet in the list, where the list was', async ({ page }) => {
    const scrolled = await openPet70(page)
    await page.goBack()
    await expect(pet70(page)).toBeFocused()
    await expect(pet70(page)).toBeInViewport()
    await expect.poll(() => scrollTop(page)).toBe(scrolled)
  })

  test('"Back to pets" returns to the pet in the list, where the list was', async ({ page }) => {
    const scrolled = await openPet70(page)
    await page.getByRole('link', { name: 'Back to pets' }).press('Enter')
    await expect(pet70(page)).toBeFocused()
    await expect.poll(() => scrollTop(page)).toBe(scrolled)
  })
})

test('navigation moves the focus to main, or to a form, but filtering does not', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await signIn(page)
  const main = page.getByRole('main')
  await navLink(page, 'Add pet').press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await navLink(page, 'Pets').press('Enter')
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(main).toBeFocused()

  await page.getByRole('radio', { name: 'All' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Sold' })).toBeFocused()
  await expect(page).toHaveURL(/status=sold/)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').press('Enter')
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('columnheader', { name: 'Name' }).getByRole('button')).toBeFocused()
})

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' })

test.describe('shortcuts', () => {
  test.use({ isSignedIn: true })

  test.beforeEach(async ({ page }) => {
    await openPage(page)
    await page.getByRole('main').focus()
  })

  test('are listed by "?", until Esc', async ({ page }) => {
    await page.keyboard.press('?')
    await expect(help(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help(page)).toHaveCount(0)
  })

  test('lead to the search, the form and the list', async ({ page }) => {
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search these pets' })).toBeFocused()
    await page.getByRole('main').focus()
    await page.keyboard.press('n')
    await expect(heading(page)).toHaveText('Add a pet')
    await page.getByRole('main').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(heading(page)).toHaveText('Pets')
  })

  test('are letters while somebody types', async ({ page }) => {
    const search = page.getByRole('searchbox', { name: 'Search these pets' })
    await search.focus()
    await page.keyboard.type('n?')
    await expect(search).toHaveValue('n?')
    await expect(heading(page)).toHaveText('Pets')
  })

  test('can be switched off', async ({ page }) => {
    await page.keyboard.press('?')
    await help(page).getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('main').focus()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await expect(help(page)).toHaveCount(0)
    await expect(heading(page)).toHaveText('Pets')
  })
})

const find = (page: Page) => page.getByRole('button', { name: 'Find a pet', exact: true })

/** Returns the keys that somebody sees beside the label of the button, or '' without any. */
const keysBesideFind = (page: Page) =>
  find(page)
    .getByText('Find a pet')
    .evaluate((label) => {
      const { content } = getComputedStyle(label, '::after')
      return content === 'none' ? '' : label.dataset['keys']
    })

test.describe('the keys of "Find a pet"', () => {
  test.use({ isSignedIn: true })

  test('are shown beside its name, which stays the same', async ({ page }) => {
    await openPage(page)
    await expect.poll(() => keysBesideFind(page)).toBe('Ctrl K')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Find a pet' })).toBeVisible()
  })

  test('are those of a Mac on a Mac, also before the app is there', async ({ page, site, petstore }) => {
    petstore.db.create({ name: 'Rex' })
    await page.addInitScript(() =>
      Object.defineProperty(Object.getPrototypeOf(navigator), 'platform', { value: 'MacIntel' }),
    )
    const release = site.holdAssets(/\/assets\/load-app-.*\.js$/)
    await page.goto('/staging/pets', { waitUntil: 'commit' })
    await expect.poll(() => keysBesideFind(page)).toBe('⌘K')
    release()
    await expect(namesOf(page)).toHaveText(['Rex'])
    expect(await keysBesideFind(page)).toBe('⌘K')
    await page.keyboard.press('Meta+k')
    await expect(page.getByRole('dialog', { name: 'Find a pet' })).toBeVisible()
  })

  test.describe('with a finger', () => {
    test.use({ hasTouch: true, isMobile: true })

    test('are not shown', async ({ page, browserName }) => {
      test.skip(browserName === 'firefox', 'Playwright cannot take the mouse away from Firefox.')
      await openPage(page)
      await expect(find(page)).toBeVisible()
      expect(await keysBesideFind(page)).toBe('')
    })
  })
})

test('keys pressed once a page is there go to its field, and earlier ones do not', async ({ page, site }) => {
  await page.clock.install()
  const release = site.holdAssets(/PetCreatePage/)
  await signIn(page)
  await expect(heading(page)).toHaveText('Pets')
  // The page comes with its code, and not with a timer. React alone would show the skeleton for 300
  // ms.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('n')
  await expect(page.locator('main > [aria-busy]')).toBeVisible()
  await page.keyboard.type('gp')
  release()
  const { name } = petForm(page)
  await expect(name).toBeFocused()
  await page.keyboard.type('Buddy')
  await expect(name).toHaveValue('Buddy')
})

anyHostTest(
  'a page that is loaded later is announced once by its title, but the initial page is not',
  async ({ page, site }) => {
    await page.clock.install()
    const release = site.holdAssets(/PetImportPage/)
    await signIn(page)
    // Signing in also counts as navigation.
    await page.clock.runFor(2000)
    await page.reload()
    await expect(heading(page)).toHaveText('Pets')
    await page.clock.runFor(2000)
    const announcement = statusMessage(page, 'Petstore Admin')
    await expect(announcement).toHaveCount(0)

    await navLink(page, 'Import').click()
    await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
    await page.clock.runFor(2000)
    await expect(announcement).toHaveCount(0)
    release()
    await expect(heading(page)).toHaveText('Add many pets')
    await page.clock.runFor(2000)
    await expect(announcement).toHaveText(['Import · Staging · Petstore Admin'])
    // The browser would ignore a second title in the document.
    await expect(page.locator('title')).toHaveCount(1)
  },
)
