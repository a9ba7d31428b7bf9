import { expect, test } from 'vitest'
import { checkLocalNetwork } from './check-service.ts'

const check = (site: string, service: string) =>
  checkLocalNetwork(new URL(site), 'Staging', new URL(`${service}/v1/pets?limit=1`))

test.each([
  ['https://8.8.8.8', 'https://192.168.1.5'],
  ['https://8.8.8.8', 'https://[fd00::1]'],
  ['https://192.168.1.4', 'http://localhost:4010'],
])('From %s, browsers ask each user before they reach %s', async (site, service) => {
  expect(await check(site, service)).toEqual({
    verdict: 'unknown',
    check: 'Staging: browsers let pages of this site reach the service',
    messages: [expect.stringMatching(/Local network access.*--proxy/)],
  })
})

test.each([
  ['https://192.168.1.4', 'https://10.0.0.5'],
  ['https://192.168.1.4', 'https://8.8.8.8'],
  ['http://127.0.0.1', 'http://localhost:4010'],
])('From %s, browsers reach %s without asking', async (site, service) => {
  expect(await check(site, service)).toBe(false)
})
