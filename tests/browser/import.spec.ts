import type { Page } from '@playwright/test'
import { readSheet } from '#src/importer/read-sheet.ts'
import { alerts, expect, int64, navLink, PRODUCTION_KEY, signIn, test } from './fixtures.ts'
import {
  button,
  chooseFile,
  csvOf,
  download,
  expectCounts,
  expectFinished,
  expectReportMatchesService,
  IMPORT,
  petNames,
  readReport,
  reasons,
  reviewBar,
  row,
  rowsShown,
  showRows,
  startImport,
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

const paste = (page: Page, text: string) => page.getByLabel('Or paste rows').fill(text)

test.describe('before sending', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, IMPORT)
  })

  test.afterEach(({ petstore }) => {
    expect(petstore.posts()).toEqual([])
  })

  test('a chosen file is shown row by row, with problems and duplicates', async ({ page }) => {
    await chooseFile(page, DELIVERY)
    await expect(page.getByRole('heading', { name: 'delivery.csv · 5 rows' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['Row', 'Name', 'Category', 'Status', 'Outcome'])
    expect(await rowsShown(page)).toEqual([
      ['2', 'Rex', 'Dogs', 'Available', 'Ready'],
      ['3', 'Mochi', LARGEST, 'Not set', 'Ready'],
      ['4', '', 'Cats', 'Sold', 'Name is missing'],
      [
        '5',
        'Luna',
        '9.22337E+18',
        'Pending',
        expect.stringMatching(/^Your spreadsheet shortened category ID .* save again$/),
      ],
      ['6', 'Rex', 'Dogs', 'Available', 'Ready (duplicate of row 2)'],
    ])
    await expect(reviewBar(page)).toContainText(/3 ready\s*2 with problems/)
    await expect(reasons(page, 'Problems')).toHaveText([
      /^Name is missing 1 row/,
      /^Your spreadsheet shortened category ID "9\.22337E\+18".* 1 row/,
    ])
    await expect(reasons(page, 'Worth a look')).toHaveText([
      /^Duplicates another row\. Both will be added\. 1 row/,
    ])
    await expect(button(page, 'Add 3 pets')).toHaveAccessibleDescription('to Staging')
  })

  test('a dropped file is read, but two at once are refused', async ({ page }) => {
    const drop = async (names: readonly string[]) => {
      const dataTransfer = await page.evaluateHandle(
        ([files, text]) => {
          const transfer = new DataTransfer()
          for (const name of files) transfer.items.add(new File([text], name))
          return transfer
        },
        [names, DELIVERY] as const,
      )
      await page.getByRole('region', { name: 'Rows to import' }).dispatchEvent('drop', { dataTransfer })
    }
    await drop(['one.csv', 'two.csv'])
    await expect(alerts(page)).toContainText('Drop one file at a time.')
    await drop(['dropped.csv'])
    await expect(page.getByRole('heading', { name: 'dropped.csv · 5 rows' })).toBeVisible()
    await expect(alerts(page)).toHaveCount(0)
  })

  for (const [what, delimiter] of [
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ] as const) {
    test(`pasted rows may be separated by ${what}`, async ({ page }) => {
      const lines = [
        ['STATUS', 'Category ID', 'Name'],
        ['Sold', 'Cats', 'Mochi'],
        ['', '-7', 'Rex'],
      ]
      await paste(page, lines.map((cells) => cells.join(delimiter)).join('\n'))
      await expect(page.getByRole('heading', { name: 'Pasted rows · 2 rows' })).toBeVisible()
      expect(await rowsShown(page)).toEqual([
        ['2', 'Mochi', 'Cats', 'Sold', 'Ready'],
        ['3', 'Rex', '-7', 'Not set', 'Ready'],
      ])
    })
  }

  test('rows with problems can be shown alone and edited in place, with the keyboard alone', async ({
    page,
  }) => {
    await chooseFile(page, DELIVERY)
    await page.getByLabel('Show', { exact: true }).focus()
    await page.keyboard.type('Problems')
    expect((await rowsShown(page)).map(([number]) => number)).toEqual(['4', '5'])

    await button(page, 'Fix row 4').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name, row 4')).toBeFocused()
    // During IME composition these keys belong to the input method.
    for (const key of ['Enter', 'Escape']) {
      await page.getByLabel('Name, row 4').dispatchEvent('keydown', { key, isComposing: true })
    }
    await expect(page.getByLabel('Name, row 4')).toBeFocused()
    await page.keyboard.type('Coco')
    await page.keyboard.press('Enter')
    // Its problem is solved.
    await expect(row(page, 4)).toHaveCount(0)
    await expect(button(page, 'Fix row 5')).toBeFocused()
    await page.keyboard.press('Enter')
    const category = page.getByLabel('Category, row 5')
    // The first field that is wrong.
    await expect(category).toBeFocused()
    await category.fill('still wrong')
    await page.keyboard.press('Enter')
    await expect(category).toHaveAccessibleDescription(/No category “still wrong”/)
    await expect(category).toBeFocused()
    // From the list of labels; Enter chooses before it saves.
    await page.keyboard.press('Control+a')
    await page.keyboard.type('do')
    await page.keyboard.press('Enter')
    await expect(category).toHaveValue('Dogs')
    await category.fill(LARGEST)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Status, row 5')).toBeFocused()
    await page.keyboard.type('Sold')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    // No problem is left, so all rows are shown again.
    await expect(button(page, 'Edit row 5')).toBeFocused()
    expect((await rowsShown(page))[3]).toEqual(['5', 'Luna', LARGEST, 'Sold', 'Ready'])
    await expect(button(page, 'Add 5 pets')).toBeVisible()

    // A valid row can be edited and left out as well.
    await page.keyboard.press('Enter')
    await page.keyboard.type('Tom')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Edit row 5')).toBeFocused()
    await expect(row(page, 5)).toContainText('Luna')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Include row 5')).toBeFocused()
    await expect(reviewBar(page)).toContainText(/4 ready\s*1 left out/)
    await expect(button(page, 'Add 4 pets')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Edit row 5')).toBeFocused()
    await expect(button(page, 'Add 5 pets')).toBeVisible()
  })

  test('a text that is no category gets one for all its rows in one step; the rows are one press away', async ({
    page,
  }) => {
    const lines = [
      'name,category',
      ...petNames(40).map((name, index) =>
        index % 8 === 0 ? `${name},${index === 8 ? 'hamster' : 'Hamster'}` : `${name},1`,
      ),
    ]
    await chooseFile(page, lines.join('\n'), 'stock.csv')
    await expect(reviewBar(page)).toContainText(/35 ready\s*5 with problems/)
    const problem = reasons(page, 'Problems')
    await expect(problem).toHaveText([/^No category “Hamster” 5 rows/])
    await problem.getByRole('button', { name: 'Show these rows' }).click()
    await expect(page.getByLabel('Show', { exact: true })).toBeFocused()
    expect((await rowsShown(page)).map(([number]) => number)).toEqual(['2', '10', '18', '26', '34'])
    // The bar stays in view, on a desk and on a phone, and covers nothing that has the focus.
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await showRows(page, 'All rows')
      for (const top of [0, 1e6]) {
        await page.evaluate((y) => window.scrollTo(0, y), top)
        await expect(button(page, 'Add 35 pets')).toBeInViewport({ ratio: 1 })
        await expect(button(page, 'Clear rows')).toBeInViewport({ ratio: 1 })
      }
      const first = button(page, /^(Fix|Edit) row 2[0-9]$/).first()
      // Until the rows have their height: they come and go while one scrolls.
      await expect(async () => {
        await first.focus()
        const [focused, bar] = [await first.boundingBox(), await reviewBar(page).boundingBox()]
        expect(focused?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
      }).toPass()
    }

    await page.setViewportSize({ width: 1280, height: 800 })
    const field = page.getByLabel('Category for “Hamster”')
    await field.fill('rodent')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/Choose a category or enter a whole number/)
    await expect(field).toBeFocused()
    await field.fill('ca')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('Cats')
    await page.keyboard.press('Enter')
    await expect(reasons(page, 'Problems')).toHaveCount(0)
    await expect(reviewBar(page)).toBeFocused()
    await expect(button(page, 'Add 40 pets')).toBeVisible()
    expect((await rowsShown(page))[0]).toEqual(['2', 'Pet 1', 'Cats', 'Not set', 'Ready'])
  })

  test('the template can be filled in and read', async ({ page }) => {
    const template = await download(page, 'Download a template')
    expect(template.name).toBe('pets template.csv')
    await chooseFile(page, template.bytes)
    await expect(alerts(page)).toContainText('There are no rows below the header')
    await chooseFile(page, `${template.bytes.toString('utf8')}Rex,Cats,sold\r\n`)
    expect(await rowsShown(page)).toEqual([['2', 'Rex', 'Cats', 'Sold', 'Ready']])
  })

  test('what was read folds to a line; the focus stays there, and "Clear rows" begins afresh', async ({
    page,
  }) => {
    await page.getByLabel('Or paste rows').pressSequentially('name,categoryId\nRex,1')
    // Typed rather than pasted: the field stays, because more may be typed.
    await expect(page.getByRole('heading', { name: 'Pasted rows · 1 row' })).toBeVisible()
    await expect(page.getByLabel('Or paste rows')).toBeFocused()
    await button(page, 'Change pasted rows').click()
    await expect(page.getByLabel('Or paste rows')).toBeHidden()
    await button(page, 'Change pasted rows').press('Enter')
    await expect(page.getByLabel('Or paste rows')).toHaveValue('name,categoryId\nRex,1')
    await page.getByLabel('Spreadsheet file').focus()
    await chooseFile(page, DELIVERY)
    await expect(page.getByRole('heading', { name: 'delivery.csv · 5 rows' })).toBeVisible()
    await expect(button(page, 'Choose another file')).toBeFocused()
    await button(page, 'Clear rows').click()
    await expect(page.getByLabel('Spreadsheet file')).toBeFocused()
    await expect(page.getByRole('table', { name: 'Rows' })).toHaveCount(0)
  })

  test('if the header is ambiguous, the user matches the columns', async ({ page }) => {
    await chooseFile(page, 'Tier;Herkunft;Art\r\nRex;Berlin;1\r\nMochi;Wien;2\r\n')
    await expect(page.getByRole('heading', { name: 'Match your columns' })).toBeVisible()
    await button(page, 'Continue').click()
    const name = page.getByLabel('Name column')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await name.selectOption('Tier (Rex)')
    await page.getByLabel('Category ID column').selectOption('Art (1)')
    await button(page, 'Continue').click()
    expect(await rowsShown(page)).toEqual([
      ['2', 'Rex', 'Dogs', 'Not set', 'Ready'],
      ['3', 'Mochi', 'Cats', 'Not set', 'Ready'],
    ])
  })

  test('rows without a header are read as pets if the user says so, and their columns are guessed', async ({
    page,
  }) => {
    await paste(page, 'Rex,1,available\nMochi,2,sold')
    await expect(page.getByLabel('Name column')).toHaveValue('0')
    await button(page, 'My data has no header row').click()
    await expect(page.getByText('“Column 1”')).toBeVisible()
    await expect(page.getByLabel('Name column')).toHaveValue('0')
    await expect(page.getByLabel('Category ID column')).toHaveValue('1')
    await expect(page.getByLabel('Status column (optional)')).toHaveValue('2')
    await button(page, 'Continue').click()
    expect((await rowsShown(page)).map((cells) => cells[1])).toEqual(['Rex', 'Mochi'])
  })

  for (const [what, bytes, message] of [
    [
      'an Excel workbook',
      'PK\u0003\u0004............xl/workbook.xml',
      'This is an Excel workbook. Save it as “CSV UTF-8”',
    ],
    ['a PDF', '%PDF-1.7 ...', 'This is a PDF'],
    ['an empty file', '', ''],
    ['a header alone', 'name,categoryId\r\n', ''],
    ['a cell that is never closed', 'name,categoryId\r\nRex,1\r\n"Mochi,2\r\n', 'Row 3'],
  ] as const) {
    test(`${what} named .csv is refused with a message`, async ({ page }) => {
      await chooseFile(page, bytes)
      await expect(alerts(page)).toContainText(message)
      await expect(alerts(page)).toContainText('Nothing was imported.')
      await expect(page.getByRole('table', { name: 'Rows' })).toHaveCount(0)
    })
  }

  test('a file of 1,204 rows shows its count and is virtualized', async ({ page }) => {
    await chooseFile(page, csvOf(petNames(1204)))
    await expect(button(page, 'Add 1,204 pets')).toHaveAccessibleDescription('to Staging')
    const table = page.getByRole('table', { name: 'Rows' })
    await expect(table).toHaveAttribute('aria-rowcount', '1205')
    await page.evaluate(() => window.scrollTo(0, 1e6))
    await expect(page.getByRole('cell', { name: 'Pet 1204', exact: true })).toBeVisible()
    expect(await table.getByRole('row').count()).toBeLessThan(100)
  })

  test('a row that is being edited must be saved before continuing', async ({ page }) => {
    await chooseFile(page, DELIVERY)
    await button(page, 'Fix row 4').click()
    await page.getByLabel('Name, row 4').fill('Coco')
    for (const name of ['Add 3 pets', 'Change columns', 'Fix row 5', 'Edit row 6']) {
      await button(page, name).click()
      await expect(alerts(page)).toContainText('Save row 4 first')
      await expect(page.getByLabel('Name, row 4')).toBeFocused()
      await expect(page.getByLabel('Name, row 4')).toHaveValue('Coco')
    }
    await page.keyboard.press('Enter')
    await expect(row(page, 4)).toContainText('Ready')
    await expect(alerts(page)).toHaveCount(0)
    await expect(button(page, 'Add 4 pets')).toBeVisible()
    // A row in which nothing was changed yet can be left for another one.
    await button(page, 'Edit row 2').click()
    await button(page, 'Edit row 6').click()
    await expect(page.getByLabel('Name, row 6')).toBeFocused()
    await expect(page.getByLabel('Name, row 2')).toHaveCount(0)
    await expect(alerts(page)).toHaveCount(0)
  })

  test('after a row is left out, the focus is at the next one, or at the last one', async ({ page }) => {
    await chooseFile(page, csvOf(petNames(4)))
    await page.getByLabel('Show', { exact: true }).selectOption('ready')
    const leaveOut = async (number: number) => {
      await button(page, `Leave out row ${number}`).focus()
      await page.keyboard.press('Enter')
    }
    await leaveOut(3)
    await expect(button(page, 'Edit row 4')).toBeFocused()
    await leaveOut(5)
    await expect(button(page, 'Edit row 4')).toBeFocused()
    await leaveOut(4)
    await expect(button(page, 'Edit row 2')).toBeFocused()
  })

  test('what is wrong with a file is said at the field for files, and what is wrong with pasted rows at theirs', async ({
    page,
  }) => {
    await chooseFile(page, '%PDF-1.7')
    const file = page.getByLabel('Spreadsheet file')
    const text = page.getByLabel('Or paste rows')
    await expect(file).toHaveAccessibleDescription(/This is a PDF/)
    await expect(file).toHaveAttribute('aria-invalid', 'true')
    await expect(text).not.toHaveAttribute('aria-invalid')
    await paste(page, 'name,categoryId\n"Rex,1')
    await expect(text).toHaveAccessibleDescription(/Row 2 has a quotation mark/)
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(file).not.toHaveAttribute('aria-invalid')
    await expect(alerts(page)).toHaveCount(1)
  })

  test('on a phone, the bar has two lines, and is out of the way while a row is edited', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await chooseFile(page, DELIVERY)
    const bar = reviewBar(page)
    await expect(button(page, 'Add 3 pets')).toBeVisible()
    expect((await bar.boundingBox())?.height).toBeLessThan(100)
    await button(page, 'Fix row 4').click()
    await expect(page.getByLabel('Name, row 4')).toBeFocused()
    await page.evaluate(() => window.scrollTo(0, 1e6))
    await expect(bar).not.toBeInViewport()
    await page.getByLabel('Name, row 4').fill('Coco')
    await button(page, 'Edit row 6').click()
    await expect(alerts(page)).toBeInViewport()
    await expect(page.getByLabel('Name, row 4')).toBeFocused()
    await expect(page.getByLabel('Name, row 4')).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.evaluate(() => window.scrollTo(0, 1e6))
    await expect(bar).toBeInViewport()
  })

  test('a category that begins with the word is proposed, and given with one press', async ({ page }) => {
    await chooseFile(page, 'name,category\nRex,dog\nMochi,lizard\nTom,Dog')
    await expect(reasons(page, 'Problems')).toHaveText([/^No category “dog” 2 rows/, /^No category “lizard”/])
    await expect(page.getByLabel('Category for “dog”')).toHaveValue('Dogs')
    await expect(page.getByLabel('Category for “lizard”')).toHaveValue('')
    await button(page, 'Use for 2 rows').click()
    await expect(row(page, 4)).toContainText('Dogs')
    await expect(reviewBar(page)).toContainText(/2 ready\s*1 with problems/)
  })

  test('rows and edits are still there after visiting another page', async ({ page }) => {
    await chooseFile(page, DELIVERY)
    await button(page, 'Fix row 4').click()
    await page.getByLabel('Name, row 4').fill('Coco')
    await button(page, 'Save').click()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Pets' }).click()
    await main.getByRole('link', { name: 'Import' }).click()
    await expect(row(page, 4)).toContainText('Coco')
    await expect(button(page, 'Add 4 pets')).toBeVisible()
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
    ].join('\r\n'),
  )
  petstore.clearReceived()
  await button(page, 'Add 4 pets').click()
  await expectFinished(page)
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    `{"name":"Rex","categoryId":${LARGEST},"status":"available"}`,
    '{"name":"Mochi \\"the cat\\", 2nd","categoryId":2,"status":"sold"}',
    '{"name":"Straße 🐕","categoryId":-7}',
    '{"name":"Luna","categoryId":9007199254740993,"status":"pending"}',
  ])
  expect(petstore.maxConcurrentPosts()).toBe(1)
  await expectCounts(page, ['4', '0', '0', '0'])
  const progress = page.getByRole('progressbar', { name: 'Import progress' })
  await expect(progress).toHaveAttribute('value', '4')
  await expect(progress).toHaveAttribute('max', '4')
  // Afterwards the lists are fetched: without a status, then each status.
  expect(petstore.requestLines().slice(4)).toEqual([
    'GET /pets?limit=100',
    'GET /pets?limit=100&status=available',
    'GET /pets?limit=100&status=pending',
    'GET /pets?limit=100&status=sold',
  ])
  await expect(page.getByText('No duplicates found among the pets in Staging.')).toBeVisible()
})

