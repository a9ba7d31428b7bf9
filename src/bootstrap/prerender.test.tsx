import { expect, test } from 'vitest'
import { unpairedTags } from '#tests/support/unpaired-tags.ts'
import { prerender } from './prerender.tsx'

test('The build renders both templates, without anything that depends on the machine of the build', () => {
  const { loading, loaded } = prerender()
  expect(prerender()).toEqual({ loading, loaded })
  expect(loading).toMatch(/^<a href="#main"/)
  // React hydrates what is in a Suspense last.
  expect(loading + loaded).not.toContain('<!--$')
  expect(loading).toContain('__service__')
  expect(loaded).toMatch(/^<div data-slot="status-line"/)
  expect(loaded.match(/<tr /g)).toHaveLength(1 + 1)
  expect([...unpairedTags(loading), ...unpairedTags(loaded)]).toEqual([])
  expect(loading + loaded).not.toMatch(/<title|\d{4}-\d{2}-\d{2}/)
  // Counts are written in the language of the reader, and not in that of the machine which builds
  // the app.
  expect(loading + loaded).not.toMatch(/First|All \d/)
})
