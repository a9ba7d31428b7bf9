import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { alerts, expect, heading, KEY, namesOf, navLink, petForm, signIn, test } from './fixtures.ts'
import { DIST, type StaticSite } from './static-site.ts'

const main = (page: Page) => page.getByRole('main')
const MISSING = 'Part of the app did not load'
const REMEMBERS =
  'Firefox 153 remembers that a module failed until the page is reloaded, and is not told that it is online.'

/** Counts page loads. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

type Failure = (site: StaticSite, chunk: RegExp) => void

/** Responds to requests for the chunk in this way. */
const responds =
  (respond: (outgoing: ServerResponse, url: string) => void): Failure =>
  (site, chunk) =>
    site.interceptAssets((url, outgoing) => {
      if (!chunk.test(url)) return undefined
      respond(outgoing, url)
      return 'answered'
    })

/** As when offline. */
const breakConnection = responds((outgoing) => outgoing.req.socket.destroy())

const FAILURES: readonly [what: string, inject: Failure][] = [
  ['is gone', (site, chunk) => site.removeAssets(chunk)],
  ['answers 500', responds((outgoing) => outgoing.writeHead(500).end())],
  [
    'is index.html instead of a script',
    responds((outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Petstore</title>'),
    ),
  ],
  [
    'was modified',
    responds((outgoing, url) => {
      const code = readFileSync(join(DIST, url), 'utf8')
      const type = url.endsWith('.css') ? 'text/css' : 'text/javascript'
      outgoing.writeHead(200, { 'content-type': type }).end(`window.__modified = true;\n${code}`)
    }),
  ],
]

/** The first of them in every way; what the app does about a chunk is the same code for all. */
const CHUNKS: readonly [chunk: RegExp, open: (page: Page) => Promise<unknown>, name: string][] = [
  [/PetCreatePage.*js$/, (page) => navLink(page, 'Add pet').click(), 'the page to add a pet'],
  [/PetImportPage.*js$/, (page) => navLink(page, 'Import').click(), 'the import'],
  [/PetDetailPage.*js$/, (page) => page.getByRole('link', { name: 'Rex' }).click(), 'the page of a pet'],
  [
    /PetCreatePage.*css$/,
    (page) => navLink(page, 'Add pet').click(),
    'the style sheet of the page to add a pet',
  ],
]

for (const [what, inject] of FAILURES) {
  test(`when a lazy chunk ${what}, the page says so, does not reload by itself, and the rest of the app works`, async ({
    page,
    petstore,
    site,
    browserName,
  }) => {
    petstore.db.create({ name: 'Rex' })
    // Without this, the browser would take chunks of an earlier step from its cache.
    site.headers = { 'cache-control': 'no-store' }
    await signIn(page)
    const loads = countLoads(page)
    for (const [chunk, open, name] of what === 'is gone' ? CHUNKS : CHUNKS.slice(0, 1)) {
      // Firefox keeps style sheets of earlier pages, whatever their headers say.
      if (browserName === 'firefox' && chunk.source.endsWith('css$')) continue
      await test.step(name, async () => {
        // Load the page with the fault in place, so that the app cannot preload the chunk.
        inject(site, chunk)
        await page.goto('/staging/pets')
        await expect(namesOf(page)).toHaveText(['Rex'])
        const before = loads()
        await open(page)
        await expect(alerts(page)).toContainText(MISSING)
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
        expect(await page.evaluate(() => '__modified' in window)).toBe(false)
        expect(loads()).toBe(before)

        await navLink(page, 'Pets').click()
        await expect(namesOf(page)).toHaveText(['Rex'])
        await open(page)
        await expect(alerts(page)).toContainText(MISSING)
        site.removeAssets(/^$/)
        site.interceptAssets(() => undefined)
        await page.getByRole('button', { name: 'Reload' }).click()
        await expect(alerts(page)).toHaveCount(0)
        await expect(heading(page)).toHaveText(/Add a pet|Add many pets|Rex/)
        expect(loads()).toBe(before + 1)
      })
    }
  })
}

for (const [index, [chunk, open, name]] of CHUNKS.entries()) {
  for (const isByItself of [true, false]) {
    // The others differ in nothing but their names.
    if (index > 0 && index < CHUNKS.length - 1) continue
    test(`${name} that could not be loaded offline loads ${isByItself ? 'automatically once online' : 'on "Try again"'}, without a page reload`, async ({
      page,
      petstore,
      site,
      context,
      browserName,
    }) => {
      test.skip(browserName === 'firefox' && (isByItself || chunk.source.endsWith('js$')), REMEMBERS)
      petstore.db.create({ name: 'Rex' })
      breakConnection(site, chunk)
      await signIn(page)
      await expect(namesOf(page)).toHaveText(['Rex'])
      const loads = countLoads(page)
      if (isByItself) await context.setOffline(true)
      await open(page)
      await expect(alerts(page)).toContainText(MISSING)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(alerts(page)).toContainText(MISSING)
      site.interceptAssets(() => undefined)
      if (isByItself) await context.setOffline(false)
      else await page.getByRole('button', { name: 'Try again' }).click()
      await expect(alerts(page)).toHaveCount(0)
      await expect(heading(page)).toHaveText(/Add a pet|Add many pets|Rex/)
      expect(loads()).toBe(0)
      await expect.poll(() => hasStyles(page, chunk)).toBe(true)
    })
  }
}

test.describe('scripts of the first page', () => {
  test.use({ expectsErrors: true })

  test('one with another content, cached for a year, is asked for again by a reload', async ({
    page,
    site,
    browserName,
  }) => {
    const headers = {
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=31536000, immutable',
    }
    site.interceptAssets((url, outgoing) => {
      if (!/index-.*js$/.test(url)) return undefined
      outgoing.writeHead(200, headers).end('window.__modified = true')
      return 'answered'
    })
    const isLong = page.getByText('This is taking longer than usual.')
    await page.goto('/staging/pets')
    await expect(isLong).toBeVisible()
    expect(await page.evaluate(() => '__modified' in window)).toBe(false)
    site.interceptAssets(() => undefined)
    await page.reload()
    // Firefox takes it from its cache once more, and asks for it again only then.
    if (browserName === 'firefox') {
      await expect(isLong).toBeVisible()
      await page.reload()
    }
    await expect(heading(page)).toHaveText('Sign in')
  })
})

/** Whether the style sheet beside this chunk is loaded. Those that are loaded ahead may not be. */
const hasStyles = (page: Page, chunk: RegExp) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some(
        ({ href, sheet }) => href.includes(name) && sheet !== null,
      ),
    chunk.source.replace(/\W.*/, ''),
  )

