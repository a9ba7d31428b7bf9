import { expect, test } from 'vitest'
import { counted } from './counted.ts'
import { createNumberFormat } from './format-number.ts'

test.each([
  ['en-GB', 999, '999'],
  ['en-GB', 1000, '1,000'],
  ['sv-SE', 1204, '1\u00A0204'],
  ['tr-TR', 1204, '1.204'],
  ['ar-EG', 34, '٣٤'],
  ['ar-EG', 1204, '١٬٢٠٤'],
])('In %s, %d is written as %s', (locale, value, text) => {
  expect(createNumberFormat(locale)(value)).toBe(text)
})

test('Below 1,000, every language is written with its own digits, too', () => {
  // There are 18,252 languages of two or three letters, and ICU knows some hundreds of them.
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const languages = letters
    .flatMap((a) => letters.flatMap((b) => ['', ...letters].map((c) => a + b + c)))
    .filter((language) => Intl.NumberFormat.supportedLocalesOf(language).length > 0)
  expect(languages.length).toBeGreaterThan(200)
  const written = (format: (language: string) => string) =>
    languages.map((language) => `${language} ${format(language)}`)
  expect(written((language) => createNumberFormat(language)(987))).toEqual(
    written((language) => new Intl.NumberFormat(language).format(987)),
  )
})

test('Counted things are in the plural, unless there is one', () => {
  expect([0, 1, 2].map((count) => counted(count, 'pet').split(' ')[1])).toEqual(['pets', 'pet', 'pets'])
  expect(counted(2, 'match', 'matches')).toMatch(/ matches$/)
})
