import type { Dialog, Page } from '@playwright/test'
import { alerts, expect, heading, navLink, openPage, test } from './fixtures.ts'
import {
  arrivedNames,
  button,
  chooseFile,
  csvOf,
  download,
  expectCounts,
  expectFinished,
  expectReportMatchesService,
  IMPORT,
  petNames,
  reachImport,
  row,
  savedImports,
  startAndHold,
} from './import-helpers.ts'

test.use({ isSignedIn: true })

const LARGEST = '9223372036854775807'

test('the bar with the button stays in view, and covers nothing that has the focus', async ({ page }) => {
  await openPage(page, IMPORT)
  await chooseFile(page, csvOf(petNames(40)))
  const bar = page.getByRole('group', { name: 'Rows to add' })
  for (const [width, number] of [
    [1280, 21],
    [390, 22],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    for (const top of [0, 1e6]) {
      await page.evaluate((y) => window.scrollTo(0, y), top)
      await expect(button(page, 'Add 40 pets')).toBeInViewport({ ratio: 1 })
    }
    const edit = button(page, `Edit row ${number}`)
    await edit.focus()
    const [focused, above] = [await edit.boundingBox(), await bar.boundingBox()]
    expect(focused?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await bar.boundingBox())?.height).toBeLessThan(100)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('rows under review are as high as those of the list, and begin right below "Show" and "Columns"', async ({
  page,
}) => {
  await openPage(page, IMPORT)
  await chooseFile(page, `${csvOf(petNames(5))},Hamster,\r\nPet 6,1,avail`)
  const table = page.getByRole('table', { name: 'Rows' })
  const heights = await table
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((one) => one.getBoundingClientRect().height))
  // The last pixel is the line between two rows.
  expect(heights).toEqual(heights.map(() => 37))
  const show = await page.getByRole('combobox', { name: 'Show' }).boundingBox()
  const columns = await page.getByText('Columns', { exact: true }).boundingBox()
  const rows = await table.boundingBox()
  expect(Math.abs((show?.y ?? 0) - (columns?.y ?? 0))).toBeLessThan(8)
  expect((rows?.y ?? 0) - (show?.y ?? 0)).toBeLessThan(44)
})

test('10,000 rows are shown in pages of 200', async ({ page }) => {
  await openPage(page, IMPORT)
  await chooseFile(page, csvOf(petNames(10_000)))
  await expect(button(page, 'Add 10,000 pets')).toHaveAccessibleDescription('to Staging')
  const table = page.getByRole('table', { name: 'Rows' })
  await expect(table).toHaveAttribute('aria-rowcount', '10001')
  await expect(table.getByRole('row')).toHaveCount(201)
  const pages = page.getByRole('navigation', { name: 'Pages of rows' })
  await pages.getByRole('button', { name: 'Next 200' }).click()
  await expect(pages).toContainText('201 to 400 of 10,000')
  await expect(table.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '202')
  await expect(row(page, 202)).toContainText('Pet 201')
  await pages.getByRole('button', { name: 'Previous 200' }).click()
  await expect(row(page, 2)).toContainText('Pet 1')
  await expect(pages.getByRole('button', { name: 'Previous 200' })).toBeFocused()
})

test('rows are sent one at a time with one preflight, in the order of the file, and appear exactly so in the report', async ({
  page,
  petstore,
}) => {
  await openPage(page, IMPORT)
  const lines = [
    'name,note,categoryId,status',
    `Rex,=SUM(A1),${LARGEST},available`,
    '"Mochi ""the cat"", 2nd",hello,Cats,SOLD',
    'Straße 🐕,"two\nlines",-7,',
    ',+49 30,1,',
  ]
  await chooseFile(page, lines.join('\n'), 'pets, 2.csv')
  await button(page, 'Add 3 pets').click()
  await expectFinished(page)
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    `{"name":"Rex","categoryId":${LARGEST},"status":"available"}`,
    '{"name":"Mochi \\"the cat\\", 2nd","categoryId":2,"status":"sold"}',
    '{"name":"Straße 🐕","categoryId":-7}',
  ])
  expect(petstore.maxConcurrentPosts()).toBe(1)
  expect(petstore.preflights().filter((path) => path === '/pets')).toHaveLength(1)
  await expectCounts(page, { Added: 3, 'Not sent': 1 })
  await expect(page.getByText('No duplicates found (checked')).toBeVisible()
  // Afterwards, the lists are fetched: first the one without a status, then one for each status.
  expect(petstore.requestLines().slice(-4)).toEqual([
    'GET /pets?limit=100',
    'GET /pets?limit=100&status=available',
    'GET /pets?limit=100&status=pending',
    'GET /pets?limit=100&status=sold',
  ])
  const report = await download(page, 'Download report')
  expect(report.name).toBe('report pets, 2.csv')
  expect(report.text.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFname,note,categoryId,status,outcome,id,message',
    `Rex,'=SUM(A1),${LARGEST},available,added,1001,`,
    '"Mochi ""the cat"", 2nd",hello,Cats,SOLD,added,1002,',
  ])
  const toFix = await download(page, 'Download rows to fix')
  expect(toFix.name).toBe('rows to fix pets, 2.csv')
  expect(toFix.text).toMatch(/^\uFEFFname,.*\r\n,'\+49 30,1,,not sent,,.*\r\n$/)
})

