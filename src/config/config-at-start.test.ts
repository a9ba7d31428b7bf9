import { expect, test } from 'vitest'
import {
  BROKEN_CONFIGS,
  INVALID_BASE_URLS,
  INVALID_IDS,
  STAGING,
  VALID_BASE_URLS,
  VALID_IDS,
} from '#tests/support/configs.ts'
import { configAtStart } from './config-at-start.ts'
import { parseConfig } from './config.ts'

const withStaging = (part: Record<string, unknown>) => ({ environments: [{ ...STAGING, ...part }] })

test.each([
  {},
  null,
  [],
  'text',
  withStaging({}),
  withStaging({ kind: 'test' }),
  withStaging({ kind: null }),
  withStaging({ name: ' مرحبا ' }),
  withStaging({ name: 'x'.repeat(100) }),
  withStaging({ name: 'x'.repeat(101) }),
  { ...withStaging({ kind: 'production' }), categories: { '1': ' Dogs ' } },
  { ...withStaging({}), categories: { '1': 7 } },
  { ...withStaging({}), categories: null },
  { environments: [STAGING, { ...STAGING, id: 'other' }] },
  { environments: [STAGING, STAGING] },
  ...VALID_BASE_URLS.map(([baseUrl]) => withStaging({ baseUrl })),
  ...INVALID_BASE_URLS.map(([, baseUrl]) => withStaging({ baseUrl })),
  ...VALID_IDS.map((id) => withStaging({ id })),
  ...INVALID_IDS.map((id) => withStaging({ id })),
  ...BROKEN_CONFIGS.map(([, json]) => json),
])('the inline script takes %j for right exactly when the app does', (json) => {
  const result = parseConfig(json)
  expect(configAtStart(JSON.stringify(json) ?? '')).toEqual(result.ok ? result.config : undefined)
})

test('what is no JSON is wrong', () => {
  expect(configAtStart('')).toBeUndefined()
})
