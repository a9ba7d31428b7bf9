import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** In both colour schemes, wide and narrow. */
export async function expectNoViolations(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const axe = new AxeBuilder({ page })
      // In the dark nothing changes but the colours.
      if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
      expect(found, `${colorScheme}, ${width} px`).toEqual([])
    }
  }
}
