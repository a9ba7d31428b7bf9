import { afterEach, expect, test, vi } from 'vitest'
import { requestLog as log } from './request-log.ts'

const GET = 'https://api.test/v1/pets?limit=20'
const POST = 'https://api.test/v1/pets'
const sent = (body?: string, key = 'the-key') => ({ body, key, startedAt: undefined })

afterEach(() => {
  for (const id of ['staging', 'production']) log.clear(id)
})

test('A request is in the log while it is under way, with its attempts, and listeners hear of each change', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  vi.setSystemTime('2026-11-21T12:00:00Z')
  const seen: unknown[] = []
  log.subscribe(() => seen.push(log.get()))
  const attempt = log.observe('staging', 'GET', GET)
  expect(log.get()).toEqual([])
  const end = attempt(sent())
  const at = Date.parse('2026-11-21T12:00:00Z')
  expect(log.get()).toEqual([
    { environmentId: 'staging', method: 'GET', address: GET, attempts: [{ at }], body: undefined },
  ])
  vi.advanceTimersByTime(250)
  const error = new Error('no response')
  end({ status: undefined, error })
  vi.advanceTimersByTime(1000)
  attempt(sent())({ status: 200 })
  expect(log.get()).toMatchObject([
    {
      attempts: [
        { at, duration: 250, error },
        { at: at + 1250, duration: 0, status: 200 },
      ],
    },
  ])
  expect(seen).toHaveLength(4)
  expect(new Set(seen).size).toBe(4)
  vi.useRealTimers()
})

test('A request that was sent before the app asked for it begins at that earlier time', () => {
  log.observe('staging', 'GET', GET)({ ...sent(), startedAt: performance.now() - 5000 })({ status: 200 })
  const [attempt] = log.get()[0]?.attempts ?? []
  expect(attempt?.duration).toBeGreaterThanOrEqual(5000)
  expect(Date.now() - (attempt?.at ?? 0)).toBeGreaterThanOrEqual(4999)
})

test('A request whose response was there before the app asked for it took as long as the browser says', () => {
  const entry = (startTime: number) => ({ name: GET, startTime, duration: 250 }) as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry(500), entry(1000)])
  log.observe('staging', 'GET', GET)({ ...sent(), startedAt: 990 })({ status: 200 })
  expect(log.get()[0]?.attempts[0]?.duration).toBe(260)
})

test('The last 200 requests are kept, newest first', () => {
  for (let id = 1; id <= 250; id++)
    log.observe('staging', 'GET', `https://api.test/v1/pets/${id}`)(sent())({ status: 200 })
  expect(log.get()).toHaveLength(200)
  expect(log.get()[0]?.address).toMatch(/\/250$/)
})

test('Signing out of an environment forgets what was sent to it, even requests that end later, and nothing else', () => {
  const end = log.observe('staging', 'GET', GET)(sent())
  log.observe('production', 'GET', GET)(sent())
  log.clear('staging')
  end({ status: 200 })
  expect(log.get().map(({ environmentId }) => environmentId)).toEqual(['production'])
})

test.each([
  ['is kept', '{"name":"Rex"}', true],
  ['of 2 KB is kept', 'x'.repeat(2048), true],
  ['of more than 2 KB is not', 'x'.repeat(2049), false],
  ['is measured in bytes', '猫'.repeat(1000), false],
  ['with the key in it is not', '{"name":"the-key"}', false],
  ['with a key in it that JSON escapes is not', String.raw`{"name":"xa\"b\\c"}`, false, String.raw`a"b\c`],
])('The body of a POST %s', (_what, body, isKept, key?: string) => {
  log.observe('staging', 'POST', POST)(sent(body, key))({ status: 201 })
  expect(log.get()[0]?.body).toBe(isKept ? body : undefined)
})
