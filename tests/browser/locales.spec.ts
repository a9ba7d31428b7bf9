import { expect, heading, int64, namesOf, rowsOf, signIn, test } from './fixtures.ts'
import {
  button,
  chooseFile,
  csvOf,
  expectFinished,
  IMPORT,
  petNames,
  savedImports,
} from './import-helpers.ts'

/** 10:42 in the evening, Greenwich: another date in India. */
const NOW = '2026-11-21T22:42:05Z'

/** ICU writes some spaces as no-break ones. */
const plain = (text: string | null) => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')

test.use({ locale: 'ar-EG', timezoneId: 'Asia/Kolkata' })

test('in Egypt the list and the import have counts, times and an alphabet as the person writes them, and exact IDs', async ({
  page,
  petstore,
}) => {
  await page.clock.setFixedTime(NOW)
  const ids = ['1234567', '9007199254740993', '-7']
  for (const [index, name] of ['Zorro', 'Älg', 'Ilgaz'].entries()) {
    petstore.db.create({ id: int64(ids[index] ?? ''), name, categoryId: int64('98765') })
  }
  await signIn(page, '/staging/pets?limit=50')
  await expect(namesOf(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: 'All ٣ pets' })).toBeVisible()
  const time = page.getByRole('main').locator('time')
  expect(plain(await time.textContent())).toBe('٤:١٢ ص')
  expect(plain(await time.getAttribute('title'))).toBe('الأحد، ٢٢ نوفمبر ٢٠٢٦ في ٤:١٢:٠٥ ص')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(namesOf(page)).toHaveText(['Älg', 'Ilgaz', 'Zorro'])
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await expect(namesOf(page)).toHaveText(['Ilgaz', 'Zorro', 'Älg'])
  const rows = await rowsOf(page)
  expect(rows.map(([id, , category]) => [id?.trim(), category])).toEqual([
    ['-7', '98765'],
    ['1234567', '98765'],
    ['9007199254740993', '98765'],
  ])
  await expect(page.getByRole('spinbutton', { name: 'Page size' })).toHaveValue('50')
  expect(petstore.requestLines().at(-1)).toBe('GET /pets?limit=50')
  await namesOf(page).first().click()
  await expect(heading(page)).toHaveText('Ilgaz')
  await expect(page.getByRole('definition').first()).toHaveText('-7')
  await expect(page.getByRole('note', { name: 'Deprecated operation' })).toContainText('5 December 2030')

  // The import; a time of another day has its date.
  await page.clock.setFixedTime(new Date(Date.parse(NOW) - 24 * 60 * 60 * 1000))
  await page.goto(IMPORT)
  await chooseFile(page, csvOf(petNames(1204)))
  await expect(button(page, 'Add ١٬٢٠٤ pets')).toBeVisible()
  await chooseFile(page, csvOf(petNames(2)))
  await button(page, 'Add ٢ pets').click()
  await expectFinished(page)
  await page.clock.setFixedTime(NOW)
  await button(page, 'Import another file').click()
  expect(plain(await savedImports(page).first().textContent())).toContain('٢١‏/١١‏/٢٠٢٦، ٤:١٢ ص')
})
