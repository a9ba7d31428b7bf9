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

let place = 0
for (const origin of ['another origin', 'the same origin'] as const) {
  const isCrossOrigin = origin === 'another origin'
  for (const [index, scenario] of SCENARIOS.entries()) {
    if (scenario.only !== undefined && scenario.only.isCrossOrigin !== isCrossOrigin) continue
    const isSelected =
      scenario.only !== undefined || scenario.dependsOnOrigin === true || (index % 2 === 0) === isCrossOrigin
    if (!THOROUGH && !isSelected) continue
    const actions = THOROUGH ? ACTIONS : sampleOf(scenario, place)
    place += 1
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
      const setup: Setup = { page, petstore, otherService: production, isCrossOrigin }
      await page.clock.install()
      await storeKey(page, isCrossOrigin ? petstore : { baseUrl: `${site.origin}/v1` })
      for (const action of actions) {
        const expected = scenario.expectations[action]
        if (expected === undefined) continue
        const failure = await test.step(action, () => verify(setup, scenario, action, expected))
        expect.soft(failure, action).toBeUndefined()
        petstore.clearFaults()
        petstore.cors = 'as usual'
      }
    })
  }
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

/** @returns the failure, so that the remaining actions of the scenario still run. */
async function verify(
  setup: Setup,
  scenario: Scenario,
  action: Action,
  expected: Expectation,
): Promise<string | undefined> {
  const { page, petstore } = setup
  const resolve = <T>(value: T | ((setup: Setup) => T)) =>
    typeof value === 'function' ? (value as (setup: Setup) => T)(setup) : value
  try {
    let status: Promise<unknown> | undefined
    await runScenario(action, setup, () => {
      if (scenario.hasStatus) status = responseStarted(setup, action)
      return scenario.inject(setup, { ...REQUEST[action], times: FAULTY_REQUESTS })
    })
    await status
    for (const { seconds, message } of expected.waits ?? []) {
      await expect.poll(() => requestCount(petstore, action)).toBeGreaterThan(0)
      await page.clock.fastForward(seconds * 1000)
      await expect(messageOn(setup, message)).toBeVisible()
      if (/taking longer than usual/.test(message.source)) {
        await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
      }
    }
    const requests = expected.requests === undefined ? undefined : resolve(expected.requests)
    if (requests !== undefined && requests > 1) await skipRetryDelays(setup, action, requests)
    await expect(messageOn(setup, resolve(expected.message))).toBeVisible()
    if (requests !== undefined) expect(requestCount(petstore, action)).toBe(requests)
    await expectIntactPage(setup)
    if (expected.isStatePreserved !== false) await expectStatePreserved(setup, action)
    await expected.also?.(setup)
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
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
