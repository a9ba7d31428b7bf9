import { expect, test, vi } from 'vitest'
import { atPace } from './at-pace.ts'

/** Lets all that has begun go on as far as it can. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** Returns a task at a pace whose pauses end when the test says so. */
function setUp() {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const pauses: PromiseWithResolvers<void>[] = []
  const run = atPace(task, () => {
    const pause = Promise.withResolvers<void>()
    pauses.push(pause)
    return pause.promise
  })
  const endPause = async () => {
    pauses.at(-1)?.resolve()
    await settle()
  }
  return { task, run, endPause }
}

test('The first call runs at once, and those during the pause share one run after it.', async () => {
  const { task, run, endPause } = setUp()
  run()
  expect(task).toHaveBeenCalledTimes(1)
  await settle()
  run()
  run()
  await settle()
  expect(task).toHaveBeenCalledTimes(1)
  await endPause()
  expect(task).toHaveBeenCalledTimes(2)
  await endPause()
  expect(task).toHaveBeenCalledTimes(2)
})

test('A call after the pause runs at once again.', async () => {
  const { task, run, endPause } = setUp()
  run()
  await settle()
  await endPause()
  run()
  expect(task).toHaveBeenCalledTimes(2)
})
