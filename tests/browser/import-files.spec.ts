import type { Page } from '@playwright/test'
import { spreadsheetBytes } from '#tests/support/spreadsheet-files.ts'
import { expect, openPage, test } from './fixtures.ts'
import { button, chooseFile, csvOf, download, IMPORT, petNames, row } from './import-helpers.ts'

test.use({ isSignedIn: true })

/** Chooses a file of tests/support/spreadsheets. */
async function chooseSpreadsheet(page: Page, name: string): Promise<void> {
  await openPage(page, IMPORT)
  const buffer = Buffer.from(spreadsheetBytes(name))
  await page.getByLabel('Spreadsheet file').setInputFiles({ name, mimeType: '', buffer })
}

const TWO_PETS = 'name,categoryId\nRex,1\nMia,2'

/**
 * Drops a file, and perhaps others with the same text, anywhere on the page, as the browser does
 * it.
 */
async function dropFiles(
  page: Page,
  name: string,
  text = TWO_PETS,
  ...others: readonly string[]
): Promise<void> {
  const transfer = await page.evaluateHandle(
    (files) => {
      const data = new DataTransfer()
      for (const file of files) data.items.add(new File([file.text], file.name))
      return data
    },
    [name, ...others].map((each) => ({ name: each, text })),
  )
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer })
}

test('an Excel file is read in a worker, under the policy of a deployment', async ({ page }) => {
  const workerStarted = page.waitForEvent('worker')
  await chooseSpreadsheet(page, 'libreoffice.xlsx')
  expect((await workerStarted).url()).toMatch(/\/assets\/reader\.worker-[\w-]+\.js$/)
  await expect(button(page, 'Add 4 pets')).toBeVisible()
  await expect(row(page, 2)).toContainText('Zoë 👩‍🚀')
})

test('rows that the spreadsheet hides are left out, and can be included', async ({ page }) => {
  await chooseSpreadsheet(page, 'filtered-rows.xlsx')
  await expect(button(page, 'Add 2 pets')).toBeVisible()
  await expect(page.getByText('2 rows are hidden in the spreadsheet, so they are left out')).toBeVisible()
  await button(page, 'Include hidden rows').click()
  await expect(button(page, 'Add 4 pets')).toBeVisible()
  await button(page, 'Leave hidden rows out').click()
  await expect(button(page, 'Add 2 pets')).toBeVisible()
})

test('another sheet of a workbook can be chosen, and the changes in the first one come back', async ({
  page,
}) => {
  await chooseSpreadsheet(page, 'lookup-list-first.xlsx')
  const sheet = page.getByRole('combobox', { name: 'Sheet' })
  await expect(sheet).toHaveValue('Animals')
  await expect(page.getByText('Only the sheet “Animals” was read.')).toBeVisible()
  await button(page, 'Leave out row 2').click()
  await expect(button(page, 'Add 1 pet')).toBeVisible()
  await sheet.selectOption('Categories')
  await expect(page.getByRole('heading', { name: /· 3 rows$/ })).toBeVisible()
  await sheet.selectOption('Animals')
  await expect(button(page, 'Add 1 pet')).toBeVisible()
  // The other sheet is chosen at once, so the sheet that was being read does not come up later.
  await sheet.selectOption('Categories')
  await sheet.selectOption('Animals')
  await expect(sheet).toHaveValue('Animals')
  await expect(button(page, 'Add 1 pet')).toBeVisible()
  await page.reload()
  await expect(button(page, 'Add 1 pet')).toBeVisible()
  await expect(page.getByText('To read another sheet, choose the file again.')).toBeVisible()
})

test('a file can be dropped anywhere on the page, but not two at once', async ({ page }) => {
  await openPage(page, IMPORT)
  await dropFiles(page, 'a.csv', TWO_PETS, 'b.csv')
  await expect(page.getByRole('alert')).toContainText('Only one file can be read at a time.')
  await dropFiles(page, 'delivery.csv')
  await expect(page.getByRole('heading', { name: 'delivery.csv · 2 rows' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a file that is dropped while an import is open does not take its place', async ({ page }) => {
  await openPage(page, IMPORT)
  await chooseFile(page, csvOf(petNames(2)))
  await button(page, 'Add 2 pets').click()
  await expect(page.getByRole('heading', { name: '2 added' })).toBeVisible()
  await dropFiles(page, 'other.csv')
  await expect(page.getByText('The file was not read. Finish or close this import first')).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 added' })).toBeVisible()
})

test('a dropped file does not replace rows that were changed, and replaces others only if it can be read', async ({
  page,
}) => {
  await openPage(page, IMPORT)
  await chooseFile(page, csvOf(petNames(3)))
  // Another file would take the place of one that is still being read.
  await expect(button(page, 'Add 3 pets')).toBeVisible()
  await dropFiles(page, 'notes.json', '{"name":"Rex"}')
  await expect(page.getByRole('alert')).toContainText('This is a JSON file')
  await expect(button(page, 'Add 3 pets')).toBeVisible()
  await button(page, 'Leave out row 2').click()
  await dropFiles(page, 'delivery.csv')
  await expect(page.getByText('Add or clear the rows under review first')).toBeVisible()
  await expect(button(page, 'Add 2 pets')).toBeVisible()
})

test('a file that takes long can be cancelled, and the page stays usable meanwhile', async ({
  page,
  site,
}) => {
  // The part that reads workbooks never arrives.
  site.interceptAssets((url) => (/read-workbook/.test(url) ? 'answered' : undefined))
  await chooseSpreadsheet(page, 'filtered-rows.xlsx')
  await expect(page.getByText('Reading the file…')).toBeVisible()
  await page.getByRole('textbox', { name: 'Or paste rows' }).focus()
  await button(page, 'Cancel').click()
  await expect(page.getByText('Reading the file…')).toHaveCount(0)
  await chooseFile(page, csvOf(petNames(3)))
  await expect(button(page, 'Add 3 pets')).toBeVisible()
})

test('the template has the headings, and importing it says that there are no rows', async ({ page }) => {
  await openPage(page, IMPORT)
  const template = await download(page, 'Download a template')
  expect(template.name).toBe('pets template.csv')
  expect(template.text.replace('\uFEFF', '').trim()).toBe('name,categoryId,status')
  await chooseFile(page, template.text)
  await expect(page.getByRole('alert')).toContainText('There are no rows below the header.')
})
