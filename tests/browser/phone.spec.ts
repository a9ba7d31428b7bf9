import type { Locator, Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, KEY, namesOf, openPage, petForm } from './fixtures.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

/** Returns the facts about each field in which one types, or chooses from a list. */
const fieldsOf = (page: Page) =>
  page
    .locator('input:not([type=radio], [type=checkbox], [type=file], [aria-hidden]), textarea, select')
    .evaluateAll((fields: (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[]) =>
      fields.map((field) => ({
        name: field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent.trim() ?? '',
        isBigEnough: Number.parseFloat(getComputedStyle(field).fontSize) >= 16,
        isCorrected:
          field.tagName !== 'SELECT' && (field.spellcheck || field.getAttribute('autocorrect') !== 'off'),
      })),
    )

const expectFields = async (page: Page, ...names: readonly string[]) => {
  const fields = names.map((name) => ({
    name: expect.stringContaining(name) as unknown,
    isBigEnough: true,
    isCorrected: false,
  }))
  await expect.poll(() => fieldsOf(page)).toEqual(fields)
}

/**
 * Signs in, and waits for the list. "Sign out" is in a menu, so it does not tell whether one is
 * signed in.
 */
async function signInByHand(page: Page) {
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('no browser zooms in on a field, or corrects what is typed there', async ({ page, petstore }) => {
  const { id } = petstore.db.create({ name: 'Rex' })
  await page.goto('/staging/pets')
  await expectFields(page, 'API key')
  await signInByHand(page)
  await expect(namesOf(page)).toHaveCount(1)
  await expectFields(page, 'Search these pets', 'Sort by', 'Page size')
  await page.getByRole('button', { name: 'Find a pet' }).click()
  await expectFields(page, 'Search these pets', 'Sort by', 'Page size', 'Name, category or ID')
  await openPage(page, '/staging/pets/new')
  await expect(petForm(page).name).toBeVisible()
  await expectFields(page, 'Name', 'Category ID')
  await openPage(page, '/staging/pets/import')
  await expectFields(page, 'Or paste rows')
  await openPage(page, `/staging/pets/labels?ids=${id}`)
  await expectFields(page, 'Sheet', 'Start at label', 'Move right (mm)', 'Move down (mm)')
})

test('after signing in, the list is at its top', async ({ page, petstore }) => {
  for (let number = 1; number <= 50; number += 1) petstore.db.create({ name: `Pet ${number}` })
  // The height is as small as the keyboard of a phone leaves it.
  await page.setViewportSize({ width: 390, height: 220 })
  await page.goto('/staging/pets?limit=50')
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).scrollIntoViewIfNeeded()
  await expect.poll(scrolled).toBeGreaterThan(20)
  await signInByHand(page)
  await expect(namesOf(page)).toHaveCount(50)
  await expect(heading(page)).toBeInViewport()
  expect(await scrolled()).toBe(0)
})

test('after signing in, the list stays at its top while the keyboard closes', async ({ page, petstore }) => {
  for (let number = 1; number <= 50; number += 1) petstore.db.create({ name: `Pet ${number}` })
  await page.setViewportSize({ width: 390, height: 300 })
  await page.clock.install()
  await page.goto('/staging/pets?limit=50')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  // From now on, no time passes by itself, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await signInByHand(page)
  await expect(namesOf(page)).toHaveCount(50)
  const scrolled = () => page.evaluate(() => window.scrollY)
  // A browser that closes its keyboard puts the page back to where the field was.
  await page.evaluate(() => window.scrollTo(0, 60))
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(scrolled).toBe(0)

  // What changes the height later, for example the bar of the browser, moves nothing.
  await page.clock.runFor(2000)
  await page.evaluate(() => window.scrollTo(0, 60))
  await page.setViewportSize({ width: 390, height: 740 })
  await page.clock.runFor(100)
  expect(await scrolled()).toBe(60)
})

test.describe('in the list', () => {
  test.use({ isSignedIn: true })

  test.beforeEach(({ petstore }) => {
    petstore.db.create({ name: 'Rex', status: 'sold' })
    petstore.db.create({ name: 'Mochi', status: 'available' })
  })

  test('what is sold is one tap away', async ({ page }) => {
    await openPage(page)
    await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
    await page.getByRole('radio', { name: 'Sold' }).tap()
    await expect(page.getByRole('radio', { name: 'Sold' })).toBeChecked()
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('the options say what is set when they are closed, and close on a choice', async ({ page }) => {
    await openPage(page)
    const options = page.getByRole('button', { name: /^Options/ })
    const openOptions = async () => {
      // Two taps at one place would be a double tap, the second half of which does nothing.
      await heading(page).tap()
      await options.tap()
    }
    await expect(options).toHaveAccessibleName('Options')
    await openOptions()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, A to Z')
    await expect(options).toHaveAttribute('aria-expanded', 'false')
    await expect(options).toHaveAccessibleName('Options by name')
    await expect(options).toBeFocused()
    await expect(namesOf(page)).toHaveText(['Mochi', 'Rex'])
    await openOptions()
    await page.getByRole('spinbutton', { name: 'Page size' }).fill('50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('spinbutton', { name: 'Page size' })).toBeHidden()
    await expect(options).toHaveAccessibleName('Options 50 pets, by name')
    await openOptions()
    await page.getByRole('checkbox', { name: 'Check for changes every minute' }).tap()
    await expect(options).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByText('Checks every minute')).toBeVisible()
    // The options are part of the address, so they are said before the app is there, too.
    await page.reload()
    await expect(options).toHaveAccessibleName('Options 50 pets, by name')
  })

  test('a page size that is wrong keeps the options open', async ({ page }) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Options' }).tap()
    const pageSize = page.getByRole('spinbutton', { name: 'Page size' })
    await pageSize.fill('500')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Enter 1 to 100' })).toBeVisible()
    await expect(pageSize).toBeFocused()
  })

  test('choosing an order by arrow keys keeps the options open', async ({ page }) => {
    await openPage(page)
    const options = page.getByRole('button', { name: /^Options/ })
    await options.press('Enter')
    const order = page.getByRole('combobox', { name: 'Sort by' })
    await page.keyboard.press('Tab')
    await expect(order).toBeFocused()
    await order.press('ArrowDown')
    await expect(page).toHaveURL(/sort=id/)
    await expect(order).toBeFocused()
    await expect(options).toHaveAttribute('aria-expanded', 'true')
  })
})

const left = async (locator: Locator) => (await locator.boundingBox())?.x

/** Returns where the text of a quiet button begins, whose edge cannot be seen. */
const textLeft = (locator: Locator) =>
  locator.evaluate((button) => {
    const { paddingLeft, borderLeftWidth } = getComputedStyle(button)
    const inset = Number.parseFloat(paddingLeft) + Number.parseFloat(borderLeftWidth)
    return button.getBoundingClientRect().left + inset
  })

test.describe('on the other pages', () => {
  test.use({ isSignedIn: true })

  test('actions stand on the margin', async ({ page, petstore }) => {
    for (let number = 1; number <= 101; number += 1) petstore.db.create({ name: `Pet ${number}` })
    await openPage(page, '/staging/overview')
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
    expect(await left(page.getByText(/^Updated/))).toBe(await left(heading(page)))
    await openPage(page)
    await page.getByRole('button', { name: 'Options' }).tap()
    expect(await textLeft(page.getByRole('link', { name: 'Print labels' }))).toBe(await left(heading(page)))
  })

  for (const [rows, words] of [
    ['Rex,1', /^No headings found/],
    ['name,category\nRex,1', 'Columns'],
  ] as const)
    test(`in an import, "${String(words)}" has a triangle`, async ({ page }) => {
      await openPage(page, '/staging/pets/import')
      await page.getByLabel('Or paste rows').fill(rows)
      const summary = page.locator('summary', { hasText: words })
      await expect(summary).toBeVisible()
      // The triangle is the marker of a list item, which other boxes do not have.
      await expect(summary).toHaveCSS('display', 'list-item')
      await expect(summary).not.toHaveCSS('list-style-type', 'none')
    })
})
