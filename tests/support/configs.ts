/** These are configurations that the parser accepts or refuses, and the JSON Schema with it. */

export const STAGING = { id: 'staging', name: 'Staging', baseUrl: 'https://staging.api.example.com/v1' }

/** Valid base URLs, each with the URL that the parser returns. */
export const VALID_BASE_URLS = [
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['http://localhost:4010/v1', 'http://localhost:4010/v1'],
  ['http://[::1]:4010/v1', 'http://[::1]:4010/v1'],
  ['HTTPS://API.example.com/v1', 'HTTPS://API.example.com/v1'],
  ['https://bücher.example/v1', 'https://bücher.example/v1'],
  ['/v1', '/v1'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
  ['https://api.example.com/v1//', 'https://api.example.com/v1'],
  ['/v1/', '/v1'],
  ['/', ''],
  [' https://api.example.com/v1\n', 'https://api.example.com/v1'],
] as const

/** Invalid base URLs, each after the reason why it is wrong. */
export const INVALID_BASE_URLS = [
  ['another host in disguise', '//evil.example.com/v1'],
  ['another host in disguise', '/\\evil.example.com/v1'],
  ['another host in disguise', '/\t/evil.example.com/v1'],
  ['another host in disguise', 'https:\\\\evil.example.com/v1'],
  ['another host in disguise', 'https://api.example.com\\@evil.example.com/v1'],
  ['a user name', 'https://user@api.example.com/v1'],
  ['a password', 'https://:pass@api.example.com/v1'],
  ['an empty query', 'https://api.example.com/v1?'],
  ['a fragment', '/v1#'],
  ['another scheme', 'javascript:alert(1)'],
  ['another scheme', 'ftp://api.example.com/v1'],
  ['no host', 'https://'],
  ['no host', 'https:///v1'],
  ['no host', 'https:api.example.com/v1'],
  ['a host that is none', 'https://api example.com/v1'],
  ['a host that is none', 'https://api.example.com:99999/v1'],
  ['no scheme', 'api.example.com/v1'],
  ['a path that depends on the page', 'v1'],
  ['nothing', ''],
  ['no text', 7],
] as const

export const VALID_IDS = ['staging', 'eu-1', '2', '-', 'pets2'] as const

export const INVALID_IDS = ['', 'Staging', 'eu west', 'eu_1', 'eu/1', 'ümlaut', 'pets', 7, null] as const

/**
 * Broken configurations, each with the reason why it is wrong, and the field that the problem
 * names.
 */
export const BROKEN_CONFIGS = [
  ['the file is a list', [], '/config.json'],
  ['the file is null', null, '/config.json'],
  ['environments is no list', { environments: STAGING }, 'environments'],
  ['there is no environment', { environments: [] }, 'environments'],
  ['the second environment is null', { environments: [STAGING, null] }, 'environments[1]'],
  [
    'the help for a key is no text',
    { environments: [{ ...STAGING, keyHelp: 7 }] },
    'environments[0].keyHelp',
  ],
  ['two have the same id', { environments: [STAGING, STAGING] }, 'environments[1].id'],
  ['the id is missing', { environments: [{ ...STAGING, id: undefined }] }, 'environments[0].id'],
  ['the name is missing', { environments: [{ id: 'a', baseUrl: '/v1' }] }, 'environments[0].name'],
  ['the name is blank', { environments: [{ ...STAGING, name: ' ' }] }, 'environments[0].name'],
  ['the base URL is missing', { environments: [{ id: 'a', name: 'A' }] }, 'environments[0].baseUrl'],
  ['the kind is unknown', { environments: [{ ...STAGING, kind: 'test' }] }, 'environments[0].kind'],
  ['the kind is null', { environments: [{ ...STAGING, kind: null }] }, 'environments[0].kind'],
  ['categories is a list', { environments: [STAGING], categories: ['Dogs'] }, 'categories'],
  ['categories is null', { environments: [STAGING], categories: null }, 'categories'],
  ['a label is no text', { environments: [STAGING], categories: { '1': 7 } }, 'categories.1'],
  ['a label is blank', { environments: [STAGING], categories: { '1': '' } }, 'categories.1'],
  ['a category id is a word', { environments: [STAGING], categories: { dogs: 'Dogs' } }, 'categories.dogs'],
  [
    'a category id has a zero before it',
    { environments: [STAGING], categories: { '01': 'D' } },
    'categories.01',
  ],
  [
    'a category id is more than 64 bits hold',
    { environments: [STAGING], categories: { '9223372036854775808': 'D' } },
    'categories.9223372036854775808',
  ],
  ['a category id is -0', { environments: [STAGING], categories: { '-0': 'D' } }, 'categories.-0'],
] as const
