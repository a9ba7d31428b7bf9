// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { tabTextNameOf } from './tab-texts.ts'

const URL = 'https://api.petstore.test/v1'
const OTHER_URL = 'https://other.petstore.test/v1'

type Environment = { readonly id: string; readonly baseUrl: string }

const environmentOf = (id: string, baseUrl = URL): Environment => ({ id, baseUrl })

/** Opens the first of these environments, which are all that are configured. */
function open(environment: Environment, ...others: readonly Environment[]) {
  const name = tabTextNameOf('draft', { ...environment, others })
  return {
    read: () => sessionStorage.getItem(name),
    write: (text: string) => sessionStorage.setItem(name, text),
  }
}

beforeEach(() => sessionStorage.clear())

test('A text is found when its environment has got another ID, and when it has got the old one back.', () => {
  open(environmentOf('staging')).write('Rex')
  expect(open(environmentOf('stage')).read()).toBe('Rex')
  expect(open(environmentOf('staging')).read()).toBe('Rex')
})

test('Opening one text of an environment that has got another ID moves its other texts, too.', () => {
  const byHand = tabTextNameOf('by-hand', { ...environmentOf('staging'), others: [] })
  sessionStorage.setItem(byHand, 'Mia')
  open(environmentOf('staging')).write('Rex')
  expect(open(environmentOf('stage')).read()).toBe('Rex')
  const byHandLater = tabTextNameOf('by-hand', { ...environmentOf('stage'), others: [] })
  expect(sessionStorage.getItem(byHandLater)).toBe('Mia')
})

test('A text is found by the ID of its environment if the address has changed.', () => {
  open(environmentOf('staging')).write('Rex')
  expect(open(environmentOf('staging', OTHER_URL)).read()).toBe('Rex')
})

test('A text is found by the base URL even if its environment was not configured for a while.', () => {
  open(environmentOf('staging')).write('Rex')
  open(environmentOf('production', OTHER_URL))
  expect(open(environmentOf('stage'), environmentOf('production', OTHER_URL)).read()).toBe('Rex')
})

test.each<[what: string, opened: Environment, others: readonly Environment[]]>([
  ['has another address', environmentOf('stage', OTHER_URL), []],
  ['is added beside it', environmentOf('stage'), [environmentOf('staging')]],
  ['has taken its address', environmentOf('stage'), [environmentOf('staging', OTHER_URL)]],
])('The texts of an environment are not given to one that %s.', (_what, opened, others) => {
  open(environmentOf('staging')).write('Rex')
  expect(open(opened, ...others).read()).toBeNull()
})

test('If one of two environments with one base URL gets another ID, the other one gets none of its texts.', () => {
  open(environmentOf('a'), environmentOf('b')).write('Rex')
  expect(open(environmentOf('b'), environmentOf('c')).read()).toBeNull()
  expect(open(environmentOf('c'), environmentOf('b')).read()).toBe('Rex')
})

test('If both get another ID, nobody knows which is which, so neither gets a text.', () => {
  open(environmentOf('a'), environmentOf('b')).write('Rex')
  expect(open(environmentOf('c'), environmentOf('d')).read()).toBeNull()
  expect(open(environmentOf('d'), environmentOf('c')).read()).toBeNull()
  expect(open(environmentOf('a'), environmentOf('b')).read()).toBe('Rex')
})

test('A text that an environment already has is not overwritten.', () => {
  open(environmentOf('stage', OTHER_URL)).write('Mia')
  open(environmentOf('staging'), environmentOf('stage', OTHER_URL)).write('Rex')
  expect(open(environmentOf('stage')).read()).toBe('Mia')
})
