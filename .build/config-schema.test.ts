import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parseConfig } from '#src/config/config.ts'
import {
  BROKEN_CONFIGS,
  INVALID_BASE_URLS,
  INVALID_IDS,
  STAGING,
  VALID_BASE_URLS,
  VALID_IDS,
} from '#tests/support/configs.ts'
import { configSchema } from './config-schema.ts'

const schema = configSchema()
const isValid = new Ajv({ strict: false }).compile(schema)
const withEnvironment = (part: object) => ({ environments: [{ ...STAGING, ...part }] })
/** As in a file. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test.each([
  ...VALID_BASE_URLS.map(([baseUrl]) => withEnvironment({ baseUrl })),
  ...VALID_IDS.map((id) => withEnvironment({ id })),
  ...['production', 'staging', 'demo'].map((kind) => withEnvironment({ kind })),
  { $schema: './config.schema.json', environments: [{ ...STAGING, owner: 'pets team' }] },
  { environments: [STAGING], categories: {} },
  ...[
    '0',
    '1',
    '-1',
    '9223372036854775807',
    '-9223372036854775808',
    '9223372036854775799',
    '1000000000000000000',
  ].map((id) => ({ environments: [STAGING], categories: { [id]: 'Dogs' } })),
])('what the parser accepts is valid: %j', (config) => {
  expect(parseConfig(config).ok).toBe(true)
  isValid(asJson(config))
  expect(isValid.errors).toBeNull()
})

test.each([
  ...INVALID_BASE_URLS.map(([, baseUrl]) => withEnvironment({ baseUrl })),
  ...INVALID_IDS.map((id) => withEnvironment({ id })),
  // What 64 bits hold is left to the parser.
  ...BROKEN_CONFIGS.filter(([what]) => !what.includes('64 bits')).map(([, config]) => config),
])('what the parser refuses is not valid: %j', (config) => {
  expect(parseConfig(config).ok).toBe(false)
  expect(isValid(asJson(config))).toBe(false)
})

test('each field is described, and those that must be there are required', () => {
  const environment = schema.properties?.['environments']
  const item =
    typeof environment === 'object' && !Array.isArray(environment.items) ? environment.items : undefined
  expect(schema.required).toEqual(['environments'])
  expect(item).toMatchObject({ required: ['id', 'name', 'baseUrl'] })
  const properties = typeof item === 'object' ? Object.values(item.properties ?? {}) : []
  expect(properties).toHaveLength(4)
  for (const property of properties)
    expect(property).toMatchObject({ description: expect.any(String) as string })
})
