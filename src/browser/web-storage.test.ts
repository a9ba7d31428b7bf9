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

test.each(KINDS)('what is written to %s storage is in no other storage', (kind) => {
  expect(writeStored(kind, 'a', 'value')).toBe(true)
  expect(readStored(kind, 'a')).toBe('value')
  expect(readStored(other(kind), 'a')).toBeNull()
})

test.each(KINDS)('null removes an entry from %s storage', (kind, property) => {
  writeStored(kind, 'a', 'value')
  expect(writeStored(kind, 'a', null)).toBe(true)
  expect(readStored(kind, 'a')).toBeNull()
  expect(window[property].length).toBe(0)
})

test.each(KINDS)('%s storage is empty at first', (kind) => {
  expect(readStored(kind, 'a')).toBeNull()
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

test.each(KINDS)('a %s storage whose entries cannot be read is empty', (kind) => {
  writeStored(kind, 'a', 'value')
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(readStored(kind, 'a')).toBeNull()
})