test('progress and counts update during the import, which can be paused and resumed', async ({
  page,
  petstore,
}) => {
  const release = petstore.hold({ method: 'POST', body: /"Pet 3"/ })
  await startImport(page, petNames(5))
  await petstore.arrived(3)
  await expectCounts(page, ['2', '0', '0', '3'])
  const progress = page.getByRole('progressbar', { name: 'Import progress' })
  await expect(progress).toHaveAttribute('value', '2')
  await expect(progress).toHaveAttribute('max', '5')
  await expect(row(page, 4)).toContainText('Sending')
  await expect(row(page, 5)).toContainText('Waiting')

  await button(page, 'Pause').click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
  await expectCounts(page, ['3', '0', '0', '2'])
  expect(petstore.posts()).toHaveLength(3)
  await button(page, 'Resume').dblclick()
  await expectFinished(page)
  await expectReportMatchesService(page, petstore, petNames(5))
  expect(petstore.posts()).toHaveLength(5)
})

test('rows like a pet of a loaded list are pointed out, without a request, and can be sent all the same', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  await signIn(page)
  await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
  await navLink(page, 'Import').click()
  petstore.clearReceived()
  await chooseFile(page, 'name,categoryId\n rEX ,1\nRex,2\nMochi,1')
  await expect(reasons(page, 'Worth a look')).toHaveText([/^Has the name and category of a listed pet/])
  await expect(row(page, 2).getByRole('link', { name: 'ID 1001' })).toHaveAttribute(
    'href',
    '/staging/pets/1001',
  )
  await expect(page.getByRole('link', { name: 'ID 1001' })).toHaveCount(1)
  expect(petstore.received).toEqual([])
  await button(page, 'Add 3 pets').click()
  await expectFinished(page)
  expect(petstore.posts()).toHaveLength(3)
})

