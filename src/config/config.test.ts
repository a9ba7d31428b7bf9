import { expect, test } from 'vitest'
import { type ConfigResult, type Environment, parseConfig } from './config.ts'

const STAGING = { id: 'staging', name: 'Staging', baseUrl: 'https://staging.api.example.com/v1' }

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

test.each([
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['http://localhost:4010/v1', 'http://localhost:4010/v1'],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
  ['http://[::1]:4010/v1', 'http://[::1]:4010/v1'],
  ['https://api.example.com', 'https://api.example.com'],
  ['HTTPS://API.example.com/v1', 'HTTPS://API.example.com/v1'],
  ['https://bücher.example/v1', 'https://bücher.example/v1'],
  ['/v1', '/v1'],
  ['/apps/petstore/v1', '/apps/petstore/v1'],
  ['/proxy//v1', '/proxy//v1'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
  ['https://api.example.com/v1//', 'https://api.example.com/v1'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['/v1/', '/v1'],
  ['/', ''],
  [' https://api.example.com/v1\n', 'https://api.example.com/v1'],
])('the base URL %j is valid, and a closing slash makes no difference', (baseUrl, taken) => {
  expect(firstOf(withEnvironment({ baseUrl })).baseUrl).toBe(taken)
})

test.each([
  ['another host in disguise', '//evil.example.com/v1'],
  ['another host in disguise', '///evil.example.com/v1'],
  ['another host in disguise', '/\\evil.example.com/v1'],
  ['another host in disguise', '\\\\evil.example.com/v1'],
  ['another host in disguise', '/\t/evil.example.com/v1'],
  ['another host in disguise', '/\n\\evil.example.com/v1'],
  ['another host in disguise', 'https:\\\\evil.example.com/v1'],
  ['another host in disguise', 'https://api.example.com\\@evil.example.com/v1'],
  ['a user name', 'https://user@api.example.com/v1'],
  ['a user name and a password', 'https://user:pass@api.example.com/v1'],
  ['a password', 'https://:pass@api.example.com/v1'],
  ['a query', 'https://api.example.com/v1?tenant=7'],
  ['a query', '/v1?tenant=7'],
  ['an empty query', 'https://api.example.com/v1?'],
  ['a fragment', 'https://api.example.com/v1#pets'],
  ['a fragment', '/v1#'],
  ['another scheme', 'javascript:alert(1)'],
  ['another scheme', 'data:application/json,[]'],
  ['another scheme', 'ftp://api.example.com/v1'],
  ['another scheme', 'ws://api.example.com/v1'],
  ['another scheme', 'file:///v1'],
  ['another scheme', 'blob:https://api.example.com/v1'],
  ['no host', 'https://'],
  ['no host', 'https:///v1'],
  ['no host', 'https:api.example.com/v1'],
  ['no host', 'https:/v1'],
  ['a host that is none', 'https://api example.com/v1'],
  ['a host that is none', 'https://api.example.com:99999/v1'],
  ['no scheme', 'api.example.com/v1'],
  ['no scheme', 'localhost:4010/v1'],
  ['a path that depends on the page', 'v1'],
  ['a path that depends on the page', './v1'],
  ['a path that depends on the page', '../v1'],
  ['nothing', ''],
  ['nothing', '  '],
  ['no text', 7],
  ['no text', null],
  ['no text', ['https://api.example.com/v1']],
])('a base URL with %s is invalid: %j', (_what, baseUrl) => {
  const result = withEnvironment({ baseUrl })
  expect(fieldsOf(result)).toEqual(['environments[0].baseUrl'])
  expect(result).toMatchObject({ problems: [{ problem: expect.stringContaining('https://') as string }] })
})

test.each(['staging', 'eu-1', '2', '-', 'pets2'])('%s can be the id of an environment', (id) => {
  expect(firstOf(withEnvironment({ id })).id).toBe(id)
})

test.each(['', 'Staging', 'eu west', 'eu_1', 'eu/1', 'ümlaut', 'a.b', 'staging\n', 'pets', 7, null])(
  '%j cannot be the id of an environment',
  (id) => {
    expect(fieldsOf(withEnvironment({ id }))).toEqual(['environments[0].id'])
  },
)

test('two environments cannot share an id, and the second one is reported', () => {
  const result = parseConfig({
    environments: [STAGING, { ...STAGING, id: 'b' }, { ...STAGING, name: 'Third' }],
  })
  expect(fieldsOf(result)).toEqual(['environments[2]'])
  expect(result).toMatchObject({
    problems: [{ problem: expect.stringContaining('Use a unique ID') as string }],
  })
})

test.each([
  ['the file is a list', [], 'environments'],
  ['the file is empty of fields', {}, 'environments'],
  ['the file is null', null, '/config.json'],
  ['the file is a text', 'staging', '/config.json'],
  ['environments is no list', { environments: STAGING }, 'environments'],
  ['environments is null', { environments: null }, 'environments'],
  ['there is no environment', { environments: [] }, 'environments'],
  ['an environment is a text', { environments: ['staging'] }, 'environments[0]'],
  ['the second environment is null', { environments: [STAGING, null] }, 'environments[1]'],
  ['the id is missing', { environments: [{ ...STAGING, id: undefined }] }, 'environments[0].id'],
  ['the name is missing', { environments: [{ id: 'a', baseUrl: '/v1' }] }, 'environments[0].name'],
  ['the name is blank', { environments: [{ ...STAGING, name: ' ' }] }, 'environments[0].name'],
  ['the base URL is missing', { environments: [{ id: 'a', name: 'A' }] }, 'environments[0].baseUrl'],
  ['the kind is unknown', { environments: [{ ...STAGING, kind: 'test' }] }, 'environments[0].kind'],
  ['the kind is null', { environments: [{ ...STAGING, kind: null }] }, 'environments[0].kind'],
  ['categories is a text', { environments: [STAGING], categories: 'Dogs' }, 'categories'],
  ['categories is a list', { environments: [STAGING], categories: ['Dogs'] }, 'categories'],
  ['categories is an empty list', { environments: [STAGING], categories: [] }, 'categories'],
  ['categories is null', { environments: [STAGING], categories: null }, 'categories'],
  ['a label is no text', { environments: [STAGING], categories: { '1': 7 } }, 'categories.1'],
  ['a label is blank', { environments: [STAGING], categories: { '1': '' } }, 'categories.1'],
  ['a category id is a word', { environments: [STAGING], categories: { dogs: 'Dogs' } }, 'categories.dogs'],
  [
    'a category id is no canonical number',
    { environments: [STAGING], categories: { '01': 'D' } },
    'categories.01',
  ],
  [
    'a category id is one more than 64 bits hold',
    { environments: [STAGING], categories: { '9223372036854775808': 'D' } },
    'categories.9223372036854775808',
  ],
  [
    'a category id is one less than 64 bits hold',
    { environments: [STAGING], categories: { '-9223372036854775809': 'D' } },
    'categories.-9223372036854775809',
  ],
  ['a category id is -0', { environments: [STAGING], categories: { '-0': 'D' } }, 'categories.-0'],
  ['a category id is a fraction', { environments: [STAGING], categories: { '1.5': 'D' } }, 'categories.1.5'],
])('when %s, the field to fix is named', (_what, json, field) => {
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
