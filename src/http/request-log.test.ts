import { describe, expect, test, vi } from 'vitest'
import { createRequestLog } from './request-log.ts'

const GET = 'https://api.test/v1/pets?limit=20'
const POST = 'https://api.test/v1/pets'
const sent = (body?: string, key = 'the-key') => ({ body, key, startedAt: undefined })

test('a request is there while it is under way, and its attempts are one record', () => {
  const log = createRequestLog()
  const attempt = log.observe('staging', 'GET', GET)
  expect(log.get()).toEqual([])
  const end = attempt(sent())
  expect(log.get()).toMatchObject([{ method: 'GET', address: GET, attempts: [{}] }])
  expect(log.get()[0]?.attempts[0]?.duration).toBeUndefined()
  const error = new Error('no response')
  end({ status: undefined, error })
  attempt(sent())({ status: 200 })
  expect(log.get()).toMatchObject([
    { attempts: [{ error, duration: expect.any(Number) as number }, { status: 200 }] },
  ])
  expect(log.get()).toHaveLength(1)
})

test('a request that was sent before it was asked for began then', () => {
  const log = createRequestLog()
  log.observe('staging', 'GET', GET)({ ...sent(), startedAt: performance.now() - 5000 })({ status: 200 })
  const [record] = log.get()
  expect(record?.attempts[0]?.duration).toBeGreaterThanOrEqual(5000)
  expect(Date.now() - (record?.attempts[0]?.at ?? 0)).toBeGreaterThanOrEqual(4999)
})

test('one whose response was there before it was asked for took as long as the browser says', () => {
  const entry = (startTime: number) => ({ name: GET, startTime, duration: 250 }) as PerformanceEntry
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry(500), entry(1000)])
  const log = createRequestLog()
  log.observe('staging', 'GET', GET)({ ...sent(), startedAt: 990 })({ status: 200 })
  expect(log.get()[0]?.attempts[0]?.duration).toBe(260)
  entries.mockRestore()
})

test('an attempt says when it was sent and how long it took, and each change is told', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  vi.setSystemTime('2026-11-21T12:00:00Z')
  const log = createRequestLog()
  const seen: unknown[] = []
  log.subscribe(() => seen.push(log.get()))
  const attempt = log.observe('staging', 'GET', GET)
  const end = attempt(sent())
  vi.advanceTimersByTime(250)
  end({ status: 503 })
  vi.advanceTimersByTime(1000)
  attempt(sent())({ status: 200 })
  const at = Date.parse('2026-11-21T12:00:00Z')
  expect(log.get()[0]).toMatchObject({
    attempts: [
      { at, duration: 250, status: 503 },
      { at: at + 1250, duration: 0, status: 200 },
    ],
  })
  expect(seen).toHaveLength(4)
  expect(new Set(seen).size).toBe(4)
  vi.useRealTimers()
})

test('the last 200 are kept, newest first', () => {
  const log = createRequestLog()
  for (let id = 1; id <= 250; id++)
    log.observe('staging', 'GET', `https://api.test/v1/pets/${id}`)(sent())({ status: 200 })
  expect(log.get()).toHaveLength(200)
  expect(log.get()[0]?.address).toMatch(/\/250$/)
  expect(log.get().at(-1)?.address).toMatch(/\/51$/)
})

test('one that is no longer kept does not come back when it ends', () => {
  const log = createRequestLog()
  const end = log.observe('staging', 'GET', GET)(sent())
  log.clear('staging')
  end({ status: 200 })
  expect(log.get()).toEqual([])
})

const bodyKept = (body: string, key?: string) => {
  const log = createRequestLog()
  log.observe('staging', 'POST', POST)(sent(body, key))({ status: 201 })
  return log.get()[0]?.body
}

describe('the body of a POST', () => {
  test.each([
    ['is kept', '{"name":"Rex"}', true],
    ['of 2 KB is kept', 'x'.repeat(2048), true],
    ['of more than 2 KB is not', 'x'.repeat(2049), false],
    ['is measured in bytes', '猫'.repeat(1000), false],
    ['with the key in it is not', '{"name":"the-key"}', false],
  ])('%s', (_case, body, isKept) => {
    expect(bodyKept(body)).toBe(isKept ? body : undefined)
  })

  test('is not kept with a key that JSON escapes', () => {
    const key = String.raw`a"b\c`
    expect(bodyKept(JSON.stringify({ name: `x${key}` }), key)).toBeUndefined()
  })
})

test('signing out of an environment forgets what was sent to it, and nothing else', () => {
  const log = createRequestLog()
  let changes = 0
  log.observe('staging', 'GET', GET)(sent())({ status: 200 })
  log.observe('production', 'GET', GET)(sent())({ status: 200 })
  log.subscribe(() => changes++)
  log.clear('staging')
  expect(log.get().map(({ environmentId }) => environmentId)).toEqual(['production'])
  expect(changes).toBe(1)
})
