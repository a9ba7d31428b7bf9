// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKeyStorage } from './key-storage.ts'

const BASE = 'https://staging.example.com/v1'
const KEY = 'petstore-admin.key.staging'

const staging = (baseUrl = BASE) => createKeyStorage('staging', baseUrl)
const stored = (remember: boolean, key = 'sesame') => ({ key, remember, signInId: 'k', typedId: 't' })

const own = Object.getOwnPropertyDescriptors(window)

const entriesOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => {
    const name = storage.key(index) ?? ''
    return { name, text: storage.getItem(name) ?? '' }
  })

/** Counts the entries of each storage that contain this text. */
const holding = (text: string) =>
  [localStorage, sessionStorage].map(
    (storage) => entriesOf(storage).filter((entry) => entry.text.includes(text)).length,
  )

/** Blocks site data, so that reading the property throws. */
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

/** Fills the storage. */
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

describe.each([true, false])('a key (remember: %s)', (remember) => {
  const [here, elsewhere] = remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage]

  test('is stored in one place, in which it replaces an older one wherever that was', () => {
    staging().write(stored(!remember, 'old'))
    expect(staging().write(stored(remember, 'new'))).toBe('as-requested')
    expect(staging().read()).toEqual(stored(remember, 'new'))
    expect(holding('new')).toEqual(remember ? [1, 0] : [0, 1])
    expect(holding('old')).toEqual([0, 0])
    expect(entriesOf(elsewhere).map(({ name }) => name)).not.toContain(KEY)
  })

  test('belongs to one environment', () => {
    staging().write(stored(remember))
    const production = createKeyStorage('production', BASE)
    expect(production.read()).toBeUndefined()
    production.clear()
    expect(staging().read()).toEqual(stored(remember))
  })

  test.each([
    ['another host', 'https://api.example.com/v1'],
    ['another port', 'https://staging.example.com:8443/v1'],
    ['another scheme', 'http://staging.example.com/v1'],
    ['a longer path', 'https://staging.example.com/v1/x'],
    ['a host that begins alike', 'https://staging.example.com.evil.example/v1'],
    ['a path on this site', '/v1'],
  ])('is not used for %s, and is there again for its own base URL', (_what, baseUrl) => {
    staging().write(stored(remember))
    expect(staging(baseUrl).read()).toBeUndefined()
    expect(staging().read()).toEqual(stored(remember))
  })

  test('is gone after signing out, even one that another tab still holds', () => {
    staging().write(stored(remember))
    const entry = here.getItem(KEY) ?? ''
    staging().clear()
    expect(holding('sesame')).toEqual([0, 0])
    here.setItem(KEY, entry)
    expect(staging().read()).toBeUndefined()
  })
})

test.each([
  [BASE, 'HTTPS://STAGING.example.com:443/v1'],
  ['/v1', `${window.location.origin}/v1`],
  // parseConfig() removes the closing slash.
  ['', `${window.location.origin}/`],
])('%j and %s are the same base URL, on every page', (baseUrl, same) => {
  staging(baseUrl).write(stored(true))
  window.history.replaceState(null, '', '/staging/pets/new')
  expect(staging(same).read()).toEqual(stored(true))
})

const entryWith = (part: object) => {
  staging().write(stored(true))
  const entry = JSON.parse(localStorage.getItem(KEY) ?? '') as object
  localStorage.clear()
  return JSON.stringify({ ...entry, ...part })
}

test.each([
  ['no JSON', () => '{"key":'],
  ['empty', () => ''],
  ['null', () => 'null'],
  ['the bare key', () => '"sesame"'],
  ['a list', () => '["sesame"]'],
  ['without a key', () => entryWith({ key: undefined })],
  ['without an address', () => entryWith({ baseUrl: undefined })],
  ['with a key that is no text', () => entryWith({ key: 7 })],
  ['with a key that would be another header', () => entryWith({ key: 'a\r\nX-Evil: 1' })],
  ['with a key of 1 MB', () => entryWith({ key: 'a'.repeat(2 ** 20) })],
])('An entry that is %s is ignored, and signing in replaces it', (_what, entry) => {
  const text = entry()
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem(KEY, text)
    expect(staging().read()).toBeUndefined()
    staging().write(stored(storage === localStorage))
    expect(staging().read()?.key).toBe('sesame')
    storage.clear()
  }
})

describe('a storage that fails', () => {
  test.each([
    ['localStorage is blocked', true, () => block('localStorage'), 'until-tab-closes'],
    ['localStorage is full', true, () => fill(localStorage), 'until-tab-closes'],
    ['both are blocked', true, () => block('localStorage', 'sessionStorage'), 'until-reload'],
    ['both are full', true, () => fill(localStorage, sessionStorage), 'until-reload'],
    ['sessionStorage is full', false, () => fill(sessionStorage), 'until-reload'],
    ['localStorage is blocked', false, () => block('localStorage'), 'as-requested'],
    ['sessionStorage is blocked', true, () => block('sessionStorage'), 'as-requested'],
  ] as const)(
    'says how long the key lasts: %s, remember: %s (case %#)',
    (_what, remember, prepare, persistence) => {
      prepare()
      expect(staging().write(stored(remember))).toBe(persistence)
      expect(staging().read()?.key).toBe(persistence === 'until-reload' ? undefined : 'sesame')
    },
  )

  test('does not keep the older, rejected key when it is full', () => {
    staging().write(stored(true, 'old'))
    fill(localStorage, sessionStorage)
    staging().write(stored(true, 'new'))
    expect(staging().read()).toBeUndefined()
  })
})

test.each(['', 'sesame\n', 'sésame', 'x'.repeat(8193)])(
  'a stored key that cannot be sent is no key (case %#)',
  (key) => {
    sessionStorage.setItem(KEY, JSON.stringify({ key, baseUrl: BASE, round: '' }))
    expect(staging().read()).toBeUndefined()
  },
)
