import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * What Playwright cannot do in an unmodified Firefox.
 */

/** A folder for each worker, which runs one test at a time. */
export const DOWNLOADS = fileURLToPath(
  new URL(`../../test-results/firefox-downloads/${process.env['TEST_PARALLEL_INDEX'] ?? 0}`, import.meta.url),
)

/** Firefox ESR saves files without an event that Playwright knows. */
export async function downloadByFirefox(
  start: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  await rm(DOWNLOADS, { recursive: true, force: true })
  await mkdir(DOWNLOADS, { recursive: true })
  await start()
  const finished = async () => (await readdir(DOWNLOADS)).filter((file) => !file.endsWith('.part'))
  await expect.poll(async () => (await finished()).length).toBe(1)
  const [name = ''] = await finished()
  return { name, bytes: await readFile(join(DOWNLOADS, name)) }
}

/**
 * Playwright's `fill` sets `value` from a script, which React takes for its own change, and appends to number fields. This
 * one selects the text and has the browser insert the new one, as an input method does.
 */
export function fillAsTyped(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  if (locators.fill === fill) return
  locators.fill = fill
  const click = Object.getOwnPropertyDescriptor(locators, 'click')?.value as Locator['click']
  let isOdd = false
  /** Clicks of tests follow each other faster than a person's: in the same place, the app takes two for a double click. */
  locators.click = async function clickElsewhere(this: Locator, options) {
    isOdd = !isOdd
    const box = isOdd && options?.position === undefined ? await this.boundingBox() : null
    const position = box && { x: box.width / 2 + Math.min(10, box.width / 2 - 2), y: box.height / 2 }
    await click.call(this, { ...options, ...(position && { position }) })
  }
}

async function fill(this: Locator, text: string): Promise<void> {
  await this.click({ trial: true })
  await this.focus()
  await this.selectText()
  await this.evaluate((element, inserted) => {
    // Deprecated, but no other call makes the browser itself insert text.
    // oxlint-disable-next-line typescript/no-deprecated
    element.ownerDocument.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted)
  }, text)
}

export async function isFirefox(page: Page): Promise<boolean> {
  return page.evaluate(() => navigator.userAgent.includes('Firefox'))
}
