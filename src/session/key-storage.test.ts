// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKeyStorage } from './key-storage.ts'

const BASE = 'https://staging.example.com/v1'
const KEY = 'petstore-admin.key.staging'

const staging = (baseUrl = BASE) => createKeyStorage('staging', baseUrl)

const own = Object.getOwnPropertyDescriptors(window)

const entriesOf = (...storages: Storage[]) =>
  storages.flatMap((storage) =>
    Array.from({ length: storage.length }, (_, index) => {
      const name = storage.key(index) ?? ''
      return { name, text: storage.getItem(name) ?? '' }
    }),
  )

/** Entries of any name that contain this text. */
const holding = (text: string, ...storages: Storage[]) =>
  entriesOf(...storages).filter((entry) => entry.text.includes(text))

/** Site data is blocked: reading the property throws. */
function block(...properties: ('localStorage' | 'sessionStorage')[]) {
  for (const property of properties) {
    Object.defineProperty(window, property, {
      configurable: true,
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  }
}

/** The storage is full. */
function fill(...full: Storage[]) {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (full.includes(this)) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this[name] = value
  })
}

afterEach(() => {
  for (const property of ['localStorage', 'sessionStorage'] as const) {
    Object.defineProperty(window, property, own[property])
  }
})

test.each([
  ['in localStorage', true, 'localStorage', 'sessionStorage'],
  ['in sessionStorage', false, 'sessionStorage', 'localStorage'],
] as const)(
  'a key is stored %s when "remember" is %s, and nowhere else',
  (_where, remember, here, elsewhere) => {
    expect(staging().write({ key: 'sesame', remember, keyId: 'k' })).toBe('as-requested')
    expect(staging().read()).toEqual({ key: 'sesame', remember, keyId: 'k' })
    expect(holding('sesame', window[here])).toHaveLength(1)
    expect(holding('sesame', window[elsewhere])).toEqual([])
  },
)

test.each([true, false])(
  'signing in again removes the older key, wherever it was (remember: %s)',
  (remember) => {
    staging().write({ key: 'old', remember: !remember, keyId: 'k' })
    staging().write({ key: 'new', remember, keyId: 'k' })
    expect(staging().read()).toEqual({ key: 'new', remember, keyId: 'k' })
    expect(holding('new', localStorage, sessionStorage)).toHaveLength(1)
    expect(holding('old', localStorage, sessionStorage)).toEqual([])
  },
)

test.each([true, false])('environments do not share keys (remember: %s)', (remember) => {
  staging().write({ key: 'sesame', remember, keyId: 'k' })
  const production = createKeyStorage('production', BASE)
  expect(production.read()).toBeUndefined()
  production.clear()
  expect(staging().read()).toEqual({ key: 'sesame', remember, keyId: 'k' })
})

describe('a key is bound to the base URL it was entered for', () => {
  test.each([
    ['another host', 'https://api.example.com/v1'],
    ['another port', 'https://staging.example.com:8443/v1'],
    ['another scheme', 'http://staging.example.com/v1'],
    ['another version', 'https://staging.example.com/v2'],
    ['a longer path', 'https://staging.example.com/v1/x'],
    ['a host that begins alike', 'https://staging.example.com.evil.example/v1'],
    ['a path on this site', '/v1'],
  ])('%s is another base URL: the key is not used', (_what, baseUrl) => {
    for (const remember of [true, false]) {
      staging().write({ key: 'sesame', remember, keyId: 'k' })
      expect(staging(baseUrl).read()).toBeUndefined()
      expect(staging().read()).toEqual({ key: 'sesame', remember, keyId: 'k' })
    }
  })

  test.each([
    ['https://STAGING.example.com/v1'],
    ['HTTPS://staging.example.com/v1'],
    ['https://staging.example.com:443/v1'],
  ])('%s is the same base URL', (baseUrl) => {
    staging().write({ key: 'sesame', remember: true, keyId: 'k' })
    expect(staging(baseUrl).read()).toEqual({ key: 'sesame', remember: true, keyId: 'k' })
  })

  test('the base URL / is the same on every page', () => {
    // parseConfig() removes the closing slash.
    for (const remember of [true, false]) {
      staging('').write({ key: 'sesame', remember, keyId: 'k' })
      for (const page of ['/staging/pets', '/staging/pets/new', '/']) {
        window.history.replaceState(null, '', page)
        expect(staging('').read()).toEqual({ key: 'sesame', remember, keyId: 'k' })
      }
      expect(staging('/v1').read()).toBeUndefined()
      expect(staging(`${window.location.origin}/staging/pets`).read()).toBeUndefined()
    }
  })

  test('a path on this site and its absolute URL are the same', () => {
    staging('/v1').write({ key: 'sesame', remember: true, keyId: 'k' })
    expect(staging(`${window.location.origin}/v1`).read()).toEqual({
      key: 'sesame',
      remember: true,
      keyId: 'k',
    })
  })
})