test('rows are edited, left out, imported and discarded by keyboard alone, and the focus is never lost', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet (2|4)"/, times: 2 }, 'after')
  const release = petstore.hold({ method: 'POST', body: /"Pet 1"/ })
  await openPage(page, IMPORT)
  const name = page.getByLabel('Name', { exact: true })
  const category = page.getByLabel('Category ID', { exact: true })
  const expectFocus = (after: string) => expect.soft(page.locator('body'), after).not.toBeFocused()
  const press = async (what: string) => {
    await button(page, what).first().focus()
    await page.keyboard.press('Enter')
  }
  await chooseFile(
    page,
    'name,categoryId,status\nPet 1,1,\n,2,sold\nPet 3,9.22337E+18,pending\nPet 4,1,\nPet 5,1,',
  )
  const show = page.getByRole('combobox', { name: 'Show' })
  await show.selectOption('invalid')
  await press('Fix row 3')
  await expect(page.getByRole('dialog', { name: 'Edit row 3' })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('Pet 2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit row 4' })).toBeVisible()
  // The focus is on the first field that is wrong.
  await expect(category).toBeFocused()
  await category.fill('still wrong')
  await page.keyboard.press('Enter')
  await expect(category).toHaveAccessibleDescription(/Choose a category or enter a whole number/)
  await expect(category).toBeFocused()
  await category.fill(LARGEST)
  await page.getByRole('radio', { name: 'Sold' }).check()
  await page.keyboard.press('Enter')
  await expect(row(page, 4)).toBeFocused()
  await expect(row(page, 4)).toContainText(`Pet 3${LARGEST}SoldReady`)
  await press('Edit row 4')
  await name.fill('Tom')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Edit row 4')).toBeFocused()
  await expect(row(page, 4)).toContainText('Pet 3')
  await press('Leave out row 4')
  await expect(button(page, 'Include row 4')).toBeFocused()
  await page.keyboard.press('Enter')
  await show.selectOption('ready')
  await press('Leave out row 4')
  await expect(row(page, 5)).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.evaluate(() => window.scrollTo(0, 1e6))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
  await press('Add 4 pets')
  await petstore.arrived(1)
  await expectFocus('the start')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await button(page, 'Pause').focus()
  release()
  await expectFinished(page)
  await expectFocus('the end')
  await press('Mark 2 rows as added')
  await expectCounts(page, { Added: 4 })
  await expectFocus('"Mark as added"')
  await press('Import another file')
  await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
  await expectFocus('"Import another file"')
  await press('Discard')
  await press('Discard import')
  await expect(button(page, 'Discard')).toHaveCount(0)
  await expectFocus('discarding')
})

test('"Clear rows" asks about changed rows after a reload, too, and has the focus again after the question', async ({
  page,
}) => {
  await openPage(page, IMPORT)
  await chooseFile(page, csvOf(petNames(3)))
  await button(page, 'Leave out row 2').click()
  await page.reload()
  const clear = button(page, 'Clear rows')
  const question = page.getByRole('dialog', { name: 'Clear rows?' })
  await clear.dblclick()
  await expect(question).toContainText('Your changes to 1 row will be lost.')
  await page.keyboard.press('Escape')
  await expect(clear).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(clear).toBeFocused()
  await clear.click()
  await question.getByRole('button', { name: 'Clear rows' }).click()
  await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
})

/** Says whether the browser asks before unloading the page. If it does, the page stays. */
async function asksBeforeLeaving(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(async (dialog: Dialog) => {
    await dialog.dismiss()
    return dialog.type() === 'beforeunload'
  })
  asked.catch(() => undefined)
  const left = page.reload().then(
    () => false,
    () => asked,
  )
  return Promise.race([asked, left])
}

