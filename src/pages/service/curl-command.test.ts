import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

const ORIGIN = 'https://admin.test'
const GET = {
  environmentId: 'staging',
  method: 'GET',
  address: '/api/pets?limit=20',
  attempts: [],
} as const
const POST = { ...GET, method: 'POST', address: 'https://api.test/v1/pets' } as const

// What a shell makes of them: tests/curl-command.test.ts.
test('a request without a body', () => {
  expect(curlCommand(GET, ORIGIN)).toBe(
    `curl --globoff --request GET 'https://admin.test/api/pets?limit=20' \\
  --header 'Accept: application/json' \\
  --header "Authorization: Bearer $API_KEY"`,
  )
})

test('a request with a body', () => {
  expect(curlCommand({ ...POST, body: `{"name":"O'Neill"}` }, ORIGIN)).toBe(
    `curl --globoff --request POST 'https://api.test/v1/pets' \\
  --header 'Accept: application/json' \\
  --header "Authorization: Bearer $API_KEY" \\
  --header 'Content-Type: application/json' \\
  --data-raw '{"name":"O'\\''Neill"}'`,
  )
})

test('a POST whose body was not kept', () => {
  expect(curlCommand(POST, ORIGIN)).toBeUndefined()
})
