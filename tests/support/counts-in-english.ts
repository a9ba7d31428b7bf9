import { vi } from 'vitest'

/**
 * For tests that look for texts with counts: "1,204" in every locale that the tests run in. Import it before the modules
 * that write counts. How other locales write them is tested where it is decided (src/lib/format-number.test.ts) and in
 * the browser (tests/browser/start.spec.ts).
 */
vi.mock(import('#src/lib/format-number.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return { ...original, formatNumber: original.createNumberFormat('en') }
})
