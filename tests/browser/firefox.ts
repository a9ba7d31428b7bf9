import type { Locator, Page } from '@playwright/test'

/** This module does what Playwright cannot do in an unmodified Firefox. */

/**
 * Makes `fill` select the text and has the browser insert the new one, as an input method does.
 * Playwright's own `fill` sets `value` from a script, which React takes for its own change, and
 * appends to number fields.
 */
export function fillAsTyped(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  if (locators.fill === fill) return
  locators.fill = fill
  const click = Object.getOwnPropertyDescriptor(locators, 'click')?.value as Locator['click']
  let isOdd = false
  /**
   * Every other click is at another place. Clicks of tests follow each other faster than a
   * person's, and the app takes two in the same place for a double click.
   */
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
    // The command is deprecated, but no other call makes the browser itself insert text.
    // oxlint-disable-next-line typescript/no-deprecated
    element.ownerDocument.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted)
  }, text)
}
