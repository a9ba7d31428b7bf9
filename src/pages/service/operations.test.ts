import { expect, test } from 'vitest'
import type { RequestRecord } from '#src/http/request-log.ts'
import { lastResponse } from './operations.ts'

const STAGING = { id: 'staging', baseUrl: 'https://api.test/v1' }

const answered = (request: string, at: number, status?: number, environmentId = 'staging'): RequestRecord => {
  const [method, path] = request.split(' ')
  return {
    environmentId,
    method: method === 'POST' ? 'POST' : 'GET',
    address: `${STAGING.baseUrl}${path}`,
    attempts: [status === undefined ? { at, duration: 5 } : { at, duration: 5, status }],
  }
}

test('the newest response of an operation, in this environment', () => {
  const records = [
    answered('GET /pets?limit=20', 1000, 200),
    answered('GET /pets', 3000, 503),
    answered('POST /pets', 4000, 201),
    answered('GET /pets/7', 5000, 404),
    answered('GET /pets', 6000),
    answered('GET /pets', 7000, 401, 'production'),
  ]
  expect(lastResponse(records, STAGING, 'listPets')).toMatchObject({ at: 3005, status: 503 })
  expect(lastResponse(records, STAGING, 'createPet')).toMatchObject({ status: 201 })
  expect(lastResponse(records, STAGING, 'getPet')).toMatchObject({ status: 404, isGone: false })
  expect(lastResponse([], STAGING, 'listPets')).toBeUndefined()
})

test.each([
  ['said so', [410], true],
  ['is busy since', [410, 503], true],
  ['answers 404 since, which may be about the pet', [501, 404], true],
  ['answers again', [405, 200], false],
  ['never said so', [404, 503], false],
])('an operation is gone when the service %s', (_case, statuses, isGone) => {
  const records = statuses.map((status, index) => answered('GET /pets/7', index * 1000, status))
  expect(lastResponse(records, STAGING, 'getPet')?.isGone).toBe(isGone)
})

test.each([
  ['under way', { at: 1000 }],
  ['answered by the script of index.html, at a time that is not known', { at: 1000, status: 200 }],
  ['opaque', { at: 1000, duration: 5, status: 0 }],
])('a request that is %s has no response', (_what, attempt) => {
  const record = { ...answered('GET /pets', 1000, 200), attempts: [attempt] }
  expect(lastResponse([record], STAGING, 'listPets')).toBeUndefined()
})

test.each([
  ['POST /pets/7', 'getPet'],
  ['GET /config.json', 'getPet'],
  ['GET /petsitters', 'listPets'],
] as const)('%s is no %s', (request, operation) => {
  expect(lastResponse([answered(request, 1000, 200)], STAGING, operation)).toBeUndefined()
})

test('a 300 does not say that an operation is there again', () => {
  const records = [answered('GET /pets/7', 0, 410), answered('GET /pets/7', 1000, 300)]
  expect(lastResponse(records, STAGING, 'getPet')?.isGone).toBe(true)
})
