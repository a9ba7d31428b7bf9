import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

const GET = {
  environmentId: 'staging',
  method: 'GET',
  address: '/api/pets?limit=20',
  attempts: [],
} as const

// With a body: tests/pages/service.test.tsx. What a shell makes of it: tests/curl-command.test.ts.
test('a request without a body, and one whose body was not kept', () => {
  expect(curlCommand(GET, 'https://admin.test')).toBe(
    `curl --globoff --request GET 'https://admin.test/api/pets?limit=20' \\
  --header 'Accept: application/json' \\
  --header "Authorization: Bearer $API_KEY"`,
  )
  expect(curlCommand({ ...GET, method: 'POST' }, 'https://admin.test')).toBeUndefined()
})
