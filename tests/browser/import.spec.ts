import { addPet, alerts, expect, heading, justAdded, navLink, signIn, test } from './fixtures.ts'
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
  reasons,
  reviewBar,
  row,
  rowsShown,
  savedImports,
  startAndHold,
  startAndPause,
} from './import-helpers.ts'

const LARGEST = '9223372036854775807'

const DELIVERY = [
  'name,categoryId,status',
  'Rex,1,available',
  'Mochi,9223372036854775807,',
  ',2,sold',
  'Luna,9.22337E+18,pending',
  'Rex,1,available',
].join('\r\n')

test.describe('before sending', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, IMPORT)
  })

  test.afterEach(({ petstore }) => {
    expect(petstore.posts()).toEqual([])
  })

  test('rows can be filtered, edited in a dialog and left out, by keyboard alone', async ({ page }) => {
    const name = page.getByLabel('Name', { exact: true })
    const category = page.getByLabel('Category ID', { exact: true })
    const press = async (what: string) => {
      await button(page, what).focus()
      await page.keyboard.press('Enter')
    }
    await chooseFile(page, DELIVERY)
    await page.getByLabel('Show', { exact: true }).focus()
    await page.keyboard.type('Problems')
    expect((await rowsShown(page)).map(([number]) => number)).toEqual(['4', '5'])
    await press('Fix row 4')
    await expect(page.getByRole('dialog', { name: 'Edit row 4' })).toBeVisible()
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('Coco')
    await page.keyboard.press('Enter')
    // Its problem is solved, and the next one is there.
    await expect(row(page, 4)).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Edit row 5' })).toBeVisible()
    // The first field that is wrong.
    await expect(category).toBeFocused()
    await category.fill('still wrong')
    await page.keyboard.press('Enter')
    await expect(category).toHaveAccessibleDescription(/No category “still wrong”/)
    await expect(category).toBeFocused()
    await category.fill(LARGEST)
    await page.getByRole('radio', { name: 'Sold' }).check()
    await page.keyboard.press('Enter')
    // No problem is left, so all rows are shown again.
    expect((await rowsShown(page))[3]).toEqual(['5', 'Luna', LARGEST, 'Sold', 'Ready'])
    await expect(button(page, 'Add 5 pets')).toBeVisible()

    await press('Edit row 5')
    await name.fill('Tom')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Edit row 5')).toBeFocused()
    await expect(row(page, 5)).toContainText('Luna')
    await press('Leave out row 5')
    await expect(reviewBar(page)).toContainText(/4 ready\s*1 left out/)
    await expect(page.locator('body')).not.toBeFocused()
    await press('Include row 5')
    await expect(button(page, 'Add 5 pets')).toBeVisible()
  })

  test('the bar with the button stays in view, and covers nothing that has the focus', async ({ page }) => {
    await chooseFile(page, csvOf(petNames(40)))
    for (const [width, number] of [
      [1280, 21],
      [390, 22],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const top of [0, 1e6]) {
        await page.evaluate((y) => window.scrollTo(0, y), top)
        await expect(button(page, 'Add 40 pets')).toBeInViewport({ ratio: 1 })
        await expect(button(page, 'Clear rows')).toBeInViewport({ ratio: 1 })
      }
      const edit = button(page, `Edit row ${number}`)
      await edit.focus()
      const [focused, bar] = [await edit.boundingBox(), await reviewBar(page).boundingBox()]
      expect(focused?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect((await reviewBar(page).boundingBox())?.height).toBeLessThan(100)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

  test('what was read folds to a line; "Clear rows" begins afresh', async ({ page }) => {
    await page.getByLabel('Or paste rows').pressSequentially('name,categoryId\nRex,1')
    // Typed rather than pasted: the field stays, because more may be typed.
    await expect(page.getByRole('heading', { name: 'Pasted rows · 1 row' })).toBeVisible()
    await expect(page.getByLabel('Or paste rows')).toBeFocused()
    await button(page, 'Change pasted rows').click()
    await expect(page.getByLabel('Or paste rows')).toHaveCount(0)
    await button(page, 'Change pasted rows').press('Enter')
    await expect(page.getByLabel('Or paste rows')).toHaveValue('name,categoryId\nRex,1')
    await page.getByLabel('Spreadsheet file').focus()
    await chooseFile(page, DELIVERY)
    await expect(page.getByRole('heading', { name: 'delivery.csv · 5 rows' })).toBeVisible()
    await expect(page.locator('body')).not.toBeFocused()
    await button(page, 'Clear rows').click()
    await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
    await expect(page.locator('body')).not.toBeFocused()
    await expect(page.getByRole('table', { name: 'Rows' })).toHaveCount(0)
  })

  test('10,000 rows are shown 200 at a time; one more is refused', async ({ page }) => {
    await chooseFile(page, csvOf(petNames(10_001)))
    await expect(alerts(page)).toContainText('There are more than 10,000 rows.')
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

  test('rows and edits survive a visit to another page, and a reload', async ({ page }) => {
    await chooseFile(page, DELIVERY)
    await button(page, 'Fix row 4').click()
    await page.getByLabel('Name', { exact: true }).fill('Coco')
    await button(page, 'Save').click()
    await button(page, 'Leave out row 6').click()
    await navLink(page, 'Pets').click()
    await expect(heading(page)).toHaveText('Pets')
    await navLink(page, 'Import').click()
    await expect(row(page, 4)).toContainText('Coco')
    await page.reload()
    await expect(row(page, 4)).toContainText('Coco')
    await expect(row(page, 6)).toContainText('Left out')
    await expect(button(page, 'Add 3 pets')).toBeVisible()
  })
})

test('rows are sent one at a time, in file order and exactly as in the file', async ({ page, petstore }) => {
  await signIn(page, IMPORT)
  await chooseFile(
    page,
    [
      'name,note,categoryId,status',
      `Rex,=SUM(A1),${LARGEST},available`,
      '"Mochi ""the cat"", 2nd",hello,Cats,SOLD',
      'Straße 🐕,"two\nlines",-7,',
      'Luna,,9007199254740993,pending',
      'Left out,,1,',
    ].join('\r\n'),
  )
  await button(page, 'Leave out row 6').click()
  await button(page, 'Add 4 pets').click()
  await expectFinished(page)
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    `{"name":"Rex","categoryId":${LARGEST},"status":"available"}`,
    '{"name":"Mochi \\"the cat\\", 2nd","categoryId":2,"status":"sold"}',
    '{"name":"Straße 🐕","categoryId":-7}',
    '{"name":"Luna","categoryId":9007199254740993,"status":"pending"}',
  ])
  expect(petstore.maxConcurrentPosts()).toBe(1)
  await expectCounts(page, { Added: 4 })
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toHaveCount(0)
  // Afterwards the lists are fetched: without a status, then each status.
  expect(petstore.requestLines().slice(-4)).toEqual([
    'GET /pets?limit=100',
    'GET /pets?limit=100&status=available',
    'GET /pets?limit=100&status=pending',
    'GET /pets?limit=100&status=sold',
  ])
  await expect(page.getByText('No duplicates (checked')).toBeVisible()
})

test('progress and counts update during the import, which can be paused', async ({ page, petstore }) => {
  const release = await startAndHold(page, petstore, 5, 3)
  await expectCounts(page, { Added: 2, Waiting: 3 })
  const progress = page.getByRole('progressbar', { name: 'Import progress' })
  await expect(progress).toHaveAttribute('value', '2')
  await expect(progress).toHaveAttribute('max', '5')
  await expect(row(page, 4)).toContainText('Sending')
  await expect(row(page, 5)).toContainText('Waiting')

  await button(page, 'Pause').click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
  await expectCounts(page, { Added: 3, Waiting: 2 })
  expect(petstore.posts()).toHaveLength(3)
  // The second click does not press the "Pause" that replaces it.
  await button(page, 'Resume').dblclick()
  await expectFinished(page)
  await expectReportMatchesService(page, petstore, petNames(5))
  expect(petstore.posts()).toHaveLength(5)
})

test('the report has all columns, exact IDs and guarded formulas', async ({ page, petstore }) => {
  await signIn(page, IMPORT)
  petstore.respond(
    { method: 'POST' },
    { status: 201, body: `{"id":${LARGEST},"name":"Rex","categoryId":-7}` },
  )
  await chooseFile(
    page,
    ['note;Name;categoryId', '=SUM(A1);Rex;-7', '"a;b ""c"",";@home;1', '+49 30;;2'].join('\n'),
    'pets, 2.csv',
  )
  await button(page, 'Add 2 pets').click()
  await expectFinished(page)
  await expectCounts(page, { Added: 2, 'Not sent': 1 })
  await expect(row(page, 2).getByRole('link', { name: `ID ${LARGEST}` })).toBeVisible()

  const file = await download(page, 'Download report')
  expect(file.name).toBe('report pets, 2.csv')
  expect([...file.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = file.bytes.toString('utf8').slice(1)
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    'note,Name,categoryId,outcome,id,message',
    `'=SUM(A1),Rex,-7,added,${LARGEST},`,
    `"a;b ""c"",",'@home,1,added,1001,`,
  ])
  expect(text).toMatch(/^'\+49 30,,2,not sent,,[^\r\n]*[Nn]ame[^\r\n]*\r\n$/m)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)

  const toFix = await download(page, 'Download rows to fix')
  expect(toFix.name).toBe('rows to fix pets, 2.csv')
  expect(toFix.bytes.toString('utf8')).toMatch(
    /^\uFEFFnote,Name,categoryId,outcome,id,message\r\n'\+49 30,,2,not sent,,.*\r\n$/,
  )
})

test('what was added by hand is left out of a file, also when it is resumed', async ({ page, petstore }) => {
  await startAndPause(page, petstore, 3)
  await navLink(page, 'Add pet').click()
  await addPet(page, 'Rex', '1')
  await expect(justAdded(page).first()).toContainText('Added (ID 1002)')
  await addPet(page, 'Pet 2', '1')
  await expect(justAdded(page).first()).toContainText('May already be added')
  await button(page, 'Add it anyway').click()
  await expect(justAdded(page).first()).toContainText('Added (ID 1003)')

  await navLink(page, 'Import').click()
  await button(page, 'Resume').click()
  await expectFinished(page)
  await expectCounts(page, { Added: 2, 'Left out': 1 })
  expect(arrivedNames(petstore)).toEqual(['Pet 1', 'Rex', 'Pet 2', 'Pet 3'])
  // Including it sends nothing.
  await button(page, 'Include them').click()
  await expectCounts(page, { Added: 2, Waiting: 1 })
  expect(petstore.posts()).toHaveLength(4)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore).slice(4)).toEqual(['Pet 2'])

  await button(page, 'Import another file').click()
  await chooseFile(page, 'name,category\nREX,Dogs\nRex,Cats')
  await expect(button(page, 'Add 1 pet')).toBeVisible()
  await expect(reasons(page, 'Possible duplicates')).toContainText(
    /^1 row is already added \(.+\) and left out/,
  )
})

test('rows that wait in a paused import are not sent by another one', async ({ page, petstore }) => {
  await startAndPause(page, petstore, 3)
  await button(page, 'Save and close').click()
  await chooseFile(page, csvOf(petNames(3)))
  await expect(page.getByText('No rows are ready to add.')).toBeVisible()
  await savedImports(page).getByRole('button', { name: 'Resume' }).click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(3))
})