test('an import shows its progress and can be paused, and the browser asks before unloading while it runs', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 5, 3)
  await expectCounts(page, { Added: 2, Waiting: 3 })
  const progress = page.getByRole('progressbar', { name: 'Import progress' })
  await expect(progress).toHaveAttribute('value', '2')
  await expect(progress).toHaveAttribute('max', '5')
  await expect(row(page, 4)).toContainText('Sending')
  await expect(row(page, 5)).toContainText('Waiting')
  // The browser asks in another environment, too.
  await page.getByRole('button', { name: /change environment/ }).click()
  await page.getByRole('link', { name: 'Production' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  expect(await asksBeforeLeaving(page)).toBe(true)
  await page.goBack()
  await button(page, 'Pause').click()
  release()
  await navLink(page, 'Pets').click()
  const badge = page.getByRole('banner').getByRole('link', { name: 'Import paused at 3 of 5' })
  await badge.click()
  await expectCounts(page, { Added: 3, Waiting: 2 })
  expect(await asksBeforeLeaving(page)).toBe(false)
  expect(petstore.posts()).toHaveLength(3)
  // The second click does not press the "Pause" that replaces it.
  await button(page, 'Resume').dblclick()
  await expectFinished(page)
  await expectReportMatchesService(page, petstore, petNames(5))
  expect(petstore.posts()).toHaveLength(5)
})

test('when an import has finished, its bar stays, with a part for each outcome', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet 2"/, times: 1 }, 'after')
  await openPage(page, IMPORT)
  await chooseFile(page, `${csvOf(petNames(4))},1,`)
  await button(page, 'Add 4 pets').click()
  await expectFinished(page)
  await expectCounts(page, { Added: 3, 'Not sent': 1, Unknown: 1 })
  const bar = page.getByRole('img', { name: 'Rows by outcome: Added 3, Not sent 1, Unknown 1' })
  await expect(bar).toBeVisible()
  const parts = bar.locator(':scope > *')
  await expect(parts).toHaveCount(3)
  const [added, notSent] = await parts.evaluateAll((all) => all.map((part) => part.clientWidth))
  expect(added).toBeCloseTo((notSent ?? 0) * 3, -1)
})

/**
 * Presses the button without waiting for it, because it disappears as soon as the other tab has
 * begun.
 */
const pressResume = (tab: Page) =>
  tab.evaluate(() =>
    [...document.querySelectorAll('button')].find((one) => one.innerText === 'Resume')?.click(),
  )

/** Says whether the import is in another tab than this one. */
const isElsewhere = async (tab: Page) => (await tab.getByText(/open in another tab\./i).count()) > 0

test('an import runs in one tab, and after that is closed, in one of two tabs that resume it at once', async ({
  page: first,
  context,
  petstore,
}) => {
  await startAndHold(first, petstore, 6, 2)
  const tabs = [await context.newPage(), await context.newPage()] as const
  for (const tab of tabs) {
    await tab.goto(IMPORT)
    await reachImport(tab)
    await expect(savedImports(tab)).toContainText('Open in another tab.')
    await expect(savedImports(tab).getByRole('button')).toHaveText(['Download report'])
  }
  await first.close()
  for (const tab of tabs) await expect(button(tab, 'Resume')).toBeVisible()
  const [one, other] = tabs
  await Promise.all(tabs.map(pressResume))
  await expect.poll(async () => (await isElsewhere(one)) !== (await isElsewhere(other))).toBe(true)
  const running = (await isElsewhere(one)) ? other : one
  await expectFinished(running)
  await expectCounts(running, { Added: 5, Unknown: 1 })
  expect(arrivedNames(petstore)).toEqual(petNames(6))
})

test('an import that another tab has begun to send cannot be discarded', async ({
  page,
  context,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 4, 1)
  await button(page, 'Pause').click()
  release()
  await button(page, 'Save and close').click()
  const other = await context.newPage()
  await other.goto(IMPORT)
  await reachImport(other)
  await button(other, 'Discard').click()
  const releaseAgain = petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await button(page, 'Resume').click()
  await petstore.arrived(2)
  await button(other, 'Discard import').click()
  await expect(alerts(other)).toContainText('delivery.csv is open in another tab.')
  releaseAgain()
  await expectFinished(page)
})
