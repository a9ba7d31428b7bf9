import { expect, test } from 'vitest'
import { type AddressSpace, addressSpaceOf, isMorePrivate } from './address-space.ts'

test.each<[AddressSpace, readonly string[]]>([
  [
    'loopback',
    ['http://localhost', 'http://a.localhost', 'http://127.0.0.1', 'http://127.9.9.9', 'http://[::1]'],
  ],
  [
    'local',
    [
      'http://10.0.0.1',
      'http://172.16.0.1',
      'http://172.31.255.255',
      'http://192.168.1.1',
      'http://169.254.1.1',
      'http://[fd00::1]',
      'http://[fc00::1]',
      'http://[fe80::1]',
      'http://petstore.local',
    ],
  ],
  [
    'unknown',
    [
      'http://172.32.0.1',
      'http://11.0.0.1',
      'http://192.169.0.1',
      'http://8.8.8.8',
      'http://[2001:db8::1]',
      'http://petstore.example',
      'http://10.example',
      'http://fd00.example',
      'http://localhost.example',
    ],
  ],
])('All %s addresses are recognised', (space, urls) => {
  for (const url of urls) expect([url, addressSpaceOf(new URL(url).hostname)]).toEqual([url, space])
})

test('Spaces are ordered from the internet to this machine', () => {
  expect(isMorePrivate('local', 'unknown')).toBe(true)
  expect(isMorePrivate('loopback', 'local')).toBe(true)
  expect(isMorePrivate('local', 'local')).toBe(false)
  expect(isMorePrivate('unknown', 'local')).toBe(false)
})
