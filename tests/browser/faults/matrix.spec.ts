import { configFor, expect, signIn, test } from '../fixtures.ts'
import type { PetstoreService } from '../petstore-service.ts'
import { type Cell, type Row, ROWS } from './scenarios.ts'
import { expectKept, expectSteady, type Place, REQUEST, strike, type World } from './fixtures.ts'

/** Signing in comes last: it begins with signing out. */
const PLACES: readonly Place[] = ['list', 'refresh', 'pet', 'add', 'start', 'sign in']

/** Tries of a GET, and what the clock of the page is moved at most so that they need not be waited for. */
const MOST_TRIES = 4

/** Each row from one of the two origins in turn; from both in the long form (`npm run test:fault-injection`). */
const isLong = process.env['FAULTS'] === 'all'

for (const origin of ['another origin', 'the same origin'] as const) {
  const isOtherOrigin = origin === 'another origin'
  for (const [index, row] of ROWS.entries()) {
    if (row.only !== undefined && row.only.otherOrigin !== isOtherOrigin) continue
    const isTurn = row.only !== undefined || row.differs === true || (index % 2 === 0) === isOtherOrigin
    if (!isLong && !isTurn) continue
    test(`${row.id} ${row.what}, from ${origin}`, async ({ page, petstore, production, site }, testInfo) => {
      if (!isOtherOrigin) {
        site.mount('/v1', petstore)
        site.configure(configFor({ baseUrl: '/v1' }, production))
      }
      const world: World = { page, petstore, elsewhere: production, site, isOtherOrigin }
      await page.clock.install()
      // A page that asks for nothing: a request that is still on its way would be counted with those of the first place.
      await signIn(page, '/staging/pets/new')
      for (const place of PLACES) {
        const cell = row.cells[place]
        if (cell === undefined) continue
        const problem = await test.step(place, () => proof(world, row, place, cell))
        testInfo.annotations.push({
          type: 'cell',
          description: [row.id, row.what, place, origin, problem === undefined ? 'passed' : 'failed'].join(
            '\t',
          ),
        })
        expect.soft(problem, place).toBeUndefined()
        petstore.mend()
        petstore.cors = 'as usual'
      }
    })
  }
}

/** @returns what was otherwise than the table says; all cells of a row are tried. */
async function proof(world: World, row: Row, place: Place, cell: Cell): Promise<string | undefined> {
  const { page, petstore } = world
  const of = <T>(value: T | ((world: World) => T)) =>
    typeof value === 'function' ? (value as (world: World) => T)(world) : value
  try {
    await strike(place, world, () =>
      row.plan(world, { ...(place === 'start' ? REQUEST.list : REQUEST[place]), times: MOST_TRIES }),
    )
    for (const { seconds, sees } of cell.waits ?? []) {
      await expect.poll(() => countOf(petstore, place)).toBeGreaterThan(0)
      await page.clock.fastForward(seconds * 1000)
      await expect(said(world, sees)).toBeVisible()
      if (/taking longer than usual/.test(sees.source)) {
        await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
      }
    }
    const requests = cell.requests === undefined ? undefined : of(cell.requests)
    if (requests !== undefined && requests > 1) await skipPauses(world, place, requests)
    await expect(said(world, of(cell.sees))).toBeVisible()
    if (requests !== undefined) expect(countOf(petstore, place)).toBe(requests)
    await expectSteady(world, place)
    if (cell.kept !== false) await expectKept(world, place)
    await cell.also?.(world)
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}

function said({ page }: World, words: RegExp) {
  return page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: words }).first()
}

/** How often the request of this place has arrived. */
function countOf(petstore: PetstoreService, place: Place): number {
  const { method, path } = place === 'start' ? REQUEST.list : REQUEST[place]
  return petstore.received.filter((request) => request.method === method && request.path === path).length
}

/** The pauses between tries are known (500 and 1,000 ms); the clock of the page is moved over them, and no further. */
async function skipPauses({ page, petstore }: World, place: Place, tries: number): Promise<void> {
  for (let left = 6; left > 0 && countOf(petstore, place) < tries; left -= 1) {
    const before = countOf(petstore, place)
    await page.clock.fastForward(500)
    await expect
      .poll(() => countOf(petstore, place), { timeout: 150 })
      .toBeGreaterThan(before)
      .catch(() => undefined)
  }
}
