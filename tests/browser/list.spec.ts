import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe-check.ts'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, openPage } from './fixtures.ts'

test.use({ isSignedIn: true })

const sortButton = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button')

test('the page size ignores the mouse wheel, and reacts to the arrow keys', async ({ page, petstore }) => {
  for (let number = 1; number <= 40; number++) petstore.db.create({ name: `Pet ${number}` })
  await openPage(page)
  await expect(namesOf(page)).toHaveCount(20)
  petstore.clearReceived()
  const pageSize = page.getByRole('spinbutton', { name: 'Page size' })
  await pageSize.click()
  for (const distance of [-300, 300]) await page.mouse.wheel(0, distance)
  await expect(pageSize).toHaveValue('20')
  await pageSize.press('ArrowUp')
  await expect(pageSize).toHaveAttribute('aria-valuenow', '21')
  await expect(namesOf(page)).toHaveCount(21)
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=21'])
})

test('a focused row keeps the focus when the rows are sorted', async ({ page, petstore }) => {
  for (const name of ['Dog', 'Cat', 'Fish']) petstore.db.create({ name })
  await openPage(page)
  await sortButton(page, 'Name').click()
  await expect(namesOf(page)).toHaveText(['Cat', 'Dog', 'Fish'])
  const fish = page.getByRole('link', { name: 'Fish' })
  await fish.focus()
  await page.goBack()
  await expect(namesOf(page)).toHaveText(['Dog', 'Cat', 'Fish'])
  await expect(fish).toBeFocused()
})

test('a click anywhere in a row opens its pet, unless text is selected', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  await openPage(page)
  const id = await page.getByRole('cell', { name: '981' }).boundingBox()
  if (id === null) throw new Error('no cell')
  await page.mouse.move(id.x + 5, id.y + id.height / 2)
  await page.mouse.down()
  await page.mouse.move(id.x + 60, id.y + id.height / 2)
  await page.mouse.up()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('981')
  await expect(heading(page)).toHaveText('Pets')
  await heading(page).click()
  await page.getByRole('cell').last().click()
  await expect(heading(page)).toHaveText('Rex')
})

type Trace = { traceEvents: { args: { elementCount?: number } }[] }

test('switching the list styles only the new rows', async ({ page, browser, petstore }) => {
  for (let number = 1; number <= 100; number++)
    petstore.db.create({ name: `Pet ${number}`, status: number % 10 === 0 ? 'sold' : 'available' })
  await page.goto('/staging/pets?limit=100&status=available')
  await expect(namesOf(page)).toHaveCount(90)
  // The rest of the style sheet comes after the list, and restyles all of it once.
  await page.waitForFunction(() => Array.from(document.styleSheets).some(({ href }) => href !== null))
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.getByRole('radio', { name: 'All' }).check()
  await expect(namesOf(page)).toHaveCount(100)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as Trace
  const styled = traceEvents.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
  // Ten rows have seven elements each, and there are some around the table. A single `:has()` that
  // is looked for everywhere would restyle all rows.
  expect(styled).toBeGreaterThan(70)
  expect(styled).toBeLessThan(350)
})

/** Returns how the shape of a status is drawn when all of them have the same colour. */
const shapeOf = (page: Page, status: string) =>
  page
    .getByRole('cell', { name: status, exact: true })
    .first()
    .evaluate((cell) => {
      cell.style.setProperty('--tone', 'black')
      const { backgroundImage, backgroundSize } = getComputedStyle(cell)
      return `${backgroundImage} / ${backgroundSize}`
    })

test('each status has a shape of its own besides its colour', async ({ page, petstore }) => {
  for (const status of ['available', 'pending', 'sold'] as const) petstore.db.create({ status })
  petstore.db.create({ status: 'reserved' })
  await openPage(page)
  await expect(namesOf(page)).toHaveCount(4)
  const statuses = ['Available', 'Pending', 'Sold', 'reserved']
  const shapes = await Promise.all(statuses.map((status) => shapeOf(page, status)))
  expect(shapes).toEqual(statuses.map((): unknown => expect.stringContaining('gradient(')))
  expect(new Set(shapes)).toHaveProperty('size', statuses.length)
})

const firstRowY = async (page: Page) => (await page.locator('main tbody tr').first().boundingBox())?.y

for (const { width, hasTouch } of [
  { width: 1280, hasTouch: false },
  { width: 320, hasTouch: true },
])
  test.describe(`at ${width} px, a change that others made`, () => {
    test.use({ hasTouch, isMobile: hasTouch, viewport: { width, height: 800 } })

    test('says which pet it is, by keyboard or finger, and moves no row', async ({ page, petstore }) => {
      await page.clock.install()
      for (const name of ['Rex', 'Mochi', 'Luna']) petstore.db.create({ name })
      await openPage(page)
      await expect(namesOf(page)).toHaveCount(3)
      if (hasTouch) await page.getByRole('button', { name: 'Options' }).tap()
      await page.getByRole('checkbox', { name: 'Check for changes every minute' }).check()
      await expect(page.getByText('Checks every minute')).toBeVisible()
      const y = await firstRowY(page)
      petstore.db.clear()
      petstore.db.create({ name: 'Rexy' })
      petstore.db.create({ name: 'Mochi' })
      await page.clock.runFor(61_000)
      const changes = page.getByRole('status').filter({ hasText: 'since' })
      await expect(changes).toHaveText(/^1 changed, 1 gone since \d\d:\d\d$/)
      expect(await firstRowY(page)).toBe(y)

      const gone = page.getByRole('button', { name: '1 gone' })
      await (hasTouch ? gone.tap() : gone.press('Enter'))
      const dialog = page.getByRole('dialog', { name: /^Changes since/ })
      await expect(dialog.getByRole('listitem')).toHaveText([/Luna.*ID 1003/])
      await expectNoViolations(page)
      await page.setViewportSize({ width, height: 800 })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(gone).toBeFocused()

      const show = page.getByRole('button', { name: 'Show changes' })
      await (hasTouch ? show.tap() : show.press('Enter'))
      await expect(page.getByRole('row', { name: /Rexy.*Changed/ })).toBeVisible()
      expect(await firstRowY(page)).toBe(y)
      await page.getByRole('button', { name: 'What changed' }).click()
      await expect(dialog.getByRole('listitem')).toHaveText([/Rexy.*was Rex, now Rexy/, /Luna/])
    })
  })
