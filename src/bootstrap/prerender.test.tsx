import { expect, test } from 'vitest'
import { assertSlots, prerender } from './prerender.tsx'
import { SLOTS } from './slots.ts'

test('the build renders both templates, with every slot and nothing of the build itself', () => {
  const { loading, loaded } = prerender()
  expect(prerender()).toEqual({ loading, loaded })
  expect(loading).toMatch(/^<a href="#main"/)
  expect(loading).toContain('__service__')
  expect(loaded).toMatch(/^<div data-slot="status-line"/)
  expect(loaded.match(/<tr /g)).toHaveLength(1 + 1)
  expect(loading + loaded).not.toMatch(/<title|\d{4}-\d{2}-\d{2}/)
  // Counts are written as where they are read, and not as where the app is built.
  expect(loading + loaded).not.toMatch(/First|All \d/)
})

test.each(SLOTS.loaded)('a component that lost its slot "%s" fails the build', (name) => {
  const templates = prerender()
  const loaded = templates.loaded.replaceAll(`data-slot="${name}"`, '')
  expect(() => assertSlots({ ...templates, loaded })).toThrow(`data-slot="${name}"`)
})
