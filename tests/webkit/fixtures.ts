import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { WebDriver } from 'selenium-webdriver'
import { KEY, test as services } from '#tests/browser/services.ts'
import { Place } from './screen.ts'
import { CONSOLE, type Options, startWebKitDriver, type WebKitDriver } from './webdriver.ts'

export { expect } from '@playwright/test'
export { Key } from 'selenium-webdriver'
export { KEY } from '#tests/browser/services.ts'

/** A WebKit window, with methods named like those of a Playwright page. */
export class WebKitPage extends Place {
  /** The folder of its storage. Its subfolder `downloads` has what was downloaded. */
  readonly profile: string
  readonly #origin: string

  constructor(driver: WebDriver, origin: string, profile: string) {
    super(driver)
    this.profile = profile
    this.#origin = origin
  }

  async goto(path: string): Promise<void> {
    await this.driver.get(new URL(path, this.#origin).href)
  }

  async reload(): Promise<void> {
    await this.driver.navigate().refresh()
  }

  async goBack(): Promise<void> {
    await this.driver.navigate().back()
  }

  async evaluate<T>(script: string, ...values: unknown[]): Promise<T> {
    return this.driver.executeScript<T>(`return ${script}`, ...values)
  }

  /** Sends keys to the element that has the focus. */
  async keys(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform()
  }

  heading(): Place {
    return this.locator('body:not(:has([data-prerendered])) h1')
  }

  /** Returns the names in the table "Pets" as the app shows it, not the prerendered page. */
  names(): Place {
    return this.locator('#root').getByRole('table', { name: 'Pets' }).getByRole('link')
  }

  button(name: string | RegExp): Place {
    return this.getByRole('button', { name })
  }

  async signIn(path = '/staging/pets', { keepSignedIn = false } = {}): Promise<void> {
    await this.goto(path)
    await this.getByLabel('API key').fill(KEY)
    if (keepSignedIn) await this.getByLabel('Keep me signed in on this device').click()
    await this.button('Sign in').click()
    await this.button('Sign out').expectVisible()
  }
}

/**
 * Matches errors of the app and violations of its policy, but not what the browser says about
 * requests.
 */
const PROBLEM = /CONSOLE (JS |SECURITY |STORAGE |RENDERING )?ERROR (?!Fetch API cannot load )/

type Fixtures = {
  /** Opens another browser. With the profile of an earlier one, it has its storage. */
  openBrowser: (options?: Partial<Options>) => Promise<WebKitPage>
  webkit: WebKitPage
  /** Says that the test provokes errors of the app, which it may log to the console. */
  expectsErrors: boolean
}

export const test = services.extend<Fixtures, { driver: WebKitDriver }>({
  driver: [
    // Playwright parses the destructuring pattern to find a fixture's dependencies; this one has
    // none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const driver = await startWebKitDriver()
      await provide(driver)
      driver.close()
    },
    { scope: 'worker' },
  ],
  expectsErrors: [false, { option: true }],
  openBrowser: async ({ driver, site, expectsErrors }, provide, testInfo) => {
    const profiles = new Set<string>()
    let browser: WebDriver | undefined
    const lines: string[] = []
    await provide(async (options = {}) => {
      await browser?.quit().catch(() => undefined)
      const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'petstore-admin-webkit-')))
      await mkdir(join(profile, 'downloads'), { recursive: true })
      profiles.add(profile)
      browser = await driver.open({ ...options, profile })
      return new WebKitPage(browser, site.origin, profile)
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      const image = await browser?.takeScreenshot().catch(() => undefined)
      if (image !== undefined) await writeFile(testInfo.outputPath('screenshot.png'), image, 'base64')
    }
    await browser?.quit().catch(() => undefined)
    for (const profile of profiles) {
      // The browser may still write after it has quit.
      driver.kill(profile)
      // A window that did not open has written nothing.
      lines.push(...(await readFile(join(profile, CONSOLE), 'utf8').catch(() => '')).split('\n'))
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
    expect(lines.filter((line) => line.includes('canary'))).toEqual([])
    if (!expectsErrors) expect(lines.filter((line) => PROBLEM.test(line))).toEqual([])
  },
  webkit: async ({ openBrowser }, provide) => provide(await openBrowser()),
})
