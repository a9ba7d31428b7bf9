import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringifyJson } from '#src/http/json.ts'
import type { RequestRecord } from '#src/http/request-log.ts'
import { startMockApi, type MockApi } from '#src/mocks/http-server.ts'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import { curlCommand } from '#src/pages/service/request-texts.ts'

const run = promisify(execFile)
const KEY = `it's "$HOME" \`id\``

let api: MockApi
beforeAll(async () => void (api = await startMockApi({ key: KEY })))
afterAll(() => api.close())

const record = (method: 'GET' | 'POST', path: string, body?: string): RequestRecord => ({
  environmentId: 'staging',
  method,
  address: api.baseUrl + path,
  attempts: [],
  body,
})

/** Runs a command as a person does who pastes it into a POSIX shell. */
async function runInShell(command: string | undefined): Promise<unknown> {
  const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`], {
    env: { ...process.env, API_KEY: KEY },
  })
  return JSON.parse(stdout)
}

const names = [
  `O'Neill "Rex" one\ntwo\r\nthree\tfour`,
  '$API_KEY ${HOME} $(id) `id` !! * ? [a-z] ~ # ; & | < > \\ @/etc/passwd',
  'x\uD83Dy',
]

test.each(names)('in a shell, the service receives the same name: %j', async (name) => {
  const body = stringifyJson({ name, categoryId: 9223372036854775807n, status: 'sold' })
  const added = await runInShell(curlCommand(record('POST', '/pets', body), 'http://localhost'))
  expect(added).toMatchObject({ name, status: 'sold' })
  const stored = api.db.list({ limit: 100 }).find((pet) => pet.name === name)
  expect(stored).toMatchObject({ categoryId: '9223372036854775807' })
})

test('a shell passes on every untrusted name', () => {
  const bodies = UNTRUSTED_STRINGS.map((text) =>
    stringifyJson({ name: `x${text}`.slice(0, 300), categoryId: 1n }),
  ).filter((body) => new TextEncoder().encode(body).length <= 2048)
  // The shell only shows its arguments, so no request is sent.
  const commands = bodies.map((body) =>
    (curlCommand(record('POST', '/pets', body), 'http://localhost') ?? '').replace(/^curl /, 'show '),
  )
  const show = `show() { for last; do :; done; printf '%s\\0' "$last"; }`
  const input = [show, ...commands].join('\n')
  const stdout = execFileSync('sh', { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  expect(stdout.split('\0').slice(0, -1)).toEqual(bodies)
})
