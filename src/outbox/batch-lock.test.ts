import { describe, expect, test, vi } from 'vitest'
import { createBatchLock } from './batch-lock.ts'
import type { LockResult, ReleaseLock } from './ports.ts'

/**
 * Creates the lock of a batch, which the browser answers with these results, one after the other.
 */
function setUp(...results: readonly (LockResult | Promise<LockResult>)[]) {
  const left = [...results]
  const acquireLock = vi.fn<() => Promise<LockResult>>(async () => (await left.shift()) ?? 'taken')
  return { acquireLock, lock: createBatchLock('visit', acquireLock) }
}

const createRelease = () => vi.fn<ReleaseLock>(async () => undefined)

describe('With Web Locks', () => {
  test('The tab that gets the lock holds it, and knows that it is alone.', async () => {
    const { acquireLock, lock } = setUp(createRelease())
    expect([lock.maySend(), lock.hasExclusiveLock()]).toEqual([false, false])
    expect(await lock.acquire()).toBe(true)
    expect([lock.maySend(), lock.hasExclusiveLock()]).toEqual([true, true])
    expect(acquireLock).toHaveBeenCalledWith('visit')
  })

  test('A tab that has the lock does not ask for it again.', async () => {
    const { acquireLock, lock } = setUp(createRelease())
    expect(await Promise.all([lock.acquire(), lock.acquire()])).toEqual([true, true])
    expect(await lock.acquire()).toBe(true)
    expect(acquireLock).toHaveBeenCalledOnce()
  })

  test('A tab that does not get the lock may ask again.', async () => {
    const { lock } = setUp('taken', createRelease())
    expect(await lock.acquire()).toBe(false)
    expect([lock.maySend(), lock.hasExclusiveLock()]).toEqual([false, false])
    expect(await lock.acquire()).toBe(true)
  })

  test('A lock that is released can be acquired by others, and again.', async () => {
    const release = createRelease()
    const { acquireLock, lock } = setUp(release, createRelease())
    await lock.acquire()
    lock.release()
    expect([lock.maySend(), lock.hasExclusiveLock()]).toEqual([false, false])
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce())
    expect(await lock.acquire()).toBe(true)
    expect(acquireLock).toHaveBeenCalledTimes(2)
  })

  test('A lock that is released while it is asked for is not kept.', async () => {
    const release = createRelease()
    const answer = Promise.withResolvers<LockResult>()
    const { lock } = setUp(answer.promise)
    const acquiring = lock.acquire()
    lock.release()
    answer.resolve(release)
    expect(await acquiring).toBe(false)
    expect(lock.maySend()).toBe(false)
    expect(release).toHaveBeenCalledOnce()
  })

  test('A late "taken" does not take away a lock that was acquired since.', async () => {
    const answer = Promise.withResolvers<LockResult>()
    const { acquireLock, lock } = setUp(answer.promise, createRelease())
    const first = lock.acquire()
    lock.release()
    expect(await lock.acquire()).toBe(true)
    answer.resolve('taken')
    await first
    expect(await lock.acquire()).toBe(true)
    expect(acquireLock).toHaveBeenCalledTimes(2)
  })

  test('Releasing what was never acquired does nothing.', async () => {
    const { acquireLock, lock } = setUp(createRelease())
    lock.release()
    expect(acquireLock).not.toHaveBeenCalled()
  })
})

test('Without Web Locks, the tab may send, and does not know whether it is alone.', async () => {
  const { lock } = setUp('unsupported')
  expect(await lock.acquire()).toBe(true)
  expect([lock.maySend(), lock.hasExclusiveLock()]).toEqual([true, false])
  lock.release()
  expect(lock.maySend()).toBe(false)
})
