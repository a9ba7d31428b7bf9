// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { hashOf } from './file-hash.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('SHA-256 of %j, as text and as bytes', async (text, hash) => {
  expect(await hashOf(text)).toBe(hash)
  expect(await hashOf(bytesOf(text))).toBe(hash)
})

// From the reference of FNV (isthe.com/chongo/tech/comp/fnv), 32 bit, 1a.
test.each([
  ['', 'fnv1a-811c9dc5-0'],
  ['a', 'fnv1a-e40c292c-1'],
  ['foobar', 'fnv1a-bf9cf968-6'],
])('without SHA-256 (a page over plain http), %j is %s', async (text, hash) => {
  vi.stubGlobal('crypto', { getRandomValues: () => undefined })
  expect(await hashOf(text)).toBe(hash)
  expect(await hashOf(bytesOf(text))).toBe(hash)
})

test('the fallback reads all of a long file', async () => {
  vi.stubGlobal('crypto', undefined)
  const long = 'name,category\n'.repeat(20_000)
  const hashes = await Promise.all(
    [long, `${long}!`, `!${long}`, long.replace(/e,c(?=[^,]*$)/, 'E,C')].map(hashOf),
  )
  expect(new Set(hashes).size).toBe(4)
})
