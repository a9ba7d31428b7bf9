// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { absoluteUrl } from './absolute-url.ts'

test.each([
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['https://api.example.com', 'https://api.example.com/'],
  ['/v1', 'http://localhost:3000/v1'],
  ['', 'http://localhost:3000/'],
])('the base URL %j is %s', (baseUrl, url) => {
  window.history.replaceState(null, '', '/staging/pets?q=rex')
  expect(absoluteUrl(baseUrl)).toBe(url)
})

test('without a window, an absolute base URL is the same', () => {
  vi.stubGlobal('window', undefined)
  const url = absoluteUrl('https://api.example.com/v1')
  vi.unstubAllGlobals()
  expect(url).toBe('https://api.example.com/v1')
})
