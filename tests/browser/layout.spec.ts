import type { Locator, Page } from '@playwright/test'
import { testPets } from '#tests/support/test-pets.ts'
import { test } from './core-fixtures.ts'
import { addPet, expect, heading, int64, justAdded, namesOf, navLink, openPage, petForm } from './fixtures.ts'

test.use({ isSignedIn: true })

/**
 * The widths on both sides of each change in Header.module.css, the narrowest one, and some between
 * them.
 */
const HEADER_WIDTHS = [
  320,
  352,
  ...[24, 27.5, 30, 46, 53, 56, 62, 70, 75, 80, 90].flatMap((rem) => [rem * 16 - 1, rem * 16]),
  410,
  600,
  790,
]

test("the text follows the browser's font size, and at twice the size nothing is cut or beyond the edge", async ({
  page,
  petstore,
}) => {
  for (const pet of testPets()) petstore.db.create(pet)
  for (let index = 0; index < 101; index += 1) petstore.db.create({ status: 'available' })
  await openPage(page, '/staging/pets/new')
  const size = () => heading(page).evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))
  const normal = await size()
  await doubleText(page)
  await page.reload()
  await expect(heading(page)).toHaveText('Add a pet')
  expect(await size()).toBeCloseTo(normal * 2, 0)
  for (const path of [
    'pets/new',
    'pets',
    'pets/9007199254740993',
    'overview',
    'pets/labels?ids=9007199254740993',
    'service',
  ]) {
    await page.goto(`/staging/${path}`)
    await expect(page.locator('main :is(td, dd, form, [role=listitem])').first()).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const found = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'main :is(h1, p, th, td, dt, dd, a, button, label), [data-slot=environment] *',
          ),
        ]
          .filter((part) => part.closest('.visually-hidden, thead, [role=img], [role=list]') === null)
          .filter(
            (part) =>
              part.scrollWidth > part.clientWidth + 1 &&
              getComputedStyle(part).display !== 'inline' &&
              part.clientWidth > 0,
          )
          .map(({ textContent }) => textContent)
          .concat(document.documentElement.scrollWidth > window.innerWidth ? ['sideways'] : []),
      )
      expect(found, `${path} at ${width} px`).toEqual([])
    }
  }
})

/** Doubles the font size of the browser. */
async function doubleText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

test('at twice the text size, no word of a status breaks on a phone', async ({ page }) => {
  await doubleText(page)
  await openPage(page, '/staging/pets/new')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const status of ['Not set', 'Available', 'Pending', 'Sold']) {
      const word = page.getByRole('group', { name: 'Status' }).getByText(status, { exact: true })
      const lines = await word.evaluate((node) => node.getClientRects().length)
      expect(lines, `${status} at ${width} px`).toBe(1)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('at twice the text size, no word of what became of a pet breaks on a phone', async ({
  page,
  petstore,
}) => {
  await doubleText(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await openPage(page, '/staging/pets/new')
  petstore.dropConnection({ method: 'POST', times: 1 }, 'before')
  await addPet(page, 'Lost Larry', '2')
  const outcome = justAdded(page).getByText('Unconfirmed', { exact: true })
  await expect(outcome).toBeVisible()
  const height = await outcome.evaluate(
    (node) => node.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(node).lineHeight),
  )
  expect(height).toBeLessThan(1.5)
})

for (const size of ['normal', 'double'] as const)
  test(`a pet that is marked as new is as high as the others with text of ${size} size`, async ({
    page,
    petstore,
  }) => {
    await page.clock.install()
    if (size === 'double') await doubleText(page)
    petstore.db.create({ name: 'Rex', status: 'available' })
    await openPage(page)
    const options = page.getByRole('button', { name: 'Options' })
    if (await options.isVisible()) await options.click()
    await page.getByRole('checkbox', { name: 'Check for changes every minute' }).check()
    await expect(page.getByText('Checks every minute')).toBeVisible()
    petstore.db.create({ name: 'Mia', status: 'available' })
    await page.clock.fastForward(61_000)
    await page.getByRole('button', { name: 'Show changes' }).click()
    const marked = page.getByRole('row', { name: /Mia.*New/ })
    await expect(marked).toBeVisible()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const others = page.getByRole('row', { name: 'Rex' })
      const [markedBox, otherBox] = [await marked.boundingBox(), await others.boundingBox()]
      // The first card has no line above it.
      expect(Math.abs((markedBox?.height ?? 0) - (otherBox?.height ?? 0))).toBeLessThanOrEqual(1)
    }
  })

test('on a phone, the list is still a table, and everything is reachable', async ({ page, petstore }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await page.goto('/staging/pets')
  const table = page.getByRole('table', { name: 'Pets' })
  await expect(table.getByRole('columnheader')).toHaveText(['ID', 'Name', 'Category', 'Status'])
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('cell')).toHaveCount(4)
  const options = page.getByRole('button', { name: /^Options/ })
  await options.click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, A to Z')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await options.click()
  await page.getByRole('spinbutton', { name: 'Page size' }).fill('5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/limit=5/)
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex')

  await navLink(page, 'Add pet').click()
  await expect(heading(page)).toHaveText('Add a pet')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
})

test("between 320 and 1440 px, the header keeps its height and shows the environment's name, also during an import", async ({
  page,
  petstore,
}) => {
  await openPage(page, '/staging/pets/import')
  await page.getByLabel('Or paste rows').fill(`name,categoryId${'\nRex,1'.repeat(28)}`)
  const release = petstore.hold({ method: 'POST' })
  await page.getByRole('button', { name: 'Add 28 pets' }).click()
  const banner = page.getByRole('banner')
  const nav = banner.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: 'Pets' }).click()
  await expect(banner.getByRole('link', { name: 'Importing 0 of 28' })).toBeVisible()
  const name = banner.getByText('Staging', { exact: true }).first()
  for (const width of HEADER_WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const { height } = (await banner.boundingBox()) ?? { height: 0 }
    // On a phone, the navigation is on a line of its own.
    expect(height, `header at ${width} px`).toBeCloseTo(width < 736 ? 78 : 54, 0)
    const isTruncated = await name.evaluate((node) => node.scrollWidth > node.clientWidth)
    expect(isTruncated, `the name of the environment at ${width} px`).toBe(false)
  }
  release()
})

