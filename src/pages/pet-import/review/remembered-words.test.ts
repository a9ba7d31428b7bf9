// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { createRememberedWords } from './remembered-words.ts'

const BASE_URL = 'https://api.example.com/v1'
const STORAGE_NAME = `petstore-admin.category-words.${BASE_URL}`
const HAMSTER = new Map([['hamster', int64('6')]])

const words = () => createRememberedWords(BASE_URL)

test('A word is remembered after a reload, with the category that it was last taken for', () => {
  words().remember(HAMSTER)
  words().remember(new Map([['gerbil', int64('7')]]))
  words().remember(new Map([['hamster', int64('8')]]))
  expect([...words().get()]).toEqual([
    ['gerbil', '7'],
    ['hamster', '8'],
  ])
})

test('A word of one service is not remembered for another', () => {
  words().remember(HAMSTER)
  expect(createRememberedWords('https://other.example.com/v1').get().size).toBe(0)
  expect(words().get()).toEqual(HAMSTER)
})

test('Only the newest 200 words are remembered', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const manyWords = Array.from({ length: 201 }, (_, index) => {
    const word = `${letters[Math.floor(index / 26)]}${letters[index % 26]}`
    return [word, int64('6')] as const
  })
  words().remember(new Map(manyWords))
  expect([...words().get()]).toEqual(manyWords.slice(1))
})

test.each([
  ['has a digit', 'canary7key'],
  ['is an address', 'jane@example.com'],
  ['is longer than 40 characters', 'x'.repeat(41)],
])('A word that %s is not stored, because it may be no category', (_what, word) => {
  words().remember(new Map([[word, int64('6')]]))
  expect(localStorage).toHaveLength(0)
})

test.each([
  ['no JSON', 'hamster'],
  ['no list', '{"hamster":"6"}'],
  ['no pairs', '["hamster",["hamster"],null]'],
  ['no texts', '[["hamster",6],[6,"6"]]'],
  ['no category ID', '[["hamster","six"],["hamster","9223372036854775808"]]'],
  ['a word in another form', '[["Hamster","6"],["","6"]]'],
  ['a word that is never stored', '[["canary7key","6"]]'],
])('What is stored is not believed when it has %s', (_what, text) => {
  localStorage.setItem(STORAGE_NAME, text)
  expect(words().get().size).toBe(0)
})

test('Words are remembered until the page is reloaded when the storage is full', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  onTestFinished(() => write.mockRestore())
  const ofPage = words()
  ofPage.remember(HAMSTER)
  expect(ofPage.get()).toEqual(HAMSTER)
  expect(words().get().size).toBe(0)
})
