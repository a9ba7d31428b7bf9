import { vi } from 'vitest'

/**
 * Writes counts as "1,204" in every locale that the tests run in, for tests that look for texts
 * with counts. Import it before the modules that write counts.
 *
 * Other tests cover the other locales: src/lib/format-number.test.ts, and in the browser
 * tests/browser/start.spec.ts.
 */
vi.mock(import('#src/lib/format-number.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return { ...original, formatNumber: original.createNumberFormat('en') }
})