test('a production environment asks for confirmation by name before anything is sent', async ({
  page,
  production,
}) => {
  await signIn(page, '/production/pets/import', { key: PRODUCTION_KEY })
  await chooseFile(page, csvOf(petNames(2)))
  await expect(button(page, 'Add 2 pets')).toHaveAccessibleDescription('to Production')
  const question = page.getByRole('dialog', { name: 'Add 2 pets to Production?' })
  await button(page, 'Add 2 pets').click()
  await expect(question).toContainText('Pets cannot be edited or deleted once added.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Add 2 pets')).toBeFocused()
  expect(production.posts()).toEqual([])

  await button(page, 'Add 2 pets').click()
  await question.getByRole('button', { name: /^Add \d+ pets$/ }).dblclick()
  await expectFinished(page)
  expect(production.posts()).toHaveLength(2)
})

test('a row that the service rejects shows its message, and the import continues', async ({
  page,
  petstore,
}) => {
  petstore.respond(
    { method: 'POST', body: /"Pet 2"/ },
    { status: 400, body: { code: 'no_such_category', message: 'Category 1 is <b>closed</b>.', status: 400 } },
  )
  await startImport(page, petNames(3))
  await expectFinished(page)
  await expectCounts(page, ['2', '1', '0', '0'])
  await expect(page.getByRole('heading', { name: '2 added, 1 rejected', exact: true })).toBeVisible()
  // The table can be narrowed to one outcome.
  await showRows(page, 'Added')
  expect((await rowsShown(page)).map((cells) => cells[1])).toEqual(['Pet 1', 'Pet 3'])
  await button(page, 'Show rejected rows').click()
  await expect(page.getByLabel('Show', { exact: true })).toBeFocused()
  expect((await rowsShown(page)).map((cells) => cells[1])).toEqual(['Pet 2'])
  await expect(row(page, 3)).toContainText('Category 1 is <b>closed</b>.')
  // What is left to do, the most urgent first.
  const steps = page.getByRole('region', { name: 'What to do next' }).locator('ol > li')
  await expect(steps.getByRole('button').or(steps.getByRole('link'))).toHaveText([
    'Show rejected rows',
    'Download rejected rows',
    'View pets',
    'Print labels',
    'Download report',
    'Check the list',
  ])
  await expect(page.getByRole('link', { name: 'Print labels' })).toHaveAttribute(
    'href',
    /^\/staging\/pets\/labels\?import=\w+$/,
  )
  const report = await expectReportMatchesService(page, petstore, petNames(3))
  expect(report[1]).toMatchObject({
    outcome: 'rejected',
    id: '',
    message: expect.stringContaining('<b>closed</b>'),
  })
})

