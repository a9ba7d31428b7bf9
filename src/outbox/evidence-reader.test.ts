import { expect, test, vi } from 'vitest'
import { createEvidenceReader } from './evidence-reader.ts'

function setUp() {
  let count = 0
  const read = vi.fn<() => Promise<number>>(async () => {
    count += 1
    return count
  })
  return { read, reader: createEvidenceReader(read) }
}

test('Evidence is read once for a sign-in, also if it is asked for while it is read.', async () => {
  const { read, reader } = setUp()
  expect(reader.isRead('key 1')).toBe(false)
  const first = reader.get('key 1')
  const second = reader.get('key 1')
  expect(await first).toBe(1)
  expect(await second).toBe(1)
  expect(reader.isRead('key 1')).toBe(true)
  expect(await reader.get('key 1')).toBe(1)
  expect(read).toHaveBeenCalledOnce()
})

test('Evidence is read anew for another sign-in.', async () => {
  const { reader } = setUp()
  await reader.get('key 1')
  expect(reader.isRead('key 2')).toBe(false)
  expect(await reader.get('key 2')).toBe(2)
})

test('Evidence that was forgotten is read anew.', async () => {
  const { reader } = setUp()
  await reader.get('key 1')
  reader.forget()
  expect(reader.isRead('key 1')).toBe(false)
  expect(await reader.get('key 1')).toBe(2)
})

test('A reading that fails is not read.', async () => {
  const reader = createEvidenceReader(() => Promise.reject(new Error('down')))
  await expect(reader.get('key 1')).rejects.toThrow('down')
  expect(reader.isRead('key 1')).toBe(false)
})
