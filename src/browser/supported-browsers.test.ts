import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { isBrowserSupported, OLDEST_BROWSERS } from './supported-browsers.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * Stubs a browser that knows a certain function of CSS or not, and reads numbers exactly or not.
 */
function stubBrowser({ hasExactNumbers, hasLightDark }: Record<'hasExactNumbers' | 'hasLightDark', boolean>) {
  vi.stubGlobal('JSON', hasExactNumbers ? { rawJSON: () => undefined } : {})
  vi.stubGlobal('CSS', { supports: () => hasLightDark })
}

test.each([
  ['Chrome 123, Firefox 135, Safari 18.4', true, true, true],
  ['Chrome 114 to 122', true, false, false],
  ['Firefox 120 to 134, Safari 17.5 to 18.3', false, true, false],
  ['older ones', false, false, false],
])('%s', (_browsers, hasExactNumbers, hasLightDark, isSupported) => {
  stubBrowser({ hasExactNumbers, hasLightDark })
  expect(isBrowserSupported()).toBe(isSupported)
})

test('The README names the same browsers', () => {
  const { chrome, edge, firefox, safari } = OLDEST_BROWSERS
  expect(chrome).toBe(edge)
  expect(readFileSync('README.md', 'utf8')).toContain(
    `Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}, or newer`,
  )
})
