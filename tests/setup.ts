import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// React calls this for each element, for a debugger that nobody has attached, which takes a tenth
// of the time of page tests.
Reflect.deleteProperty(console, 'createTask')

/**
 * The setup of jsdom. Only tests with `@vitest-environment jsdom` have a window, and the others
 * need not load it.
 */
const dom = typeof window === 'undefined' ? undefined : await import('./setup-dom.ts')

let consoleError: MockInstance<typeof console.error>

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(async () => {
  await dom?.cleanUp()
  // A console error of React or of the app fails the test.
  expect(consoleError.mock.calls).toEqual([])
})
