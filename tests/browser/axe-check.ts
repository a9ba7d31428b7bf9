import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Only colours differ in dark mode, so only the colour rules run there. */
const VARIANTS = [
  { colorScheme: 'dark', width: 1280, rules: ['color-contrast', 'link-in-text-block'] },
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'light', width: 390 },
] as const

/** Runs axe in dark mode, wide and narrow; the viewport stays narrow afterwards. */
export async function expectNoViolations(page: Page) {
  for (const { colorScheme, width, ...rest } of VARIANTS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    // Without frames of other origins, one call in the page is enough; otherwise each takes a second page.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if ('rules' in rest) axe.withRules([...rest.rules])
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
    expect(found, `${colorScheme}, ${width} px`).toEqual([])
  }
}
