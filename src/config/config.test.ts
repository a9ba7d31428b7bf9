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

test('the documented example is valid', () => {
  const result = parseConfig({
    environments: [
      { id: 'production', name: 'Production', baseUrl: 'https://api.example.com/v1', kind: 'production' },
      { ...STAGING, kind: 'staging' },
    ],
    categories: { '1': 'Dogs', '2': 'Cats' },
  })
  expect(result).toEqual({
    ok: true,
    config: {
      environments: [
        { id: 'production', name: 'Production', baseUrl: 'https://api.example.com/v1', kind: 'production' },
        { ...STAGING, kind: 'staging' },
      ],
      categories: new Map([
        ['1', 'Dogs'],
        ['2', 'Cats'],
      ]),
    },
  })
})

test('kind defaults to staging, and categories to none', () => {
  const result = parseConfig({ environments: [STAGING] })
  expect(firstOf(result).kind).toBe('staging')
  expect(result).toMatchObject({ config: { categories: new Map() } })
})

test('unknown fields are ignored', () => {
  const result = parseConfig({ $schema: 'x', environments: [{ ...STAGING, owner: 'pets team' }] })
  expect(firstOf(result)).toEqual({ ...STAGING, kind: 'staging' })
})

test.each(['production', 'staging', 'demo'])('an environment can have the kind %s', (kind) => {
  expect(firstOf(withEnvironment({ kind })).kind).toBe(kind)
})

test.each(VALID_BASE_URLS)(
  'the base URL %j is valid, and a closing slash makes no difference',
  (baseUrl, taken) => {
    expect(firstOf(withEnvironment({ baseUrl })).baseUrl).toBe(taken)
  },
)

test.each(INVALID_BASE_URLS)('a base URL with %s is invalid: %j', (_what, baseUrl) => {
  const result = withEnvironment({ baseUrl })
  expect(fieldsOf(result)).toEqual(['environments[0].baseUrl'])
  expect(result).toMatchObject({ problems: [{ problem: expect.stringContaining('https://') as string }] })
})

test.each(VALID_IDS)('%s can be the id of an environment', (id) => {
  expect(firstOf(withEnvironment({ id })).id).toBe(id)
})

test.each(INVALID_IDS)('%j cannot be the id of an environment', (id) => {
  expect(fieldsOf(withEnvironment({ id }))).toEqual(['environments[0].id'])
})

test('two environments cannot share an id, and the second one is reported', () => {
  const result = parseConfig({
    environments: [STAGING, { ...STAGING, id: 'b' }, { ...STAGING, name: 'Third' }],
  })
  expect(fieldsOf(result)).toEqual(['environments[2]'])
  expect(result).toMatchObject({
    problems: [{ problem: expect.stringContaining('Use a unique ID') as string }],
  })
})

test.each(BROKEN_CONFIGS)('when %s, the field to fix is named', (_what, json, field) => {
  const result = parseConfig(json)
  expect(fieldsOf(result)).toEqual([field])
  expect(result).toMatchObject({ problems: [{ problem: expect.stringMatching(/^\p{Lu}.+\.$/u) as string }] })
})

test('all invalid fields are reported at once', () => {
  const result = parseConfig({
    environments: [
      { id: 'Staging', name: '', baseUrl: '//x', kind: 'test' },
      { ...STAGING, baseUrl: 'x' },
    ],
    categories: { dogs: 'Dogs' },
  })
  expect(fieldsOf(result)).toEqual([
    'environments[0].id',
    'environments[0].name',
    'environments[0].baseUrl',
    'environments[0].kind',
    'environments[1].baseUrl',
    'categories.dogs',
  ])
})

test.each(['0', '12', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
  'the category %s can have a label, letter by letter',
  (id) => {
    const result = parseConfig({ environments: [STAGING], categories: { [id]: '<b>Dogs & Co</b>' } })
    expect(result).toMatchObject({ config: { categories: new Map([[id, '<b>Dogs & Co</b>']]) } })
  },
)

test.each([
  ['id', /letters, digits/],
  ['id', /staging/],
  ['name', /Enter a display name/],
  ['baseUrl', /full URL/],
  ['kind', /"production", "staging" or "demo"/],
])('the message for an invalid %s says what it has to be (%s)', (field, words) => {
  const result = withEnvironment({ [field]: '' })
  expect(result).toMatchObject({ problems: [{ problem: expect.stringMatching(words) as string }] })
})

test.each([
  ['id', /Use lower-case letters, digits and “-” only/],
  ['name', /Enter a display name/],
  ['baseUrl', /Enter a full URL/],
] as const)('a missing %s is reported at its own field, with its own message', (field, words) => {
  const { [field]: _left, ...others } = { ...STAGING, id: 'other' }
  expect(parseConfig({ environments: [STAGING, others] })).toMatchObject({
    ok: false,
    problems: [{ field: `environments[1].${field}`, problem: expect.stringMatching(words) as string }],
  })
})

test('an empty environment is told all that it needs', () => {
  expect(fieldsOf(parseConfig({ environments: [{}] }))).toEqual([
    'environments[0].id',
    'environments[0].name',
    'environments[0].baseUrl',
  ])
})

test('the name of an environment is isolated in sentences, and has at most 100 characters', () => {
  expect(firstOf(withEnvironment({ name: 'שלום' })).name).toBe('\u2068שלום\u2069')
  expect(firstOf(withEnvironment({ name: 'x'.repeat(100) })).name).toBe('x'.repeat(100))
  expect(fieldsOf(withEnvironment({ name: 'x'.repeat(101) }))).toEqual(['environments[0].name'])
})