test('a 201 with an unreadable body counts as added without an ID', async ({ page, petstore }) => {
  petstore.respond({ method: 'POST', body: /"Pet 2"/ }, { status: 201, body: '{"id":1002,"na', done: true })
  await startImport(page, petNames(3))
  await expectFinished(page)
  await expectCounts(page, ['3', '0', '0', '0'])
  expect((await readReport(page)).map(({ outcome, id }) => `${outcome} ${id}`)).toEqual([
    'added 1001',
    'added ',
    'added 1003',
  ])
  // The pet without an ID is the only match, so it is no duplicate.
  await expect(page.getByText('No duplicates found among the pets in Staging.')).toBeVisible()
})

test('the report has all columns of the file and the outcomes, with exact IDs and guarded formulas', async ({
  page,
  petstore,
}) => {
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
  expect(text).toMatch(/^'\+49 30,,2,rejected,,[^\r\n]*[Nn]ame[^\r\n]*\r\n$/m)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)

  const toMend = await download(page, 'Download rejected rows')
  expect(toMend.name).toBe('rejected rows pets, 2.csv')
  expect(toMend.bytes.toString('utf8')).toBe("\uFEFFnote,Name,categoryId\r\n'+49 30,,2\r\n")

  // Importing the file again removes the formula guard, so the fixed row is sent with its original values.
  await button(page, 'Import another file').click()
  await chooseFile(page, toMend.bytes, toMend.name)
  await expect(page.getByRole('heading', { name: 'rejected rows pets, 2.csv · 1 row' })).toBeVisible()
  await button(page, 'Fix row 2').click()
  await page.getByLabel('Name, row 2').fill('Luna')
  await button(page, 'Save').click()
  await button(page, 'Add 1 pet').click()
  await expectFinished(page)
  const { sheet } = await readSheet((await download(page, 'Download report')).bytes.toString('utf8').slice(1))
  expect(sheet?.rows[0]?.cells.slice(0, 5)).toEqual(['+49 30', 'Luna', '2', 'added', '1002'])
})

test('of a file that was imported before, only rows that were not added are sent unless the user asks for all', async ({
  page,
  petstore,
}) => {
  petstore.respond({ method: 'POST', body: /"Pet 2"/ }, { status: 400 })
  petstore.dropConnection({ method: 'POST', body: /"Pet 3"/ }, 'after')
  await startImport(page, petNames(3))
  await expectFinished(page)
  await button(page, 'Import another file').click()
  await chooseFile(page, csvOf(petNames(3)))
  const importedBefore = alerts(page).filter({ hasText: 'You already imported these rows' })
  await expect(importedBefore).toContainText('1 added, 1 rejected, 1 unknown.')
  await expect(importedBefore).toContainText('Resolve unknown rows in that import first.')
  await expect(button(page, 'Add 1 pet')).toBeVisible()
  expect((await rowsShown(page)).map((cells) => cells[1])).toEqual(['Pet 2'])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await button(page, 'Import all 3 rows again').click()
  await expect(button(page, 'Add 3 pets')).toBeVisible()
  await button(page, 'Leave out the rows of earlier imports').click()
  petstore.clearReceived()
  await button(page, 'Add 1 pet').click()
  await expectFinished(page)
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"Pet 2","categoryId":1,"status":"available"}',
  ])
  await expectReportMatchesService(page, petstore, ['Pet 2'])
  // Each row has now been added, in two imports.
  await button(page, 'Import another file').click()
  await chooseFile(page, csvOf(petNames(3)))
  await expect(page.getByText('No rows are ready to add.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Add \d/ })).toHaveCount(0)
})

