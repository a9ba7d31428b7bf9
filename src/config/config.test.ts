import { expect, test } from 'vitest'
import {
  BROKEN_CONFIGS,
  INVALID_BASE_URLS,
  INVALID_IDS,
  STAGING,
  VALID_BASE_URLS,
  VALID_IDS,
} from '#tests/support/configs.ts'
import { type ConfigResult, type Environment, parseConfig } from './config.ts'

const withEnvironment = (part: Record<string, unknown>) =>
  parseConfig({ environments: [{ ...STAGING, ...part }] })

function firstOf(result: ConfigResult): Environment {
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.config.environments[0]
}

const fieldsOf = (result: ConfigResult) => (result.ok ? [] : result.problems.map(({ field }) => field))

test('The documented example is right, omitted fields have their default, and unknown fields are ignored', () => {
  const production = { ...STAGING, id: 'production', kind: 'production' }
  const result = parseConfig({
    $schema: 'x',
    environments: [production, { ...STAGING, owner: 'pets team' }],
    categories: { '1': ' Dogs ', '-9223372036854775808': '<b>Cats & Co</b>' },
  })
  expect(result).toEqual({
    ok: true,
    config: {
      environments: [production, { ...STAGING, kind: 'staging' }],
      categories: new Map([
        ['1', 'Dogs'],
        ['-9223372036854775808', '<b>Cats & Co</b>'],
      ]),
    },
  })
  expect(parseConfig({ environments: [STAGING] })).toMatchObject({ config: { categories: new Map() } })
})

test.each(VALID_BASE_URLS)('The base URL %j is taken as %j', (baseUrl, taken) => {
  expect(firstOf(withEnvironment({ baseUrl })).baseUrl).toBe(taken)
})

test.each(INVALID_BASE_URLS)('A base URL with %s is wrong: %j', (_what, baseUrl) => {
  expect(fieldsOf(withEnvironment({ baseUrl }))).toEqual(['environments[0].baseUrl'])
})

test('An ID has only lower-case letters, digits and dashes', () => {
  for (const id of VALID_IDS) expect(firstOf(withEnvironment({ id })).id).toBe(id)
  for (const id of INVALID_IDS) expect(fieldsOf(withEnvironment({ id }))).toEqual(['environments[0].id'])
})

test.each(BROKEN_CONFIGS)(
  'When %s, the message names the field to fix, and says how',
  (_what, json, field) => {
    const result = parseConfig(json)
    expect(fieldsOf(result)).toEqual([field])
    expect(result).toMatchObject({
      problems: [{ problem: expect.stringMatching(/^\p{Lu}.+\.$/u) as string }],
    })
  },
)

test('All wrong fields are named at once', () => {
  const result = parseConfig({
    environments: [{}, { id: 'Staging', name: '', baseUrl: '//x', kind: 'test' }, STAGING, STAGING],
    categories: { dogs: 'Dogs', '1': 'Cats' },
  })
  expect(fieldsOf(result)).toEqual([
    'environments[0].id',
    'environments[0].name',
    'environments[0].baseUrl',
    'environments[1].id',
    'environments[1].name',
    'environments[1].baseUrl',
    'environments[1].kind',
    'environments[3].id',
    'categories.dogs',
  ])
})

test('The name of an environment is isolated in sentences, and has at most 100 characters', () => {
  expect(firstOf(withEnvironment({ name: ' שלום ' })).name).toBe('\u2068שלום\u2069')
  expect(firstOf(withEnvironment({ name: 'x'.repeat(100) })).name).toBe('x'.repeat(100))
  expect(fieldsOf(withEnvironment({ name: 'x'.repeat(101) }))).toEqual(['environments[0].name'])
})

test.each(['Ask the store office.', ' https://wiki.example.com/keys '])(
  'Where to get a key may be said: %j',
  (keyHelp) => {
    expect(firstOf(withEnvironment({ keyHelp })).keyHelp).toBe(keyHelp.trim())
  },
)

test.each([7, '', ' ', 'x'.repeat(301), null])('Where to get a key cannot be %j', (keyHelp) => {
  expect(fieldsOf(withEnvironment({ keyHelp }))).toEqual(['environments[0].keyHelp'])
})

test('The problem of a later environment names that environment', () => {
  const result = parseConfig({ environments: [STAGING, { ...STAGING, id: 'other', keyHelp: 7 }] })
  expect(fieldsOf(result)).toEqual(['environments[1].keyHelp'])
})