test('a sign-in view that cannot be loaded says so', async ({ page, site }) => {
  site.removeAssets(/\/SignIn-.*js$|\/SignIn\..*js$/)
  await page.goto('/staging/pets')
  await expect(alerts(page)).toContainText(MISSING)
  site.removeAssets(/^$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toHaveText('Sign in')
})

test('typed text survives a chunk that cannot be loaded', async ({ page, site }) => {
  await signIn(page, '/staging/pets/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
  site.removeAssets(/PetImportPage/)
  await navLink(page, 'Import').click()
  await expect(alerts(page)).toContainText(MISSING)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(alerts(page)).toContainText(MISSING)
  await navLink(page, 'Add pet').click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
})

/** Browser functions that can be made to throw: code of the app that calls them then fails. */
type Fault = 'dates' | 'numbers' | 'trim' | 'scroll' | 'history' | 'everything'

function breakBrowser(page: Page) {
  return page.addInitScript(() => {
    const broken = new Set<string>()
    Object.assign(window, { broken })
    const fail = (fault: string) => {
      if (broken.has(fault)) throw new Error(`broken on purpose: ${fault}, key [${sessionStorage.length}]`)
    }
    const getter = (target: object, name: string, fault: string) => {
      const original = Object.getOwnPropertyDescriptor(target, name)
      Object.defineProperty(target, name, {
        configurable: true,
        get(this: object) {
          fail(fault)
          return original?.get === undefined
            ? (original?.value as unknown)
            : (original.get.call(this) as unknown)
        },
      })
    }
    getter(Intl.DateTimeFormat.prototype, 'format', 'dates')
    getter(Intl.NumberFormat.prototype, 'format', 'numbers')
    getter(String.prototype, 'trim', 'trim')
    getter(window, 'scrollTo', 'scroll')
    // As Safari does after 100 calls within 30 seconds.
    getter(History.prototype, 'replaceState', 'history')
  })
}

const setBroken = (page: Page, fault: Fault, isBroken: boolean) =>
  page.evaluate(
    ([name, add]) => {
      const { broken } = window as unknown as { broken: Set<string> }
      if (add) broken.add(name)
      else broken.delete(name)
    },
    [fault, isBroken] as const,
  )

test.describe('uncaught errors of the app', () => {
  // The app logs errors that it did not foresee to the console.
  test.use({ expectsErrors: true })

  test.beforeEach(async ({ page, petstore }) => {
    await breakBrowser(page)
    petstore.db.create({ name: 'Rex' })
    await signIn(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  const WRONG = 'Something went wrong'

  for (const [name, fault, open, text] of [
    ['the list', 'dates', (page: Page) => page.getByRole('radio', { name: 'Sold' }).click(), /Pets|No sold/],
    ['one pet', 'dates', (page: Page) => page.getByRole('link', { name: 'Rex' }).click(), /Rex/],
    ['the page to add a pet', 'trim', (page: Page) => navLink(page, 'Add pet').click(), /Add a pet/],
  ] as const) {
    test(`a page that fails to render says so, offers details to copy, and recovers: ${name}`, async ({
      page,
      context,
      site,
      browserName,
    }) => {
      test.skip(browserName === 'firefox', 'No permission lets a script of Firefox read the clipboard.')
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      // The policy of a deployment does not let the page read the clipboard.
      site.headers = { 'permissions-policy': 'clipboard-read=(self)' }
      await page.reload()
      await expect(namesOf(page)).toHaveText(['Rex'])
      await setBroken(page, fault, true)
      await open(page)
      await expect(alerts(page)).toContainText(WRONG)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await page.getByText('Details').click()
      await expect(alerts(page)).toContainText(`broken on purpose: ${fault}`)
      await page.getByRole('button', { name: 'Copy the details' }).click()
      await expect(page.getByRole('button', { name: 'Copied the details' })).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain('broken on purpose')
      expect(copied).toContain('Page: /staging/pets')
      expect(copied).not.toContain(KEY)

      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(alerts(page)).toContainText(WRONG)
      await setBroken(page, fault, false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(main(page)).toContainText(text)
      await expect(alerts(page)).toHaveCount(0)
    })
  }

  test('an effect outside the pages that throws replaces the page, but not the way to retry', async ({
    page,
  }) => {
    await setBroken(page, 'scroll', true)
    await navLink(page, 'Add pet').click()
    await expect(alerts(page)).toContainText(WRONG)
    await setBroken(page, 'scroll', false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Add a pet')
  })

  test('an error in an event handler is reported, and typed text stays', async ({ page }) => {
    await setBroken(page, 'history', true)
    await page.getByRole('searchbox').fill('Re')
    await expect(alerts(page)).toContainText('your last action may not have worked')
    await page.getByText('Details').click()
    await expect(alerts(page)).toContainText('broken on purpose: history')
    await setBroken(page, 'history', false)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alerts(page)).toHaveCount(0)
    await page.getByRole('searchbox').fill('Rex')
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('an unhandled promise rejection is reported', async ({ page }) => {
    await page.evaluate(() => void Promise.reject(new Error('broken on purpose')))
    await expect(alerts(page)).toContainText('your last action may not have worked')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alerts(page)).toHaveCount(0)
  })

  test('errors thrown by browser extensions are ignored', async ({ page }) => {
    await page.evaluate(() => {
      window.dispatchEvent(
        new ErrorEvent('error', { error: new Error('x'), filename: 'chrome-extension://abc/content.js' }),
      )
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(alerts(page)).toHaveCount(0)
  })

  test('when even the error page fails to render, a message and a button remain', async ({ page }) => {
    await page.evaluate(() => {
      // The error details include the user agent.
      Object.defineProperty(navigator, 'userAgent', {
        get() {
          throw new Error('broken on purpose')
        },
      })
    })
    await setBroken(page, 'dates', true)
    await page.getByRole('radio', { name: 'Sold' }).click()
    await expect(alerts(page)).toContainText('Petstore Admin stopped')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(heading(page)).toHaveText('Pets')
  })
})

/** Wraps every text node in elements, as the browser's translation does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('textarea, script, style') !== null) continue
      const wrapper = document.createElement('span')
      wrapper.append(document.createElement('span'))
      text.replaceWith(wrapper)
      wrapper.firstElementChild?.append(text.data)
    }
  })

test.describe('a page translated by the browser', () => {
  test('list, pet, form, import and dialogs keep working', async ({ page, petstore }) => {
    for (const name of ['Rex', 'Mochi']) petstore.db.create({ name, status: 'sold' })
    await page.goto('/staging/pets')
    await expect(heading(page)).toHaveText('Sign in')
    await translate(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('API key').fill(KEY)
    await page.getByRole('button', { name: 'Show key' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(namesOf(page)).toHaveCount(2)

    await translate(page)
    await page.getByRole('radio', { name: 'Available' }).check()
    await expect(namesOf(page)).toHaveCount(0)
    await translate(page)
    await page.getByRole('radio', { name: 'All' }).check()
    await expect(namesOf(page)).toHaveCount(2)
    await translate(page)
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await page.getByRole('searchbox').fill('mo')
    await expect(namesOf(page)).toHaveCount(1)
    petstore.respond({}, { status: 403, body: { code: 'no', message: 'Not now.', status: 403 } })
    await translate(page)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(alerts(page)).toContainText('Not now.')
    await translate(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alerts(page)).toHaveCount(0)

    await namesOf(page).first().click()
    await expect(page.getByRole('note')).toBeVisible()
    await translate(page)
    await page.getByRole('button', { name: /Copy ID/ }).click()
    await navLink(page, 'Add pet').click()
    await expect(heading(page)).toHaveText('Add a pet')
    await translate(page)
    await page.getByRole('button', { name: 'Add pet' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
    await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
    petstore.dropConnection({ method: 'POST' }, 'after')
    await page.getByRole('button', { name: 'Add pet' }).click()
    await translate(page)
    await expect(page.getByRole('button', { name: /^This is it/ })).toBeVisible()
    await translate(page)
    await page.getByRole('button', { name: /^This is it/ }).click()
    await expect(page.getByRole('list', { name: 'Just added' })).toContainText('Added (ID')

    await navLink(page, 'Import').click()
    await translate(page)
    await page.getByLabel('Or paste rows').fill('name,categoryId\nBello,1\n,2\nLuna,3')
    await expect(page.getByRole('table', { name: 'Rows' })).toBeVisible()
    await translate(page)
    await page.getByRole('button', { name: 'Add 2 pets' }).click()
    await expect(page.getByText(/\(checked/)).toBeVisible()
    await translate(page)
    await page.getByRole('button', { name: 'Import another file' }).click()
    await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await translate(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page)).toBeVisible()
    await expect(page.getByLabel('API key')).toBeVisible()
  })
})

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Find a pet' })

test.describe('while the code of "Find a pet" is missing', () => {
  test.use({ expectsErrors: true })

  test('what is typed by then is for the dialog, not for the form below: Enter sends nothing', async ({
    page,
    petstore,
    site,
  }) => {
    site.headers = { 'cache-control': 'no-store' }
    await signIn(page, '/staging/pets/new')
    const release = site.holdAssets(/FindPet/)
    await page.goto('/staging/pets/new')
    await petForm(page).category.fill('1')
    await petForm(page).name.fill('Fido')
    await page.keyboard.press('Control+k')
    await expect(findDialog(page)).toBeVisible()
    await page.keyboard.type('n rex')
    await page.keyboard.press('Enter')
    release()
    await expect(findDialog(page).getByRole('combobox')).toBeFocused()
    await expect(findDialog(page).getByRole('combobox')).toHaveValue('n rex')
    await page.keyboard.press('Escape')
    await expect(petForm(page).name).toHaveValue('Fido')
    await expect(petForm(page).name).toBeFocused()
    expect(petstore.posts()).toEqual([])
  })

  test('shortcuts, the help and signing in again still work', async ({ page, petstore, site }) => {
    site.headers = { 'cache-control': 'no-store' }
    await signIn(page)
    site.removeAssets(/FindPet.*js$/)
    await page.goto('/staging/pets')
    await expect(page.getByText('No pets in Staging yet')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(findDialog(page).getByRole('alert')).toBeInViewport()
    await expect(alerts(page)).toContainText('Part of the app did not load.')
    await page.keyboard.press('Escape')
    await expect(findDialog(page)).toHaveCount(0)
    petstore.key = 'another-key'
    await page.getByRole('button', { name: 'Refresh' }).click()
    const signInAgain = page.getByRole('dialog', { name: 'Sign in again' })
    await signInAgain.getByLabel('API key').fill('another-key')
    await page.keyboard.press('Enter')
    await expect(signInAgain).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await expect(heading(page)).toHaveText('Add a pet')
    await expect(alerts(page)).toHaveCount(0)
  })
})