describe('signing out', () => {
  test.each([true, false])('removes the key (remember: %s)', (remember) => {
    staging().write({ key: 'sesame', remember, keyId: 'k' })
    staging().clear()
    expect(staging().read()).toBeUndefined()
    expect(holding('sesame', localStorage, sessionStorage)).toEqual([])
  })

  test.each([true, false])('voids the key that another tab still holds (remember: %s)', (remember) => {
    staging().write({ key: 'sesame', remember, keyId: 'k' })
    const storage = remember ? localStorage : sessionStorage
    const entry = storage.getItem(KEY) ?? ''
    staging().clear()
    storage.setItem(KEY, entry)
    expect(storage.getItem(KEY)).toContain('sesame')
    expect(staging().read()).toBeUndefined()
  })
})

const rubbish = (part: object) => {
  staging().write({ key: 'sesame', remember: true, keyId: 'k' })
  const entry = JSON.parse(localStorage.getItem(KEY) ?? '') as object
  localStorage.clear()
  return JSON.stringify({ ...entry, ...part })
}

test.each([
  ['no JSON', () => '{"key":'],
  ['empty', () => ''],
  ['null', () => 'null'],
  ['the bare key', () => 'sesame'],
  ['a text', () => '"sesame"'],
  ['a list', () => '["sesame"]'],
  ['without a key', () => rubbish({ key: undefined })],
  ['without an address', () => rubbish({ baseUrl: undefined })],
  ['without a round', () => rubbish({ round: undefined })],
  ['with an empty key', () => rubbish({ key: '' })],
  ['with a key that is no text', () => rubbish({ key: 7 })],
  ['with a key that would be another header', () => rubbish({ key: 'a\r\nX-Evil: 1' })],
  ['with a key of two words', () => rubbish({ key: 'two words' })],
])('an entry that is %s is ignored, and signing in replaces it', (_what, entry) => {
  const text = entry()
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem(KEY, text)
    expect(staging().read()).toBeUndefined()
    staging().write({ key: 'sesame', remember: storage === localStorage, keyId: 'k' })
    expect(staging().read()?.key).toBe('sesame')
    storage.clear()
  }
})

describe('where storage fails, it says how long the key lasts', () => {
  test.each([
    ['localStorage is blocked', true, () => block('localStorage'), 'until-tab-closes'],
    ['localStorage is full', true, () => fill(localStorage), 'until-tab-closes'],
    ['both are blocked', true, () => block('localStorage', 'sessionStorage'), 'until-reload'],
    ['both are full', true, () => fill(localStorage, sessionStorage), 'until-reload'],
    ['sessionStorage is blocked', false, () => block('sessionStorage'), 'until-reload'],
    ['sessionStorage is full', false, () => fill(sessionStorage), 'until-reload'],
    ['localStorage is blocked', false, () => block('localStorage'), 'as-requested'],
    ['sessionStorage is blocked', true, () => block('sessionStorage'), 'as-requested'],
  ] as const)('%s, remember: %s (case %#)', (_what, remember, prepare, persistence) => {
    prepare()
    expect(staging().write({ key: 'sesame', remember, keyId: 'k' })).toBe(persistence)
    expect(staging().read()?.key).toBe(persistence === 'until-reload' ? undefined : 'sesame')
  })

  test('a full storage does not keep the older, rejected key', () => {
    staging().write({ key: 'old', remember: true, keyId: 'k' })
    fill(localStorage, sessionStorage)
    staging().write({ key: 'new', remember: true, keyId: 'k' })
    expect(staging().read()).toBeUndefined()
  })
})

test('another tab that signed out without storing a new epoch voids the key of this tab', () => {
  staging().write({ key: 'sesame', remember: false, keyId: 'k' })
  staging().clearTab()
  expect(staging().read()).toBeUndefined()
  expect(holding('sesame', localStorage, sessionStorage)).toEqual([])
})

test('other tabs listen for exactly the entries that change', () => {
  const seen = new Set<string>()
  staging().write({ key: 'sesame', remember: true, keyId: 'k' })
  for (const { name } of entriesOf(localStorage)) seen.add(name)
  staging().clear()
  for (const { name } of entriesOf(localStorage)) seen.add(name)
  expect(seen.size).toBeGreaterThan(1)
  expect(staging().names.toSorted()).toEqual([...seen].toSorted())
})
