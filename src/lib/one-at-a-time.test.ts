import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** Returns a function that runs one at a time, and the resolvers of its runs in their order. */
function setUp() {
  const runs: PromiseWithResolvers<void>[] = []
  const call = oneAtATime(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { call, runs }
}

/** Waits for this many turns of the microtask queue. */
async function microtasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

test('Calls during a run share one more run, and resolve after it', async () => {
  const { call, runs } = setUp()
  const ended: string[] = []
  void call().then(() => ended.push('first'))
  void call().then(() => ended.push('second'))
  void call().then(() => ended.push('third'))
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await microtasks(5)
  expect(runs).toHaveLength(2)
  expect(ended).toEqual([])
  runs[1]?.resolve()
  await microtasks(10)
  expect(runs).toHaveLength(2)
  expect(ended).toHaveLength(3)
})

test.each([0, 1, 2, 3, 4, 5, 6])(
  'A call %i microtasks after the end of a run is followed by a run',
  async (count) => {
    const { call, runs } = setUp()
    void call()
    runs[0]?.resolve()
    await microtasks(count)
    void call()
    await microtasks(10)
    expect(runs).toHaveLength(2)
  },
)

test('After a run that fails, the next call runs again', async () => {
  const { call, runs } = setUp()
  const failing = call()
  runs[0]?.reject(new Error('blocked'))
  await expect(failing).rejects.toThrow('blocked')
  void call()
  expect(runs).toHaveLength(2)
})
