import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { expect } from '@playwright/test'

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** Writes a value as it stands in a script. */
const write = (text: string | RegExp) => (typeof text === 'string' ? JSON.stringify(text) : String(text))

/**
 * A place on the page, which is looked up anew for each use. It has the methods of a Playwright
 * locator that these tests need.
 */
export class Place {
  readonly driver: WebDriver
  /** A JavaScript expression for the elements, which is run in the page. */
  readonly #elements: string

  constructor(driver: WebDriver, elements = '[document.documentElement]') {
    this.driver = driver
    this.#elements = elements
  }

  getByRole(role: string, { name }: { name?: string | RegExp } = {}): Place {
    return this.#within(
      `queryAllByRole(place, '${role}', ${name === undefined ? '{}' : `{ name: ${write(name)} }`})`,
    )
  }

  getByLabel(text: string): Place {
    return this.#within(`queryAllByLabelText(place, ${write(text)})`)
  }

  getByText(text: string | RegExp): Place {
    return this.#within(`smallestWith(place, ${write(text)})`)
  }

  locator(selector: string): Place {
    return this.#within(`place.querySelectorAll(${write(selector)})`)
  }

  #within(query: string): Place {
    return new Place(this.driver, `${this.#elements}.flatMap((place) => [...${query}])`)
  }

  /**
   * Returns the value of this expression for each visible `element`. It is one script, because
   * React may replace the elements at any time.
   */
  async #evaluate<T>(expression: string): Promise<T[]> {
    const script = `${HELPERS}; return [...new Set(${this.#elements})].filter(isShown).map((element) => ${expression})`
    const run = () => this.driver.executeScript<T[] | null>(script)
    const values = await run()
    if (values !== null) return values
    await this.driver.executeScript(library)
    return (await run()) ?? []
  }

  /** Waits until this expression has these values for the elements. */
  async #expectAll(expression: string, values: readonly unknown[]): Promise<void> {
    const message = `${expression} of ${this.#elements}`
    await expect.poll(() => this.#evaluate(expression), { message }).toEqual(values)
  }

  /** Waits for exactly one element. */
  async one(): Promise<WebElement> {
    await this.expectVisible()
    const [element] = await this.#evaluate<WebElement>('element')
    if (element === undefined) throw new Error(`${this.#elements} is gone.`)
    return element
  }

  async click(): Promise<void> {
    // React may replace the element, and a page that moves makes it unreachable for a moment.
    await expect(async () => {
      const element = await this.one()
      await this.driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
      await element.click()
    }).toPass({ timeout: 20_000 })
  }

  /** Replaces the text of a field by typing. */
  async fill(text: string): Promise<void> {
    await this.click()
    const field = await this.one()
    // These are two calls, because in one call WebKitWebDriver would take Control as held for the
    // text as well.
    await field.sendKeys(Key.chord(Key.CONTROL, 'a'))
    await field.sendKeys(text === '' ? Key.DELETE : text)
  }

  async expectCount(count: number): Promise<void> {
    await this.#expectAll(
      'true',
      Array.from({ length: count }, () => true),
    )
  }

  async expectVisible(): Promise<void> {
    await this.expectCount(1)
  }

  /** Waits until the rendered elements have these texts. */
  async expectText(...texts: readonly (string | RegExp)[]): Promise<void> {
    const expected = texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
    await this.#expectAll('element.innerText.trim()', expected)
  }

  async expectProperty(name: string, value: unknown): Promise<void> {
    await this.#expectAll(`element.${name}`, [value])
  }

  async expectFocused(): Promise<void> {
    await this.#expectAll('element === document.activeElement', [true])
  }
}

/**
 * The beginning of each script in the page. It returns null as long as Testing Library is not
 * there.
 */
const HELPERS = `
  const { queryAllByRole, queryAllByLabelText } = window.TestingLibraryDom ?? {}
  if (queryAllByRole === undefined) return null
  // Testing Library takes what is outside of a modal dialog for accessible, and text of hidden
  // elements for shown.
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
  const matches = (element, text) => {
    const shown = element.textContent.replaceAll(/\\s+/g, ' ').trim()
    return typeof text === 'string' ? shown === text : text.test(shown)
  }
  const smallestWith = (place, text) =>
    [place, ...place.querySelectorAll('*')].filter(
      (element) => matches(element, text) && ![...element.children].some((child) => matches(child, text)),
    )
`
