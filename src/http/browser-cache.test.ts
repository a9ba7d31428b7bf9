// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRequest } from './request.ts'

const FRESH = { 'Cache-Control': 'no-store' }
const KEPT = { 'Cache-Control': 'max-age=600' }

/**
 * Sends a GET whose responses have these headers.
 *
 * @returns the cache modes with which it was sent
 */
async function lookAt(headers: readonly Record<string, string>[], baseUrl = 'https://api.example.com/v1') {
  const modes: RequestCache[] = []
  const request = createRequest(
    baseUrl,
    () => 'k',
    async (_url, init) => Response.json([], { headers: headers[modes.push(init.cache) - 1] ?? {} }),
  )
  await request('/pets', { parse: (body) => body, cache: 'default' })
  return modes
}

describe('a list that is looked at', () => {
  // jsdom has no navigation entries.
  const visit = { type: 'navigate' }
  beforeEach(() => {
    vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [visit] })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    visit.type = 'navigate'
  })

  test("bypasses the browser's cache until a response has said that it may not be kept", async () => {
    expect(await lookAt([FRESH])).toEqual(['reload'])
    expect(await lookAt([FRESH])).toEqual(['default'])
  })

  test('bypasses the cache when the last response may have been kept', async () => {
    expect(await lookAt([KEPT])).toEqual(['reload'])
    expect(await lookAt([FRESH])).toEqual(['reload'])
    expect(await lookAt([FRESH])).toEqual(['default'])
  })

  test('is requested again when the cache may have answered after all, and from then on past the cache', async () => {
    await lookAt([FRESH])
    expect(await lookAt([KEPT, KEPT])).toEqual(['default', 'reload'])
    expect(await lookAt([KEPT])).toEqual(['reload'])
  })

  test('does not depend on what another service has said', async () => {
    await lookAt([FRESH], 'https://other.example.com/v1')
    expect(await lookAt([FRESH])).toEqual(['reload'])
  })

  test.each(['reload', 'back_forward'])('bypasses the cache in a visit of the type %s', async (type) => {
    await lookAt([FRESH])
    visit.type = type
    expect(await lookAt([FRESH])).toEqual(['reload'])
  })
})
