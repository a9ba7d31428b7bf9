// @vitest-environment node
import { expect, test } from 'vitest'
import { addressParams } from './address-params.ts'

test.each([
  ['?limit=20&status=sold', { limit: '20', status: 'sold' }],
  ['?limit=20&amp;status=sold&amp;q=rex', { limit: '20', status: 'sold', q: 'rex' }],
  ['?limit=20&amp%3Bstatus=sold', { limit: '20', status: 'sold' }],
  ['?q=a%26amp%3Bb&sort=id', { q: 'a&amp;b', sort: 'id' }],
  ['?q=a&ampere=1', { q: 'a', ampere: '1' }],
  ['', {}],
])('The address %s has the parameters %j', (search, params) => {
  expect(Object.fromEntries(addressParams(search))).toEqual(params)
})
