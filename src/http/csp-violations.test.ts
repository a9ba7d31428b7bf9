// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { isBlockedByCsp } from './csp-violations.ts'

function report(effectiveDirective: string, blockedURI: string) {
  const event = Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI })
  document.dispatchEvent(event)
}

test('A request is blocked when its origin was blocked, which the browser may report a moment later', async () => {
  const answer = isBlockedByCsp('https://blocked.example.com/v1')
  report('connect-src', 'https://blocked.example.com/v1/pets?limit=20')
  expect(await answer).toBe(true)
  expect(await isBlockedByCsp('https://api.example.com/v1')).toBe(false)
})

test('Other violations say nothing about requests', async () => {
  report('img-src', 'https://images.example.com/rex.png')
  report('connect-src', 'inline')
  expect(await isBlockedByCsp('https://images.example.com/v1')).toBe(false)
  expect(await isBlockedByCsp('/v1')).toBe(false)
})
