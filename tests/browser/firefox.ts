import type { Locator, Page } from '@playwright/test'

/**
 * What Playwright cannot do in an unmodified Firefox.
 */

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
