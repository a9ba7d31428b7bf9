import { expect, test, vi } from 'vitest'
import { createSharedText } from '#tests/support/device.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import { createSeenIds } from './seen-ids.ts'

const idsOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => petOf(first + index).id)

test('What one tab was shown, every tab of the device knows at once, and the next visit, too', () => {
  const shared = createSharedText()
  const [first, second] = [createSeenIds(shared), createSeenIds(shared)]
  first.add('key 1', idsOf(1, 2))
  second.add('key 2', idsOf(2, 2))
  for (const seenIds of [first, second, createSeenIds(shared)]) {
    expect([...seenIds.ofSignIn('key 1')]).toEqual(['1', '2'])
    expect([...seenIds.ofSignIn('key 2')]).toEqual(['2', '3'])
    expect([...seenIds.ofDevice()]).toEqual(['1', '2', '3'])
  }
})

test('A set that was asked for does not change when more is shown', () => {
  const seenIds = createSeenIds(createSharedText())
  seenIds.add('key 1', idsOf(1, 1))
  const before = seenIds.ofDevice()
  seenIds.add('key 1', idsOf(2, 1))
  expect([...before]).toEqual(['1'])
})

test('Where storage is blocked, the tab remembers what it was shown', () => {
  const seenIds = createSeenIds({ read: () => null, write: () => undefined })
  seenIds.add('key 1', idsOf(1, 2))
  seenIds.add('key 1', idsOf(3, 1))
  expect([...seenIds.ofSignIn('key 1')]).toEqual(['1', '2', '3'])
})

test('What another tab has overwritten is stored again with the next list', () => {
  const shared = createSharedText()
  const seenIds = createSeenIds(shared)
  seenIds.add('key 1', idsOf(1, 1))
  shared.write('\t7\nkey 2\t7')
  seenIds.add('key 1', idsOf(2, 1))
  expect([...createSeenIds(shared).ofSignIn('key 1')]).toEqual(['1', '2'])
  expect(createSeenIds(shared).ofDevice()).toEqual(new Set(['1', '2', '7']))
})

test('A list that shows nothing new writes nothing', () => {
  const shared = createSharedText()
  const write = vi.fn<typeof shared.write>(shared.write)
  const seenIds = createSeenIds({ ...shared, write })
  seenIds.add('key 1', idsOf(1, 100))
  seenIds.add('key 1', idsOf(101, 100))
  seenIds.add('key 1', idsOf(50, 100))
  expect(write).toHaveBeenCalledTimes(2)
})

test('The IDs of the device are kept also where the first list was empty', () => {
  const shared = createSharedText()
  createSeenIds(shared).add('key 1', [])
  createSeenIds(shared).add('key 2', idsOf(1, 1))
  for (let number = 1; number <= 30; number += 1)
    createSeenIds(shared).add(`other key ${number}`, idsOf(2, 1))
  expect([...createSeenIds(shared).ofDevice()]).toEqual(['1', '2'])
})

test('A sign-in that is still shown pets is kept, however many others come', () => {
  const shared = createSharedText()
  const seenIds = createSeenIds(shared)
  seenIds.add('key 1', idsOf(1, 1))
  for (let number = 1; number <= 30; number += 1) {
    createSeenIds(shared).add(`other key ${number}`, idsOf(1, 1))
    seenIds.add('key 1', idsOf(1, 1))
  }
  expect([...createSeenIds(shared).ofSignIn('key 1')]).toEqual(['1'])
})

test('The largest 10,000 IDs of a device are kept, and the newest twenty sign-ins', () => {
  const shared = createSharedText()
  const seenIds = createSeenIds(shared)
  for (let number = 1; number <= 30; number += 1) seenIds.add(`key-${number}`, idsOf(number * 1000, 400))
  const later = createSeenIds(shared)
  expect(later.ofDevice().size).toBe(10_000)
  expect(later.ofDevice()).not.toContain('1000')
  expect(later.ofDevice()).toContain('30399')
  expect([...later.ofSignIn('key-10')]).toEqual([])
  expect([...later.ofSignIn('key-30')].length).toBeGreaterThanOrEqual(100)
  expect(shared.read()?.length).toBeLessThan(200_000)
})

test('An ID that a device has forgotten is not taken for a new one when it is shown again', () => {
  const shared = createSharedText()
  const seenIds = createSeenIds(shared)
  seenIds.add('key 1', idsOf(1000, 10_000))
  seenIds.add('key 1', idsOf(20_000, 1))
  const textBefore = shared.read()
  seenIds.add('key 1', idsOf(1000, 2))
  expect(seenIds.ofDevice()).not.toContain('1000')
  expect([...seenIds.ofDevice()].at(-1)).toBe('20000')
  expect(shared.read()).toBe(textBefore)
})
