import type { Socket } from 'node:net'
import type { Page } from '@playwright/test'
import { THOROUGH } from '#tests/support/thorough.ts'
import { alerts, configFor, expect, heading, justAdded, petForm, storeKey, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

// These are faults on the network, which only a browser shows. src/http tests the effect of a
// status, a header or a body, and tests/pages tests where the app says it.

type Setup = {
  readonly page: Page
  readonly petstore: PetstoreService
  /** A second service, which must never receive a request. */
  readonly otherService: PetstoreService
}

/** The actions of the user, and the request that the fault hits. */
const REQUEST = {
  list: { method: 'GET', path: '/pets?limit=20' },
  refresh: { method: 'GET', path: '/pets?limit=20' },
  pet: { method: 'GET', path: '/pets/7' },
  labels: { method: 'GET', path: '/pets/7' },
  add: { method: 'POST', path: '/pets' },
  'sign in': { method: 'GET', path: '/pets?limit=1' },
} as const

type Action = keyof typeof REQUEST
type ReadAction = Exclude<Action, 'add'>

const READ_ACTIONS = (Object.keys(REQUEST) as Action[]).filter((action) => action !== 'add')
const PAGES = { list: '/staging/pets', pet: '/staging/pets/7', labels: '/staging/pets/labels?ids=7' }

/** A number of faults that is larger than the attempts of any GET. */
const FAULTY_REQUESTS = 100

type Request = { method: 'GET' | 'POST'; path: string; times: number }

type Wait = { readonly seconds: number; readonly message: RegExp }

type Expectation = {
  /** The text that the user sees in an alert, a status message or an item. */
  readonly message: RegExp
  /** The number of requests that arrive at the service. It is not checked when omitted. */
  readonly requests?: number
  /** Advances the page's clock by `seconds`, after which `message` is visible. */
  readonly waits?: readonly Wait[]
  /** Checks what else the user sees after the message. */
  readonly also?: (setup: Setup) => Promise<void>
}

/**
 * The expectation for every action that reads. Signing in never retries, so it sends one request.
 */
type ReadExpectation = Expectation & {
  /**
   * The action that `npm test` does. They are spread over the faults, so that each place that shows
   * a failure has its turn. `npm run test:thorough` does all of them.
   */
  readonly sample: ReadAction
}

type Scenario = {
  /** The stable ID of the fault, by which others speak of it. */
  readonly id: string
  readonly what: string
  readonly inject: (setup: Setup, request: Request) => void
  /** The expectation for reading, if the fault exists there. */
  readonly read?: ReadExpectation
  readonly add: Expectation
  /**
   * Says that time passes only once the page has the status of the response, which decides the
   * outcome of a POST.
   */
  readonly hasStatus?: boolean
  /**
   * The origin of the service, as the app sees it. Faults that exist on both are spread evenly over
   * the two.
   */
  readonly origin: 'another origin' | 'the same origin'
}

const NO_RESPONSE = /Staging did not respond\. It may be down, or may not allow requests from this site/
const NOT_JSON = /Something between you and Staging may have answered/
const TIMED_OUT = /Staging did not respond within 10 seconds/
const STILL_WAITING = /Still waiting for Staging/
const UNKNOWN = /Rex.*May have been added/s

const unknown: Expectation = {
  message: UNKNOWN,
  requests: 1,
  also: async ({ page }) => expect(justAdded(page)).toContainText('Unconfirmed'),
}

const CORS_HEADER = 'access-control-allow-origin: *\r\n'
const statusOf = ({ method }: Request) => (method === 'POST' ? 201 : 200)

/** Writes these bytes, then closes the connection. */
const writesBytes =
  (bytes: (status: number) => string): Scenario['inject'] =>
  ({ petstore }, request) =>
    petstore.writeRaw(
      request,
      (socket) => void socket.write(bytes(statusOf(request)), () => socket.destroy()),
      request.method === 'POST',
    )

/** Starts a response that never ends, with one more piece per interval. */
const drips =
  (head: (status: number) => string, piece: string | Buffer, milliseconds: number): Scenario['inject'] =>
  ({ petstore }, request) => {
    const start = (socket: Socket) => {
      socket.on('error', () => undefined)
      socket.write(head(statusOf(request)))
      const writeNext = (failure?: Error | null) => {
        // A write to a closed socket fails immediately, so continuing would loop.
        if (failure || socket.destroyed || socket.writableEnded) socket.destroy()
        else if (milliseconds === 0) socket.write(piece, writeNext)
        else setTimeout(() => socket.write(piece, writeNext), milliseconds)
      }
      writeNext()
    }
    petstore.writeRaw(request, start, request.method === 'POST')
  }

/** Expects the notice "Still waiting" after 3 s, then the message at the deadline (in seconds). */
const slow = (deadline: number, message: RegExp) => [
  { seconds: 3.1, message: STILL_WAITING },
  { seconds: deadline - 3, message },
]

/** Expects that no GET gets its response in time. */
const timesOut = { message: TIMED_OUT, requests: 1, waits: slow(10, TIMED_OUT) } satisfies Expectation

const SCENARIOS: readonly Scenario[] = [
  {
    id: 'F-11',
    what: '429 whose Retry-After is not exposed by CORS',
    inject: ({ petstore }, request) =>
      petstore.respond(request, { status: 429, headers: { 'retry-after': '70' } }),
    add: {
      message: /Waiting until \d.* \(Staging is busy\)/,
      // The pause is five seconds if the response says nothing.
      also: async ({ page }) => {
        const until = await justAdded(page).locator('time').getAttribute('datetime')
        const left = Date.parse(until ?? '') - (await page.evaluate(() => Date.now()))
        expect(left).toBeLessThanOrEqual(5000)
      },
    },
    origin: 'another origin',
  },
  {
    id: 'F-24',
    what: 'an endless body',
    origin: 'the same origin',
    inject: drips(
      (status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-type: application/json\r\n\r\n[`,
      Buffer.alloc(2 ** 20, ' '),
      0,
    ),
    read: { sample: 'refresh', message: /too large to read \(over 20 MB\)/, requests: 1 },
    add: unknown,
  },
  {
    id: 'F-27',
    what: '307 to another origin',
    origin: 'another origin',
    inject: ({ petstore, otherService }, request) =>
      petstore.respond(request, {
        status: 307,
        headers: { location: `${otherService.baseUrl}/pets?limit=20` },
      }),
    read: { sample: 'pet', message: /Staging redirected the request/, requests: 1 },
    add: unknown,
  },
  {
    id: 'F-31',
    what: 'a connection that breaks after the service performed the request',
    origin: 'the same origin',
    inject: ({ petstore }, request) => petstore.dropConnection(request, 'after'),
    read: { sample: 'labels', message: NO_RESPONSE, requests: 3 },
    add: {
      ...unknown,
      also: async ({ page }) =>
        expect(page.getByRole('button', { name: 'This is it, ID 1001' })).toBeVisible(),
    },
  },
  {
    id: 'F-33',
    what: 'a truncated status line',
    // Without headers there is no CORS permission, so a cross-origin app cannot read this response.
    origin: 'another origin',
    inject: writesBytes((status) => `HTTP/1.1 ${status}`),
    read: { sample: 'sign in', message: NO_RESPONSE, requests: 3 },
    add: unknown,
  },
  {
    id: 'F-33',
    what: 'a truncated status line',
    origin: 'the same origin',
    inject: writesBytes((status) => `HTTP/1.1 ${status}`),
    read: { sample: 'list', message: NOT_JSON, requests: 1 },
    add: unknown,
  },
  {
    id: 'F-33',
    what: 'a body shorter than its Content-Length',
    origin: 'another origin',
    inject: writesBytes(
      (status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-length: 1000\r\n\r\n[{"id":7`,
    ),
    read: { sample: 'refresh', message: /The response from Staging was cut off/, requests: 3 },
    add: unknown,
  },
  {
    id: 'F-34',
    what: 'a response that never starts',
    origin: 'the same origin',
    inject: ({ petstore }, request) => petstore.writeRaw(request, () => undefined),
    read: { sample: 'pet', ...timesOut },
    add: { ...unknown, waits: slow(30, UNKNOWN) },
  },
  {
    id: 'F-35',
    what: 'a response that never ends',
    origin: 'another origin',
    inject: drips((status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}\r\n[`, ' ', 100),
    read: { sample: 'labels', ...timesOut },
    add: { ...unknown, waits: slow(30, UNKNOWN) },
    hasStatus: true,
  },
  {
    id: 'F-41',
    what: 'no CORS headers',
    origin: 'another origin',
    inject: ({ petstore }) => {
      petstore.cors = 'none'
    },
    read: { sample: 'sign in', message: NO_RESPONSE, requests: 3 },
    add: { message: UNKNOWN, requests: 1 },
  },
  {
    id: 'F-41',
    what: 'a preflight response that allows nothing',
    origin: 'another origin',
    inject: ({ petstore }) => {
      petstore.cors = 'preflight refused'
    },
    read: { sample: 'list', message: NO_RESPONSE, requests: 0 },
    add: { message: UNKNOWN, requests: 0 },
  },
]

/**
 * Returns the actions of which `npm test` takes a sample, each with what it is expected to show.
 */
function actionsOf({ add, read }: Scenario): { action: Action; expected: Expectation }[] {
  const adding = { action: 'add' as const, expected: add }
  if (read === undefined) return [adding]
  const reads = THOROUGH ? READ_ACTIONS : [read.sample]
  return [adding, ...reads.map((action) => ({ action, expected: read }))]
}

for (const scenario of SCENARIOS) {
  for (const { action, expected } of actionsOf(scenario)) {
    const title = `${scenario.id} ${scenario.what}, on ${scenario.origin}: ${action}`
    test(title, async ({ page, petstore, production, site }) => {
      let { baseUrl } = petstore
      if (scenario.origin === 'the same origin') {
        site.mount('/v1', petstore)
        site.configure(configFor({ baseUrl: '/v1' }, production))
        baseUrl = `${site.origin}/v1`
      }
      await page.clock.install()
      await storeKey(page, { baseUrl })
      await verify({ page, petstore, otherService: production }, scenario, action, expected)
    })
  }
}

async function verify(setup: Setup, scenario: Scenario, action: Action, expected: Expectation) {
  const { page, petstore, otherService } = setup
  const { statusArrived } = await performWithFault(setup, scenario, action)
  await statusArrived
  for (const wait of expected.waits ?? []) await letTimePass(setup, action, wait)
  const requests = expectedRequests(action, expected)
  if (requests !== undefined && requests > 1) await skipRetryDelays(setup, action, requests)

  await expect(messageOn(page, expected.message)).toBeVisible()
  if (requests !== undefined) expect(requestCount(petstore, action)).toBe(requests)
  expect(otherService.received).toEqual([])
  await expectPageIntact(page)
  await expectNothingLost(setup, action)
  await expected.also?.(setup)
}

/** Returns the number of requests that must arrive, or `undefined` when it is not checked. */
function expectedRequests(action: Action, { requests }: Expectation): number | undefined {
  const neverRetries = action === 'sign in'
  return requests !== undefined && neverRetries ? Math.min(requests, 1) : requests
}

/**
 * Performs the action, whose request the fault hits.
 *
 * @returns a promise, in an object because it is still pending, of the status of the response
 */
async function performWithFault(setup: Setup, scenario: Scenario, action: Action) {
  const { page, petstore } = setup
  let statusArrived: Promise<unknown> | undefined
  await perform(setup, action, () => {
    petstore.clearReceived()
    if (scenario.hasStatus) statusArrived = page.waitForResponse((response) => isOf(action, response))
    scenario.inject(setup, { ...REQUEST[action], times: FAULTY_REQUESTS })
  })
  return { statusArrived }
}

/** Advances the clock while the request is under way, and expects a message. */
async function letTimePass({ page, petstore }: Setup, action: Action, { seconds, message }: Wait) {
  await expect.poll(() => requestCount(petstore, action)).toBeGreaterThan(0)
  await page.clock.fastForward(seconds * 1000)
  await expect(messageOn(page, message)).toBeVisible()
  if (message === STILL_WAITING) await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
}

async function expectPageIntact(page: Page): Promise<void> {
  await expect(heading(page)).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeVisible()
}

/** Prepares the action, injects the fault, and performs the action. */
async function perform({ page, petstore }: Setup, action: Action, inject: () => void): Promise<void> {
  switch (action) {
    case 'sign in':
      await page.goto('/staging/pets')
      await page.getByRole('button', { name: 'Sign out' }).click()
      inject()
      await page.getByLabel('API key').fill(petstore.key)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      return
    case 'refresh':
      petstore.respond(REQUEST.list, { status: 200, body: [{ id: 7, name: 'Rex', categoryId: 1 }] })
      await page.goto('/staging/pets')
      await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
      inject()
      await page.getByRole('button', { name: 'Refresh' }).click()
      return
    case 'add':
      await page.goto('/staging/pets/new')
      await petForm(page).name.fill('Rex')
      await petForm(page).category.fill('9007199254740993')
      inject()
      await petForm(page).add.click()
      return
    case 'list':
    case 'pet':
    case 'labels':
      await page.goto('about:blank')
      inject()
      await page.goto(PAGES[action])
  }
}

/** Expects what the user typed or loaded to be still there after the fault. */
async function expectNothingLost({ page, petstore }: Setup, action: Action): Promise<void> {
  const main = page.getByRole('main')
  if (action === 'add') {
    await expect(justAdded(page)).toContainText(['Rex'])
    await expect(main).not.toContainText(/\bfailed\b|not added/i)
  }
  if (action === 'refresh') {
    await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
    await expect(alerts(page).first()).toContainText(/These are from \d/)
  }
  if (action === 'list') await expect(main).not.toContainText(/\b(0|No) pets/)
  if (action === 'sign in') await expect(page.getByLabel('API key')).toHaveValue(petstore.key)
}

function isOf(action: Action, response: { url: () => string; request: () => { method: () => string } }) {
  const { method, path } = REQUEST[action]
  return response.request().method() === method && response.url().endsWith(path)
}

function messageOn(page: Page, text: RegExp) {
  const places = page.getByRole('alert').or(page.getByRole('status')).or(page.getByRole('listitem'))
  return places.filter({ hasText: text }).first()
}

/** Returns how often the request of this action has arrived. */
function requestCount(petstore: PetstoreService, action: Action): number {
  const { method, path } = REQUEST[action]
  return petstore.received.filter((request) => request.method === method && request.path === path).length
}

/** Advances the page's clock over the retry delays (500 and 1,000 ms), but no further. */
async function skipRetryDelays({ page, petstore }: Setup, action: Action, requests: number): Promise<void> {
  for (let left = 6; left > 0 && requestCount(petstore, action) < requests; left -= 1) {
    const before = requestCount(petstore, action)
    await page.clock.fastForward(500)
    await expect
      .poll(() => requestCount(petstore, action), { timeout: 150 })
      .toBeGreaterThan(before)
      .catch(() => undefined)
  }
}
