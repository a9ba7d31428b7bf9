import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/** Runs axe wide in the dark and narrow in the light. The viewport stays narrow afterwards. */
export async function expectNoViolations(page: Page) {
  // The script is read once for each document, because that takes longer than a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const [colorScheme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    // Transitions are off, so that colours are compared as they will be.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(async () => {
      const { violations } = await window.axe.run({ resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
    })
    expect(found, `${colorScheme}, ${width} px`).toEqual([])
  }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