for (const hasTouch of [false, true]) {
  test.describe(hasTouch ? 'with a coarse pointer' : 'with a fine pointer', () => {
    test.use({ hasTouch, isMobile: hasTouch })

    test('the first pet is high on a phone, and links between texts are high enough for a finger, or for a mouse', async ({
      page,
      petstore,
    }) => {
      const [least, most] = hasTouch ? [44, 60] : [24, 36]
      const expectHeight = async (target: Locator) => {
        await expect(target).toBeVisible()
        const height = Math.round((await target.boundingBox())?.height ?? NaN)
        expect(height, String(target)).toBeGreaterThanOrEqual(least)
        expect(height, String(target)).toBeLessThanOrEqual(most)
      }
      for (const pet of testPets()) petstore.db.create(pet)
      await openPage(page)
      await expect(namesOf(page)).toHaveCount(20)
      await page.setViewportSize({ width: 390, height: 800 })
      expect((await page.locator('main tbody tr').first().boundingBox())?.y).toBeLessThan(250)
      const [header, title] = [
        await page.getByRole('banner').boundingBox(),
        await heading(page).boundingBox(),
      ]
      expect((title?.y ?? NaN) - (header?.height ?? NaN)).toBeGreaterThanOrEqual(8)
      await page.setViewportSize({ width: 768, height: 800 })
      for (const column of ['ID', 'Name', 'Category', 'Status'])
        await expectHeight(page.getByRole('columnheader', { name: column }).getByRole('button'))
      await expectHeight(page.locator('label', { hasText: 'Check for changes every minute' }))
      await namesOf(page).first().click()
      await expectHeight(page.getByRole('link', { name: 'Back to pets' }))
      await navLink(page, 'Add pet').click()
      await addPet(page, 'Rex', '1')
      await expectHeight(page.getByRole('list', { name: 'Just added' }).getByRole('link'))
      await petForm(page).name.fill('Rex')
      await petForm(page).category.fill('1')
      await expectHeight(page.getByRole('note', { name: 'Similar pets' }).getByRole('link').first())
      await expectHeight(page.locator('label', { hasText: 'Keep category and status' }))
      petstore.respond({ path: '/pets?limit=20' }, { status: 200, body: 'no JSON' })
      await navLink(page, 'Pets').click()
      await expectHeight(page.locator('summary', { hasText: 'Details' }))
    })
  })
}

test('at 768 px, neither a category nor an ID of 20 characters wraps', async ({ page, petstore }) => {
  const id = int64('-9223372036854775808')
  petstore.db.create({ id, name: 'Rex', categoryId: int64('9223372036854775807') })
  for (const name of ['Mochi', 'Last']) petstore.db.create({ name, categoryId: int64('1') })
  await openPage(page)
  await expect(namesOf(page)).toHaveCount(3)
  await page.setViewportSize({ width: 768, height: 800 })
  const [long, short] = await page.locator('main tbody tr').all()
  expect((await long?.boundingBox())?.height).toBe((await short?.boundingBox())?.height)
})