test('a row does not duplicate one that was imported before and is left out', async ({ page }) => {
  await signIn(page, IMPORT)
  await chooseFile(page, 'name,categoryId\nRex,1\n,1\n')
  await button(page, 'Add 1 pet').click()
  await expectFinished(page)
  await button(page, 'Import another file').click()
  await chooseFile(page, 'name,categoryId\nRex,1\n,1\n')
  await button(page, 'Fix row 3').click()
  await page.getByLabel('Name, row 3').fill('Rex')
  await page.keyboard.press('Enter')
  await expect(row(page, 3)).toContainText('Ready')
  await expect(reasons(page, 'Worth a look').filter({ hasText: 'Duplicates' })).toHaveCount(0)
  await expect(row(page, 3)).not.toContainText('duplicate')
  await button(page, 'Import all 2 rows again').click()
  await expect(row(page, 3)).toContainText('Ready (duplicate of row 2)')
})

test('rows that wait in a resumable import are not sent by another import', async ({ page, petstore }) => {
  const release = petstore.hold({ method: 'POST', body: /"Pet 1"/ })
  await startImport(page, petNames(3))
  await petstore.arrived(1)
  await button(page, 'Pause').click()
  release()
  await button(page, 'Save and close').click()
  await chooseFile(page, csvOf(petNames(3)))
  await expect(alerts(page)).toContainText('Resume that import to add the rows that are waiting.')
  await expect(page.getByText('No rows are ready to add.')).toBeVisible()
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(petstore.posts()).toHaveLength(3)
})

