import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// React makes one for each element, for a debugger that nobody has attached: a tenth of the time of page tests.
Reflect.deleteProperty(console, 'createTask')

/** Only tests with `@vitest-environment jsdom` have a window. The others need not load what it needs. */
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
