// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from './read-config.ts'

const CONFIG = { environments: [{ id: 'staging', name: 'Staging', baseUrl: '/v1' }] }

function serve(answer: (init: RequestInit | undefined) => Response | Promise<Response>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => answer(init))
}

/** What is shown instead of the app. */
async function validateDeployment(answer: Parameters<typeof serve>[0]) {
  serve(answer)
  const result = await readConfig()
  if (result.ok) throw new Error('the file was taken')
  return result.problems
}

test('the file is requested once, without cookies or caches', async () => {
  const fetched = serve(() => Response.json(CONFIG))
  expect(await readConfig()).toMatchObject({ ok: true, config: { environments: [{ id: 'staging' }] } })
  expect(fetched.mock.calls).toEqual([
    ['/config.json', expect.objectContaining({ cache: 'no-store', credentials: 'omit' })],
  ])
})

test('a byte-order mark before the JSON is ignored', async () => {
  const file = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(JSON.stringify(CONFIG))])
  serve(() => new Response(file))
  expect(await readConfig()).toMatchObject({ ok: true })
})

function addBlock(text: string) {
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'config'
  block.textContent = text
  document.head.append(block)
}

describe('a data block in index.html', () => {
  afterEach(() => document.head.replaceChildren())

  test('is the configuration, and no file is requested', async () => {
    const fetched = serve(() =>
      Response.json({ environments: [{ id: 'other', name: 'Other', baseUrl: '/v2' }] }),
    )
    addBlock(JSON.stringify(CONFIG))
    expect(await readConfig()).toMatchObject({ ok: true, config: { environments: [{ id: 'staging' }] } })
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each([
    ['is empty', '', 'index.html', /not JSON/],
    ['is no JSON', '{"environments"', 'index.html', /not JSON/],
    ['is no object', 'null', 'index.html', /object with “environments”/],
    ['has a wrong field', '{"environments":[]}', 'environments', /at least one/],
  ])(
    'that %s is a configuration that is wrong, whatever the file says',
    async (_what, text, field, words) => {
      const fetched = serve(() => Response.json(CONFIG))
      addBlock(text)
      expect(await readConfig()).toEqual({
        ok: false,
        source: 'index.html',
        problems: [{ field, problem: expect.stringMatching(words) as string }],
      })
      expect(fetched).not.toHaveBeenCalled()
    },
  )
})

const HTML = '<!doctype html><title>Petstore Admin</title>'

test.each([
  ['is missing', () => new Response(HTML, { status: 404 }), /missing \(HTTP 404\).+README/],
  ['may not be read', () => new Response('', { status: 403 }), /HTTP 403.+README/],
  ['meets a broken host', () => new Response('', { status: 500 }), /HTTP 500.+README/],
  ['is missing, and JSON says so', () => Response.json(CONFIG, { status: 404 }), /HTTP 404/],
  ['is index.html, as many hosts answer', () => new Response(HTML), /not JSON.+README/],
  ['is empty', () => new Response(''), /not JSON/],
  ['is cut off', () => new Response(JSON.stringify(CONFIG).slice(0, -1)), /not JSON/],
  ['has a comment', () => new Response(`// ours\n${JSON.stringify(CONFIG)}`), /not JSON/],
  ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch')), /could not be loaded.+reload/],
])('a file that %s is reported, with how to fix it', async (_what, answer, words) => {
  expect(await validateDeployment(answer)).toEqual([
    { field: '/config.json', problem: expect.stringMatching(words) as string },
  ])
})

test.each([
  ['environments', {}],
  [
    'environments[0].baseUrl',
    { environments: [{ ...CONFIG.environments[0], baseUrl: '//evil.example.com' }] },
  ],
])('an invalid file names the field: %s', async (field, json) => {
  expect(await validateDeployment(() => Response.json(json))).toMatchObject([{ field }])
})

const untilAborted = (signal: AbortSignal, reject: (reason: unknown) => void) =>
  signal.addEventListener('abort', () => reject(signal.reason))

test.each([
  [
    'does not begin',
    ({ signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        if (signal) untilAborted(signal, reject)
      }),
  ],
  [
    'never ends',
    ({ signal }: RequestInit) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{'))
            if (signal) untilAborted(signal, (reason) => controller.error(reason))
          },
        }),
      ),
  ],
])('a file that %s times out after 5 seconds', async (_what, answer) => {
  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  let settled = false
  const problems = validateDeployment((init) => answer(init ?? {})).finally(() => (settled = true))
  await vi.waitFor(() => expect(timeout.mock.calls).toEqual([[5000]]))
  expect(settled).toBe(false)
  deadline.abort(new DOMException('signal timed out', 'TimeoutError'))
  expect(await problems).toEqual([
    { field: '/config.json', problem: expect.stringContaining('could not be loaded') as string },
  ])
})