test('rows that another tab imports in the meantime are not sent again', async ({
  page,
  context,
  petstore,
}) => {
  await signIn(page, IMPORT, { keepSignedIn: true })
  await chooseFile(page, csvOf(petNames(2)))
  await expect(button(page, 'Add 2 pets')).toBeVisible()
  const other = await context.newPage()
  await other.goto(IMPORT)
  await chooseFile(other, csvOf(petNames(2)))
  await button(other, 'Add 2 pets').click()
  await expectFinished(other)
  await button(page, 'Add 2 pets').click()
  await expect(
    alerts(page).filter({ hasText: 'Another tab imported some of these rows just now' }),
  ).toBeVisible()
  await expect(alerts(page).filter({ hasText: 'You already imported these rows' })).toBeVisible()
  await expect(page.getByText('No rows are ready to add.')).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
})

test('columns can be matched again, and no column can have two roles', async ({ page }) => {
  await signIn(page, IMPORT)
  await chooseFile(page, 'name,category,notes\n1,Rex,7')
  await expect(page.getByText('No rows are ready to add.')).toBeVisible()
  await button(page, 'Change columns').click()
  await page.getByLabel('Name column').selectOption('category (Rex)')
  await button(page, 'Continue').click()
  await expect(page.getByLabel('Category ID column')).toBeFocused()
  await expect(page.getByLabel('Category ID column')).toHaveAccessibleDescription(
    'Error: Choose another column. This one is the name column',
  )
  await page.getByLabel('Category ID column').selectOption('notes (7)')
  await button(page, 'Continue').click()
  expect(await rowsShown(page)).toEqual([['2', 'Rex', '7', 'Not set', 'Ready']])
})

test('the same file under another name is recognized', async ({ page }) => {
  await startImport(page, petNames(3))
  await expectFinished(page)
  await button(page, 'Import another file').click()
  await chooseFile(page, csvOf(petNames(3)), 'delivery (1).csv')
  await expect(alerts(page)).toContainText('You already imported these rows')
})

test('the focus is never lost when starting, finishing, marking as added, importing again or discarding', async ({
  page,
  petstore,
}) => {
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
  await press('Mark as added')
  await expectCounts(page, ['4', '0', '1', '0'])
  await expectFocus('"Mark as added"')
  await press('Import another file')
  await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
  await expectFocus('"Import another file"')
  await press('Discard')
  await press('Discard import')
  await expect(button(page, 'Discard')).toHaveCount(0)
  await expectFocus('discarding')
})
