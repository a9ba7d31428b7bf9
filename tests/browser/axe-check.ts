import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Runs axe wide in the dark and narrow in the light; the viewport stays narrow afterwards. */
export async function expectNoViolations(page: Page) {
  for (const [colorScheme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    // Without frames of other origins, one call in the page is enough; otherwise each takes a second page.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
    expect(found, `${colorScheme}, ${width} px`).toEqual([])
  }
}
