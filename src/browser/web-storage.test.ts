// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readStored, storedNames, type StorageKind, writeStored } from './web-storage.ts'

const originals = Object.getOwnPropertyDescriptors(window)

/** Blocks site data as browsers do it: reading the property itself throws. */
function blockStorage(kind: StorageKind) {
  Object.defineProperty(window, `${kind}Storage`, {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}

function fillStorage() {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
}

afterEach(() => {
  Object.defineProperty(window, 'localStorage', originals.localStorage)
  Object.defineProperty(window, 'sessionStorage', originals.sessionStorage)
  localStorage.clear()
  sessionStorage.clear()
})

describe.each<{ kind: StorageKind; otherKind: StorageKind }>([
  { kind: 'local', otherKind: 'session' },
  { kind: 'session', otherKind: 'local' },
])('$kind storage', ({ kind, otherKind }) => {
  test('has nothing before it is written', () => {
    expect(readStored(kind, 'theme')).toBeNull()
  })

  test('returns what was written, which the other storage does not have', () => {
    expect(writeStored(kind, 'theme', 'dark')).toBe(true)
    expect(readStored(kind, 'theme')).toBe('dark')
    expect(readStored(otherKind, 'theme')).toBeNull()
    expect([storedNames(kind), storedNames(otherKind)]).toEqual([['theme'], []])
  })

  test('has no entry any more once null was written', () => {
    writeStored(kind, 'theme', 'dark')
    expect(writeStored(kind, 'theme', null)).toBe(true)
    expect(window[`${kind}Storage`]).toHaveLength(0)
  })

  test('has nothing when it is blocked, and says that nothing was stored', () => {
    blockStorage(kind)
    expect(readStored(kind, 'theme')).toBeNull()
    expect(storedNames(kind)).toEqual([])
    expect(writeStored(kind, 'theme', 'dark')).toBe(false)
    expect(writeStored(kind, 'theme', null)).toBe(false)
  })

  test('works when only the other one is blocked', () => {
    blockStorage(otherKind)
    expect(writeStored(kind, 'theme', 'dark')).toBe(true)
    expect(readStored(kind, 'theme')).toBe('dark')
  })

  test('keeps what it has when it is full, and says that nothing was stored', () => {
    writeStored(kind, 'theme', 'light')
    fillStorage()
    expect(writeStored(kind, 'theme', 'dark')).toBe(false)
    expect(readStored(kind, 'theme')).toBe('light')
  })

  test('can be cleared when it is full', () => {
    writeStored(kind, 'theme', 'light')
    fillStorage()
    expect(writeStored(kind, 'theme', null)).toBe(true)
    expect(readStored(kind, 'theme')).toBeNull()
  })
})