test('rows that another tab imports meanwhile are not sent', async ({ page, context, petstore }) => {
  await signIn(page, IMPORT, { keepSignedIn: true })
  await chooseFile(page, csvOf(petNames(3)))
  await expect(button(page, 'Add 3 pets')).toBeVisible()
  const other = await context.newPage()
  await other.goto(IMPORT)
  await chooseFile(other, csvOf(petNames(2)))
  await button(other, 'Add 2 pets').click()
  await expectFinished(other)
  await expect(reasons(page, 'Possible duplicates')).toContainText(
    /^2 rows are already added \(.+\) and left out/,
  )
  await button(page, 'Add 1 pet').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(3))
})

test('the focus is never lost from the start to discarding', async ({ page, petstore }) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet (2|4)"/, times: 2 }, 'after')
  const release = petstore.hold({ method: 'POST', body: /"Pet 1"/ })
  await signIn(page, IMPORT)
  await chooseFile(page, csvOf(petNames(5)))
  const press = async (name: string) => {
    await button(page, name).first().focus()
    await page.keyboard.press('Enter')
  }
  const expectFocus = (after: string) => expect.soft(page.locator('body'), after).not.toBeFocused()

  await page.setViewportSize({ width: 1280, height: 500 })
  await page.evaluate(() => window.scrollTo(0, 1e6))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await press('Add 5 pets')
  await petstore.arrived(1)
  await expectFocus('the start')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await button(page, 'Pause').focus()
  release()
  await expectFinished(page)
  await expectFocus('the end')
  await press('Mark 2 rows as added')
  await expectCounts(page, { Added: 5 })
  await expectFocus('"Mark as added"')
  await press('Import another file')
  await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
  await expectFocus('"Import another file"')
  await press('Discard')
  await press('Discard import')
  await expect(button(page, 'Discard')).toHaveCount(0)
  await expectFocus('discarding')
})
