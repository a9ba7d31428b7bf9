// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readStored, type StorageKind, writeStored } from './web-storage.ts'

const KINDS = [
  ['local', 'localStorage'],
  ['session', 'sessionStorage'],
] as const

const own = Object.getOwnPropertyDescriptors(window)

/** Site data is blocked: reading the property throws. */
function block(property: 'localStorage' | 'sessionStorage') {
  Object.defineProperty(window, property, {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}

afterEach(() => {
  for (const [, property] of KINDS) Object.defineProperty(window, property, own[property])
})

const other = (kind: StorageKind): StorageKind => (kind === 'local' ? 'session' : 'local')

test.each(KINDS)('%s storage is apart from the other, and null removes an entry', (kind, property) => {
  expect(readStored(kind, 'a')).toBeNull()
  expect(writeStored(kind, 'a', 'value')).toBe(true)
  expect([readStored(kind, 'a'), readStored(other(kind), 'a')]).toEqual(['value', null])
  expect(writeStored(kind, 'a', null)).toBe(true)
  expect(window[property].length).toBe(0)
})

test.each(KINDS)(
  'a blocked %s storage reads as empty and reports that nothing was stored',
  (kind, property) => {
    block(property)
    expect(() => window[property]).toThrow('Access is denied')
    expect(readStored(kind, 'a')).toBeNull()
    expect(writeStored(kind, 'a', 'value')).toBe(false)
    expect(writeStored(kind, 'a', null)).toBe(false)
    expect(writeStored(other(kind), 'a', 'value')).toBe(true)
  },
)

test.each(KINDS)(
  'a full %s storage says that nothing was kept, and can still be read and cleared',
  (kind) => {
    writeStored(kind, 'a', 'old')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    expect(writeStored(kind, 'a', 'new')).toBe(false)
    expect(readStored(kind, 'a')).toBe('old')
    expect(writeStored(kind, 'a', null)).toBe(true)
    expect(readStored(kind, 'a')).toBeNull()
  },
)
