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
import { CONFIG_SCHEMA } from './config-schema.ts'

const isValid = new Ajv({ strict: false }).compile(CONFIG_SCHEMA)
const withEnvironment = (part: object) => ({ environments: [{ ...STAGING, ...part }] })
const withCategory = (id: string) => ({ environments: [STAGING], categories: { [id]: 'Dogs' } })

test.each([
  ...VALID_BASE_URLS.map(([baseUrl]) => withEnvironment({ baseUrl })),
  ...VALID_IDS.map((id) => withEnvironment({ id })),
  ...['production', 'staging', 'demo'].map((kind) => withEnvironment({ kind })),
  ...['0', '-1', '9223372036854775807', '-9223372036854775808'].map(withCategory),
  withEnvironment({ name: 'x'.repeat(100) }),
  ...['x'.repeat(300), 'x'.repeat(301), ' ', ' a\nb '].map((keyHelp) => withEnvironment({ keyHelp })),
  { $schema: './config.schema.json', environments: [{ ...STAGING, owner: 'pets team' }], categories: {} },
  withEnvironment({ name: 'x'.repeat(101) }),
  ...INVALID_BASE_URLS.map(([, baseUrl]) => withEnvironment({ baseUrl })),
  ...INVALID_IDS.map((id) => withEnvironment({ id })),
  // That IDs differ, and what 64 bits hold, is left to the parser.
  ...BROKEN_CONFIGS.filter(([what]) => !/64 bits|the same id/.test(what)).map(([, config]) => config),
])('the schema takes %j for right exactly when the parser does', (config) => {
  expect(isValid(JSON.parse(JSON.stringify(config)))).toBe(parseConfig(config).ok)
})
