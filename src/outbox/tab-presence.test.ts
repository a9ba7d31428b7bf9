import { expect, test, vi } from 'vitest'
import type { LockResult, ReleaseLock } from './ports.ts'
import { createTabPresence } from './tab-presence.ts'

/** Creates the presence of a tab, whose lock the browser answers with these results. */
function setUp(...results: readonly LockResult[]) {
  const left = [...results]
  const acquireLock = vi.fn<(name: string) => Promise<LockResult>>(async () => left.shift() ?? 'taken')
  const sleep = vi.fn<() => Promise<void>>(async () => undefined)
  const presence = createTabPresence({ acquireLock, clock: { now: () => 0, elapsed: () => 0, sleep } })
  return { acquireLock, sleep, presence }
}

const createRelease = () => vi.fn<ReleaseLock>(async () => undefined)

test('A tab has its lock from "begin" to "end".', async () => {
  const release = createRelease()
  const { acquireLock, presence } = setUp(release)
  presence.begin()
  await vi.waitFor(() => expect(acquireLock).toHaveBeenCalledExactlyOnceWith(presence.id))
  expect(release).not.toHaveBeenCalled()
  presence.end()
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce())
})

test('A lock that is still being given back is asked for again.', async () => {
  const { acquireLock, sleep, presence } = setUp('taken', createRelease())
  presence.begin()
  await vi.waitFor(() => expect(acquireLock).toHaveBeenCalledTimes(2))
  expect(sleep).toHaveBeenCalledOnce()
})

test('A page that sleeps gives its lock back, and asks for it again once it is awake and still needs it.', async () => {
  const release = createRelease()
  const { acquireLock, presence } = setUp(release, createRelease())
  presence.begin()
  await vi.waitFor(() => expect(acquireLock).toHaveBeenCalledOnce())
  presence.suspend()
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce())
  presence.resume()
  await vi.waitFor(() => expect(acquireLock).toHaveBeenCalledTimes(2))
})

test('A page that needs no lock asks for none when it wakes up.', () => {
  const { acquireLock, presence } = setUp()
  presence.suspend()
  presence.resume()
  expect(acquireLock).not.toHaveBeenCalled()
})
