import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { expect } from '@playwright/test'

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

type Query =
  | { readonly by: 'role'; readonly role: string; readonly name?: string | RegExp; readonly level?: number }
  | { readonly by: 'label' | 'text'; readonly text: string | RegExp }
  | { readonly by: 'css'; readonly selector: string }

type Options = { readonly name?: string | RegExp; readonly level?: number }

/** A place on the page, looked up anew for each use, with the methods of a Playwright locator that these tests need. */
export class Place {
  readonly #driver: WebDriver
  readonly #queries: readonly Query[]

  constructor(driver: WebDriver, queries: readonly Query[]) {
    this.#driver = driver
    this.#queries = queries
  }

  getByRole(role: string, options: Options = {}): Place {
    return this.#within({ by: 'role', role, ...options })
  }

  getByLabel(text: string | RegExp): Place {
    return this.#within({ by: 'label', text })
  }

  getByText(text: string | RegExp): Place {
    return this.#within({ by: 'text', text })
  }

  locator(selector: string): Place {
    return this.#within({ by: 'css', selector })
  }

  #within(query: Query): Place {
    return new Place(this.#driver, [...this.#queries, query])
  }

  /** The visible elements here, none if there are none yet. */
  async all(): Promise<WebElement[]> {
    return this.#evaluate<WebElement>('element')
  }

  /** The texts as rendered. */
  async texts(): Promise<string[]> {
    return this.#evaluate<string>('element.innerText.trim()')
  }

  /** The value of this expression for each `element`; in one script, because React may replace them at any time. */
  async #evaluate<T>(expression: string): Promise<T[]> {
    const queries = this.#queries.map((query) => ({ ...query, ...serialized(query) }))
    const script = `${findAll}; return found.map((element) => ${expression})`
    const run = () => this.#driver.executeScript<T[] | null>(script, queries)
    const values = await run()
    if (values !== null) return values
    await this.#driver.executeScript(library)
    return (await run()) ?? []
  }

  /** Waits for exactly one element. */
  async one(): Promise<WebElement> {
    await this.expectCount(1)
    const [element] = await this.all()
    if (element === undefined) throw new Error(`${this.toString()} is gone.`)
    return element
  }

  async click(): Promise<void> {
    // React may replace the element, and a page that moves makes it unreachable for a moment.
    await expect(async () => {
      const element = await this.one()
      await this.#driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
      await element.click()
    }).toPass({ timeout: 20_000 })
  }

  /** Replaces the text of a field by typing. */
  async fill(text: string): Promise<void> {
    const field = await this.one()
    await field.click()
    // In one call WebKitWebDriver would take Control as held for the text as well.
    await field.sendKeys(Key.chord(Key.CONTROL, 'a'))
    await field.sendKeys(text === '' ? Key.DELETE : text)
  }

  async press(...keys: string[]): Promise<void> {
    await (await this.one()).sendKeys(...keys)
  }

  async expectCount(count: number): Promise<void> {
    await expect.poll(async () => (await this.all()).length, { message: this.toString() }).toBe(count)
  }

  async expectVisible(): Promise<void> {
    await this.expectCount(1)
  }

  async expectText(text: string | RegExp): Promise<void> {
    await this.expectTexts([text])
  }

  async expectTexts(texts: readonly (string | RegExp)[]): Promise<void> {
    await expect
      .poll(async () => this.texts(), { message: this.toString() })
      .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
  }

  async expectProperty(name: string, value: unknown): Promise<void> {
    const read = () => this.#evaluate(`element.${name}`)
    await expect.poll(read, { message: `${name} of ${this.toString()}` }).toEqual([value])
  }

  async expectFocused(): Promise<void> {
    const read = () => this.#evaluate('element === document.activeElement')
    await expect.poll(read, { message: `focus on ${this.toString()}` }).toEqual([true])
  }

  toString(): string {
    return this.#queries
      .map((query) =>
        Object.values({ ...query })
          .map(String)
          .join(' '),
      )
      .join(' > ')
  }
}

const write = (text: string | RegExp) =>
  typeof text === 'string' ? text : { source: text.source, flags: text.flags }

/** Regular expressions do not survive the way into the browser. */
function serialized(query: Query) {
  if (query.by === 'role') return query.name === undefined ? {} : { name: write(query.name) }
  return query.by === 'css' ? {} : { text: write(query.text) }
}

/** Runs in the page. Returns null as long as Testing Library is not there. */
const findAll = `
  const { queryAllByRole, queryAllByLabelText } = window.TestingLibraryDom ?? {}
  if (queryAllByRole === undefined) return null
  const read = (text) => typeof text === 'object' ? new RegExp(text.source, text.flags) : text
  // Testing Library takes what is outside of a modal dialog for accessible, and text of hidden elements for shown.
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
  const matches = (element, text) => {
    const shown = element.textContent.replaceAll(/\\s+/g, ' ').trim()
    return typeof text === 'string' ? shown === text : text.test(shown)
  }
  const smallestWith = (place, text) =>
    [place, ...place.querySelectorAll('*')].filter(
      (element) => matches(element, text) && ![...element.children].some((child) => matches(child, text)),
    )
  let places = [document.documentElement]
  for (const query of arguments[0]) {
    places = places.flatMap((place) => {
      if (query.by === 'css') return [...place.querySelectorAll(query.selector)]
      if (query.by === 'label') return queryAllByLabelText(place, read(query.text))
      if (query.by === 'text') return smallestWith(place, read(query.text))
      const options = query.level === undefined ? {} : { level: query.level }
      if (query.name !== undefined) options.name = read(query.name)
      return queryAllByRole(place, query.role, options)
    })
  }
  const found = [...new Set(places)].filter(isShown)
`
