// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from './read-config.ts'

const CONFIG = { environments: [{ id: 'staging', name: 'Staging', baseUrl: '/v1' }] }
const OTHER = { environments: [{ id: 'other', name: 'Other', baseUrl: '/v2' }] }

type Answer = (init: RequestInit) => Response | Promise<Response>

function serve(answer: Answer) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init = {}) => answer(init))
}

function addBlock(text: string) {
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'config'
  block.textContent = text
  document.head.append(block)
}

afterEach(() => document.head.replaceChildren())

test('The file is requested once, past all caches, and with the login of the site', async () => {
  const fetched = serve(() => Response.json(CONFIG))
  expect(await readConfig()).toMatchObject({ ok: true, config: { environments: [{ id: 'staging' }] } })
  expect(fetched.mock.calls).toEqual([
    [
      'http://localhost:3000/config.json',
      expect.objectContaining({ cache: 'no-store', credentials: 'same-origin' }),
    ],
  ])
})

test('A byte-order mark before the JSON is ignored', async () => {
  const file = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(JSON.stringify(CONFIG))])
  serve(() => new Response(file))
  expect(await readConfig()).toMatchObject({ ok: true })
})

test('A data block in index.html is the configuration, and no file is requested', async () => {
  const fetched = serve(() => Response.json(OTHER))
  addBlock(JSON.stringify(CONFIG))
  expect(await readConfig()).toMatchObject({ ok: true, config: { environments: [{ id: 'staging' }] } })
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['', 'index.html', /not JSON/],
  ['{"environments"', 'index.html', /not JSON/],
  ['null', 'index.html', /object with “environments”/],
  ['{"environments":[]}', 'environments', /at least one/],
])('A data block %j is wrong, whatever the file says', async (text, field, words) => {
  const fetched = serve(() => Response.json(CONFIG))
  addBlock(text)
  const problems = [{ field, problem: expect.stringMatching(words) as string }]
  expect(await readConfig()).toEqual({ ok: false, source: 'index.html', problems })
  expect(fetched).not.toHaveBeenCalled()
})

const untilAborted = ({ signal }: RequestInit, reject: (reason: unknown) => void) =>
  signal?.addEventListener('abort', () => reject(signal.reason))

const neverBegins: Answer = (init) => new Promise((_resolve, reject) => untilAborted(init, reject))

const neverEnds: Answer = (init) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'))
        untilAborted(init, (reason) => controller.error(reason))
      },
    }),
  )

test.each<[what: string, answer: Answer, words: RegExp]>([
  ['is missing', () => new Response('', { status: 404 }), /missing \(HTTP 404\).+README/],
  ['is missing, and JSON says so', () => Response.json(CONFIG, { status: 404 }), /HTTP 404/],
  [
    'a login refuses',
    () => new Response('<h1>', { status: 401 }),
    /may have answered \(HTTP 401\).+sign in.+, then reload\.$/,
  ],
  ['is index.html, as many hosts answer', () => new Response('<!doctype html>'), /not JSON.+README/],
  ['is cut off', () => new Response(JSON.stringify(CONFIG).slice(0, -1)), /not JSON/],
  ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch')), /not be loaded.+reload/],
  ['does not begin in time', neverBegins, /not be loaded/],
  ['does not end in time', neverEnds, /not be loaded/],
])('A file that %s is reported, with how to fix it', async (_what, answer, words) => {
  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  serve(answer)
  const result = readConfig()
  await vi.waitFor(() => expect(timeout.mock.calls).toEqual([[5000]]))
  if (answer === neverBegins || answer === neverEnds) deadline.abort()
  const problems = [{ field: '/config.json', problem: expect.stringMatching(words) as string }]
  expect(await result).toEqual({ ok: false, source: '/config.json', problems })
})
