import { expect, test, vi } from 'vitest'
import { createEvidenceReader } from './evidence-reader.ts'

function setUp() {
  let count = 0
  const read = vi.fn<() => Promise<number>>(async () => {
    count += 1
    return count
  })
  const clock = { time: 0, now: () => clock.time, elapsed: () => clock.time }
  return { read, clock, reader: createEvidenceReader(read, clock) }
}

test('Evidence is read once for a sign-in, also if it is asked for while it is read.', async () => {
  const { read, reader } = setUp()
  expect(reader.isFresh('key 1')).toBe(false)
  const first = reader.get('key 1')
  const second = reader.get('key 1')
  expect(await first).toBe(1)
  expect(await second).toBe(1)
  expect(reader.isFresh('key 1')).toBe(true)
  expect(await reader.get('key 1')).toBe(1)
  expect(read).toHaveBeenCalledOnce()
})

test('Evidence is read anew for another sign-in.', async () => {
  const { reader } = setUp()
  await reader.get('key 1')
  expect(reader.isFresh('key 2')).toBe(false)
  expect(await reader.get('key 2')).toBe(2)
})

test.each(['now', 'elapsed'] as const)(
  'Evidence is read anew five seconds later by the clock "%s".',
  async (name) => {
    const { clock, reader } = setUp()
    await reader.get('key 1')
    clock[name] = () => 5000
    expect(await reader.get('key 1')).toBe(1)
    clock[name] = () => 5001
    expect(reader.isFresh('key 1')).toBe(false)
    expect(await reader.get('key 1')).toBe(2)
  },
)

test('Evidence is not read twice at a time, however long it takes.', async () => {
  const { clock, reader } = setUp()
  const first = reader.get('key 1')
  clock.time = 60_000
  expect(await reader.get('key 1')).toBe(1)
  expect(await first).toBe(1)
  expect(reader.isFresh('key 1')).toBe(true)
})

test('Evidence is read anew where the computer slept while it was read.', async () => {
  const { clock, reader } = setUp()
  const first = reader.get('key 1')
  clock.time = 3_600_000
  await first
  expect(reader.isFresh('key 1')).toBe(false)
  expect(await reader.get('key 1')).toBe(2)
  expect(reader.isFresh('key 1')).toBe(true)
})

test('A reading that fails is not read.', async () => {
  const reader = createEvidenceReader(() => Promise.reject(new Error('down')), {
    now: () => 0,
    elapsed: () => 0,
  })
  await expect(reader.get('key 1')).rejects.toThrow('down')
  expect(reader.isFresh('key 1')).toBe(false)
})
