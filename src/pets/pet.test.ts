import { expect, test } from 'vitest'
import { parseJson } from '#src/http/json.ts'
import { isPetStatus, parsePet, parsePetList } from './pet.ts'

const REX = { id: 7, name: 'Rex', categoryId: 1 }

test.each([
  ['{"id":7,"name":"Rex","categoryId":1,"status":"sold","tags":["a"]}', ['7', 'Rex', '1', 'sold']],
  ['{"id":7,"name":"Rex","categoryId":1}', ['7', 'Rex', '1', undefined]],
  ['{"id":7,"name":"Rex","categoryId":1,"status":null}', ['7', 'Rex', '1', undefined]],
  ['{"id":7,"name":" Rex ","categoryId":1,"status":"on loan"}', ['7', ' Rex ', '1', 'on loan']],
  ['{"id":7,"name":"","categoryId":1,"status":""}', ['7', '', '1', '']],
  ['{"id":0,"name":"Rex","categoryId":-1}', ['0', 'Rex', '-1', undefined]],
  ['{"id":1e3,"name":"Rex","categoryId":1.0}', ['1000', 'Rex', '1', undefined]],
  [
    '{"id":9007199254740993,"name":"Rex","categoryId":9007199254740992}',
    ['9007199254740993', 'Rex', '9007199254740992', undefined],
  ],
  [
    '{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808}',
    ['9223372036854775807', 'Rex', '-9223372036854775808', undefined],
  ],
])('The pet %s is parsed unchanged, with all digits of its IDs', (json, [id, name, categoryId, status]) => {
  expect(parsePet(parseJson(json))).toStrictEqual({ id, name, categoryId, status })
})

const NO_PETS: [what: string, body: unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a string', 'Rex'],
  ['a list', [REX]],
  ['an empty object', {}],
  ['one without id', { ...REX, id: undefined }],
  ['one whose id is null', { ...REX, id: null }],
  ['one whose id is a string', { ...REX, id: '7' }],
  ['one whose id is a fraction', { ...REX, id: 1.5 }],
  ['one whose id was rounded', { ...REX, id: 2 ** 53 }],
  ['one whose id is beyond 64 bits', { ...REX, id: 2n ** 63n }],
  ['one whose id is below 64 bits', { ...REX, id: -(2n ** 63n) - 1n }],
  ['one without name', { ...REX, name: undefined }],
  ['one whose name is not a string', { ...REX, name: 7 }],
  ['one without category', { ...REX, categoryId: undefined }],
  ['one whose category is a string', { ...REX, categoryId: '1' }],
  ['one whose status is a number', { ...REX, status: 1 }],
  ['one whose status is an object', { ...REX, status: {} }],
]

test.each(NO_PETS)(
  'The value %s is not a pet; in a list, it is reported and the others are parsed',
  (_what, body) => {
    expect(() => parsePet(body)).toThrow(TypeError)
    const list = parsePetList([REX, body, { ...REX, id: 8 }])
    expect(list.pets.map(({ id }) => id)).toEqual(['7', '8'])
    expect(list).toMatchObject({ unreadable: [2], returned: 3 })
  },
)

test('A list keeps the order of the service, and both of two pets with the same ID', () => {
  const list = parsePetList([9, 7, 8, 7].map((id) => ({ id, name: 'Rex', categoryId: 1 })))
  expect(list.pets.map(({ id }) => id)).toEqual(['9', '7', '8', '7'])
})

test('When a list ignores its limit, its first 10,000 elements are parsed', () => {
  const { pets, returned } = parsePetList(Array.from({ length: 10_001 }, () => REX))
  expect([pets.length, returned]).toEqual([10_000, 10_001])
})

test.each([null, undefined, {}, { pets: [] }, 'pets', 7, { length: 0 }])(
  'The value %j is not a list',
  (body) => {
    expect(() => parsePetList(body)).toThrow(TypeError)
  },
)

test('The service documents three statuses', () => {
  const values = ['available', 'pending', 'sold', 'Sold', 'sold ', '', 'constructor', null, undefined, 0]
  expect(values.filter(isPetStatus)).toEqual(['available', 'pending', 'sold'])
})
