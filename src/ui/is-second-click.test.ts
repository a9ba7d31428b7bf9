import { expect, test } from 'vitest'
import { type Click, isSecondClick } from './is-second-click.ts'

const FIRST: Click = { detail: 1, timeStamp: 1000, clientX: 100, clientY: 50 }

test.each<[what: string, click: Partial<Click>, expected: boolean]>([
  ['a browser that counts it', { detail: 2, timeStamp: 1200 }, true],
  ['the third click', { detail: 3, timeStamp: 1300 }, true],
  ['a browser that starts again, because another element is there now', { timeStamp: 1200 }, true],
  ['a hand that trembles', { timeStamp: 1200, clientX: 103, clientY: 47 }, true],
  ['another place', { timeStamp: 1200, clientX: 108 }, false],
  ['another line', { timeStamp: 1200, clientY: 90 }, false],
  ['just in time', { timeStamp: 1499 }, true],
  ['later', { timeStamp: 1500 }, false],
  ['a key', { detail: 0, timeStamp: 1001, clientX: 0, clientY: 0 }, false],
])('the second click of a double click: %s', (_what, click, expected) => {
  expect(isSecondClick({ ...FIRST, ...click }, FIRST, true)).toBe(expected)
})

test('a browser that counts well is believed', () => {
  expect(isSecondClick({ ...FIRST, timeStamp: 1200 }, FIRST, false)).toBe(false)
  expect(isSecondClick({ ...FIRST, detail: 2 }, FIRST, false)).toBe(true)
})

test('the first click of all is not a second one', () => {
  expect(isSecondClick(FIRST, undefined, true)).toBe(false)
})
