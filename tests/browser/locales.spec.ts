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

/** 10:42 in the evening, Greenwich: other dates in other zones. */
const NOW = '2026-11-21T22:42:05Z'

const PLACES = [
  {
    locale: 'sv-SE',
    timezoneId: 'America/Los_Angeles',
    time: '14:42',
    yesterday: '20 nov. 2026 14:42',
    full: 'lördag 21 november 2026 kl. 14:42:05',
    count: 'All 3 pets',
    add: 'Add 1 204 pets',
    names: ['Ilgaz', 'Zorro', 'Älg'],
  },
  {
    locale: 'ar-EG',
    timezoneId: 'Asia/Kolkata',
    time: '٤:١٢ ص',
    yesterday: '٢١‏/١١‏/٢٠٢٦، ٤:١٢ ص',
    full: 'الأحد، ٢٢ نوفمبر ٢٠٢٦ في ٤:١٢:٠٥ ص',
    count: 'All ٣ pets',
    add: 'Add ١٬٢٠٤ pets',
    names: ['Älg', 'Ilgaz', 'Zorro'],
  },
]

/** ICU writes some spaces as no-break ones. */
const plain = (text: string | null) => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')

for (const { locale, timezoneId, ...expected } of PLACES) {
  test.describe(`in ${locale}, ${timezoneId}`, () => {
    test.use({ locale, timezoneId })

    test('the list and the import have counts, times and an alphabet as the person writes them, and exact IDs', async ({
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
      await expect(page.getByRole('status').filter({ hasText: expected.count })).toBeVisible()
      const time = page.getByRole('main').locator('time')
      expect(plain(await time.textContent())).toBe(expected.time)
      expect(plain(await time.getAttribute('title'))).toBe(expected.full)
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
      await expect(namesOf(page)).toHaveText(expected.names)
      await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
      await expect(namesOf(page)).toHaveText(['Ilgaz', 'Zorro', 'Älg'])
      const rows = await rowsOf(page)
      expect(rows.map(([id, , category]) => [id?.trim(), category])).toEqual([
        ['-7', '98765'],
        ['1234567', '98765'],
        ['9007199254740993', '98765'],
      ])
      await expect(page.getByRole('spinbutton', { name: 'Page size' })).toHaveValue('50')
      expect(new URL(page.url()).searchParams.get('limit')).toBe('50')
      expect(petstore.requestLines().at(-1)).toBe('GET /pets?limit=50')
      await namesOf(page).first().click()
      await expect(heading(page)).toHaveText('Ilgaz')
      await expect(page.getByRole('definition').first()).toHaveText('-7')
      const note = page.getByRole('note', { name: 'Deprecated operation' })
      expect(plain(await note.textContent())).toContain('5 December 2030')

      // The import; a time of another day has its date.
      await page.clock.setFixedTime(new Date(Date.parse(NOW) - 24 * 60 * 60 * 1000))
      await page.goto(IMPORT)
      await chooseFile(page, csvOf(petNames(1204)))
      const add = page.getByRole('button', { name: /^Add .* pets$/ })
      await expect(add).toBeVisible()
      expect(plain(await add.textContent())).toBe(expected.add)
      await chooseFile(page, csvOf(petNames(2)))
      await page.getByRole('button', { name: /^Add . pets$/ }).click()
      await expectFinished(page)
      await page.clock.setFixedTime(NOW)
      await button(page, 'Import another file').click()
      expect(plain(await savedImports(page).first().textContent())).toContain(expected.yesterday)
    })
  })
}
