import { configFor, expect, storeKey, test } from '../fixtures.ts'
import { THOROUGH } from '#tests/support/thorough.ts'
import type { PetstoreService } from '../petstore-service.ts'
import {
  type Action,
  expectIntactPage,
  expectStatePreserved,
  REQUEST,
  runScenario,
  type Setup,
} from './fixtures.ts'
import { type Expectation, type Scenario, SCENARIOS } from './scenarios.ts'

/** "sign in" is last, because it starts by signing out. */
const ACTIONS: readonly Action[] = ['list', 'refresh', 'pet', 'labels', 'add', 'sign in']

const READS: readonly Action[] = ACTIONS.filter((action) => action !== 'add')

/** More requests than a GET is ever attempted. */
const FAULTY_REQUESTS = 100

for (const [index, scenario] of SCENARIOS.entries()) {
  // Every other one with the service on the origin of the app.
  const { isCrossOrigin = index % 2 === 0 } = scenario
  const origin = isCrossOrigin ? 'another origin' : 'the same origin'
  test(`${scenario.id} ${scenario.what}, service on ${origin}`, async ({
    page,
    petstore,
    production,
    site,
  }) => {
    if (!isCrossOrigin) {
      site.mount('/v1', petstore)
      site.configure(configFor({ baseUrl: '/v1' }, production))
    }
    await page.clock.install()
    await storeKey(page, isCrossOrigin ? petstore : { baseUrl: `${site.origin}/v1` })
    const setup: Setup = { page, petstore, otherService: production }
    for (const action of THOROUGH ? ACTIONS : sampleOf(scenario, index)) {
      const expected = scenario.expectations[action]
      if (expected === undefined) continue
      await test.step(action, () => verify(setup, scenario, action, expected))
      petstore.clearFaults()
      petstore.cors = 'as usual'
    }
  })
}

/**
 * By default one of the actions that read and the POST: what a response comes to is the same for all that read
 * (src/http), and each place that shows it has its turn.
 */
function sampleOf({ expectations }: Scenario, turn: number): readonly Action[] {
  const reads = READS.filter((action) => expectations[action] !== undefined)
  const read = reads[turn % reads.length]
  return ACTIONS.filter((action) => action === 'add' || action === read)
}

async function verify(
  setup: Setup,
  scenario: Scenario,
  action: Action,
  { waits = [], message, requests, isStatePreserved, also }: Expectation,
): Promise<void> {
  const { page, petstore } = setup
  let status: Promise<unknown> | undefined
  await runScenario(action, setup, () => {
    if (scenario.hasStatus) status = responseStarted(setup, action)
    return scenario.inject(setup, { ...REQUEST[action], times: FAULTY_REQUESTS })
  })
  await status
  for (const wait of waits) {
    await expect.poll(() => requestCount(petstore, action)).toBeGreaterThan(0)
    await page.clock.fastForward(wait.seconds * 1000)
    await expect(messageOn(setup, wait.message)).toBeVisible()
    if (/Still waiting/.test(wait.message.source)) {
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    }
  }
  if (requests !== undefined && requests > 1) await skipRetryDelays(setup, action, requests)
  await expect(messageOn(setup, message)).toBeVisible()
  if (requests !== undefined) expect(requestCount(petstore, action)).toBe(requests)
  await expectIntactPage(setup)
  if (isStatePreserved !== false) await expectStatePreserved(setup, action)
  await also?.(setup)
}

function responseStarted({ page }: Setup, action: Action) {
  const { method, path } = REQUEST[action]
  return page.waitForResponse(
    (response) => response.request().method() === method && response.url().endsWith(path),
  )
}

function messageOn({ page }: Setup, text: RegExp) {
  return page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .or(page.getByRole('listitem'))
    .filter({ hasText: text })
    .first()
}

/** How often the request of this action has arrived. */
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
