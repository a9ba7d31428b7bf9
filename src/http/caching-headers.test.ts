import { describe, expect, test } from 'vitest'
import { mayBeKept, mayBeOld } from './caching-headers.ts'

describe('a browser may use a response again without asking with', () => {
  test.each([
    { 'Cache-Control': 'max-age=600' },
    { 'Cache-Control': 'private, Max-Age=1' },
    { 'Cache-Control': 'max-age="60"' },
    { 'Cache-Control': 'max-age=05' },
    { 'Cache-Control': 'max-age=0, stale-while-revalidate=60' },
    { 'Cache-Control': 'stale-while-revalidate=60' },
    // This form of `no-cache` names a header that is not kept, and says nothing about the rest.
    { 'Cache-Control': 'no-cache="Set-Cookie", max-age=60' },
    { Expires: 'Fri, 27 Nov 2026 10:00:00 GMT' },
    // A browser estimates for how long such a response is good.
    { 'Last-Modified': 'Thu, 26 Nov 2026 10:00:00 GMT' },
    { 'Cache-Control': 'public', 'Last-Modified': 'Thu, 26 Nov 2026 10:00:00 GMT' },
  ])('%j', (headers) => {
    expect(mayBeKept(new Headers(headers as Record<string, string>))).toBe(true)
  })
})

describe('a browser may not use a response again without asking with', () => {
  test.each([
    {},
    { ETag: '"1"' },
    { 'Cache-Control': 'no-store' },
    { 'Cache-Control': 'No-Cache' },
    { 'Cache-Control': 'max-age=600,no-store' },
    { 'Cache-Control': 'max-age=0, private, must-revalidate' },
    { 'Cache-Control': 'no-cache', 'Last-Modified': 'Thu, 26 Nov 2026 10:00:00 GMT' },
    { 'Cache-Control': 'no-store', Expires: '0' },
  ])('%j', (headers) => {
    expect(mayBeKept(new Headers(headers as Record<string, string>))).toBe(false)
  })
})

test.each<[isOld: boolean, headers: Record<string, string>]>([
  [true, { 'Cache-Control': 'max-age=600' }],
  [true, { 'Cache-Control': 's-maxage=600' }],
  [true, { 'Cache-Control': 'max-age=0, s-maxage=600' }],
  // A cache that keeps more than the service has told it says how long.
  [true, { 'Cache-Control': 'no-cache', Age: '600' }],
  [false, { 'Cache-Control': 'max-age=0, s-maxage=0' }],
  [false, { 'Cache-Control': 'no-store' }],
  [false, {}],
])('It is %s that a cache in between may have answered with %j.', (isOld, headers) => {
  expect(mayBeOld(new Headers(headers))).toBe(isOld)
})
