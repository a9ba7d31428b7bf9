import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CACHING } from '#deploy/headers.ts'
import {
  addPet,
  alerts,
  expect,
  finishAnimations,
  heading,
  justAdded,
  KEY,
  namesOf,
  navLink,
  openPage,
  petForm,
  signIn,
  test,
} from './fixtures.ts'
import { DIST } from './static-site.ts'

const MISSING = 'Part of the app did not load'

const sendScript = (outgoing: ServerResponse, code: string, headers = {}) =>
  outgoing.writeHead(200, { 'content-type': 'text/javascript', ...headers }).end(code)

const isModifiedRun = (page: Page) => page.evaluate(() => 'modified' in window)

test('when a lazy chunk is gone, HTML or modified, the page says so without a reload, and typed text and the rest of the app stay', async ({
  page,
  petstore,
  site,
}) => {
  petstore.db.create({ name: 'Rex' })
  let loads = 0
  page.on('load', () => (loads += 1))
  let respond: (outgoing: ServerResponse, url: string) => void
  site.interceptAssets((url, outgoing) => {
    if (!/PetCreatePage.*js$/.test(url)) return undefined
    respond(outgoing, url)
    return 'answered'
  })
  const failures: (typeof respond)[] = [
    (outgoing) => outgoing.writeHead(404).end(),
    (outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    (outgoing, url) =>
      sendScript(outgoing, `window.modified = true;\n${readFileSync(join(DIST, url), 'utf8')}`),
  ]
  for (const [index, failure] of failures.entries()) {
    respond = failure
    await (index === 0 ? signIn(page) : navLink(page, 'Pets').click())
    await page.getByRole('searchbox').fill('re')
    await navLink(page, 'Add pet').click()
    await expect(alerts(page)).toContainText(MISSING)
    expect(await isModifiedRun(page)).toBe(false)
    await page.goBack()
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(page.getByRole('searchbox')).toHaveValue('re')
    await navLink(page, 'Add pet').click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alerts(page)).toContainText(MISSING)
  }
  expect(loads).toBe(1)
  site.interceptAssets(() => undefined)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Add a pet')
  await expect(alerts(page)).toHaveCount(0)
})

/**
 * Makes these properties of the browser throw, and with them the code that uses them. The next call
 * replaces them with others.
 */
const setBroken = (page: Page, ...names: readonly ('format' | 'replaceState' | 'userAgent')[]) =>
  page.evaluate((broken) => {
    const shared = window as unknown as { repairs?: (() => void)[] }
    for (const repair of shared.repairs ?? []) repair()
    const { prototype: format } = Intl.DateTimeFormat
    const owners = { format, replaceState: History.prototype, userAgent: Navigator.prototype }
    shared.repairs = broken.map((name) => {
      const original = Object.getOwnPropertyDescriptor(owners[name], name) ?? {}
      const get = () => {
        throw new Error(`broken on purpose: ${name}`)
      }
      Object.defineProperty(owners[name], name, { configurable: true, get })
      return () => void Object.defineProperty(owners[name], name, original)
    })
  }, names)

test.describe('uncaught errors of the app', () => {
  // The app logs errors that it did not foresee to the console.
  test.use({ expectsErrors: true, isSignedIn: true })

  const WRONG = 'Something went wrong'

  test.beforeEach(async ({ page, petstore }) => {
    petstore.db.create({ name: 'Rex' })
    await openPage(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('a page that fails to render says so, offers details to copy, and recovers', async ({ page }) => {
    await setBroken(page, 'format')
    await page.getByRole('link', { name: 'Rex' }).click()
    await expect(alerts(page)).toContainText(WRONG)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByText('Details').click()
    await expect(alerts(page)).toContainText('broken on purpose: format')
    await expect(alerts(page)).toContainText('Page: /staging/pets')
    await expect(page.getByRole('button', { name: 'Copy the details' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alerts(page)).toContainText(WRONG)
    await setBroken(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Rex')
    await expect(alerts(page)).toHaveCount(0)
    // Even the error page fails, whose details include the user agent, but a message and a button
    // remain.
    await setBroken(page, 'format', 'userAgent')
    await page.goBack()
    await expect(alerts(page)).toContainText('Petstore Admin stopped')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(heading(page)).toHaveText('Pets')
  })

  test('errors of extensions and other scripts are not reported', async ({ page }) => {
    await page.evaluate(() => {
      const filename = 'chrome-extension://abc/content.js'
      window.dispatchEvent(new ErrorEvent('error', { error: new Error('x'), filename }))
    })
    const asExtension = (script: string) =>
      page.evaluate(`${script}\n//# sourceURL=chrome-extension://abc/content.js`)
    await asExtension('setTimeout(() => { throw new Error("thrown") })')
    await asExtension('void Promise.reject(new Error("of an extension"))')
    await asExtension('void Promise.reject("a text")')
    await asExtension('void Promise.reject({ code: 7 })')
    await asExtension('void Promise.reject()')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expect(alerts(page)).toHaveCount(0)
  })

  test('an error in a handler or a promise is reported, and typed text stays', async ({ page, site }) => {
    // Safari does this after 100 calls within 30 seconds.
    await setBroken(page, 'replaceState')
    await page.getByRole('searchbox').fill('Re')
    await expect(alerts(page)).toContainText('your last action may not have worked')
    await page.getByText('Details').click()
    await expect(alerts(page)).toContainText('broken on purpose: replaceState')
    await setBroken(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alerts(page)).toHaveCount(0)
    await page.getByRole('searchbox').fill('Rex')
    await expect(namesOf(page)).toHaveText(['Rex'])
    site.interceptAssets((url, outgoing) => {
      if (url !== '/assets/broken.js') return undefined
      sendScript(outgoing, 'void Promise.reject(new Error("broken on purpose"))')
      return 'answered'
    })
    await page.evaluate('import("/assets/broken.js")')
    await expect(alerts(page)).toContainText('your last action may not have worked')
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

test('the list, a pet, the form and an import work on a page that the browser translates', async ({
  page,
  petstore,
}) => {
  for (const name of ['Rex', 'Mochi']) petstore.db.create({ name, status: 'sold' })
  await page.goto('/staging/pets')
  await expect(heading(page)).toHaveText('Sign in')
  await translate(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(namesOf(page)).toHaveCount(2)
  const press = async (name: string | RegExp) => {
    await translate(page)
    await page.getByRole('button', { name }).click()
  }
  for (const [filter, count] of [
    ['Available', 0],
    ['All', 2],
  ] as const) {
    await translate(page)
    await page.getByRole('radio', { name: filter }).check()
    await expect(namesOf(page)).toHaveCount(count)
  }
  petstore.respond({}, { status: 403, body: { code: 'no', message: 'Not now.', status: 403 } })
  await press('Refresh')
  await expect(alerts(page)).toContainText('Not now.')
  await press('Try again')
  await expect(alerts(page)).toHaveCount(0)

  await namesOf(page).first().click()
  await expect(page.getByRole('note')).toBeVisible()
  await translate(page)
  await navLink(page, 'Add pet').click()
  await expect(heading(page)).toHaveText('Add a pet')
  await translate(page)
  petstore.dropConnection({ method: 'POST' }, 'after')
  await addPet(page, 'Rex', '1')
  await translate(page)
  await expect(page.getByRole('button', { name: /^This is it/ })).toBeVisible()
  await press(/^This is it/)
  await expect(justAdded(page)).toContainText('Added (ID')

  await navLink(page, 'Import').click()
  await translate(page)
  await page.getByLabel('Or paste rows').fill('name,categoryId\nBello,1\n,2\nLuna,3')
  await expect(page.getByRole('table', { name: 'Rows' })).toBeVisible()
  await press('Add 2 pets')
  await expect(page.getByText(/\(checked/)).toBeVisible()
  await press('Sign out')
  await expect(page.getByLabel('API key')).toBeVisible()
})

test('the page Service, and labels, work on a page that the browser translates', async ({
  page,
  petstore,
}) => {
  for (let number = 1; number <= 30; number += 1) petstore.db.create({ name: `Pet ${number}` })
  await signIn(page, '/staging/service')
  for (let check = 1; check <= 2; check += 1) {
    await page.getByRole('button', { name: 'Check the connection' }).click()
    await expect(page.getByText(/Staging responded in/)).toBeVisible()
    await translate(page)
  }
  await page.goto('/staging/pets?limit=30')
  await page.getByRole('link', { name: 'Print labels' }).click()
  const start = page.getByRole('spinbutton', { name: 'Start at label' })
  // 30 labels fill two sheets of 24 exactly from the 19th place on.
  for (const [place, text] of [
    ['2', '2 sheets. Next free label: 8'],
    ['19', '2 sheets'],
    ['5', '2 sheets. Next free label: 11'],
  ] as const) {
    await start.fill(place)
    await start.press('Enter')
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'sheet' })).toHaveText(text)
    await translate(page)
  }
})

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Find a pet' })

/** Returns how many style sheets apply that are files of their own. Runs in the page. */
function countLoadedSheets(): number {
  return [...document.styleSheets].filter(({ href }) => href !== null).length
}

test.describe('while code is missing', () => {
  test.use({ expectsErrors: true, isSignedIn: true })

  test('a script of the first page that a cache keeps with wrong content is requested again by a reload', async ({
    page,
    site,
  }) => {
    site.interceptAssets((url, outgoing) => {
      if (!/index-.*js$/.test(url)) return undefined
      sendScript(outgoing, 'window.modified = true', { 'cache-control': CACHING.cacheForever })
      return 'answered'
    })
    await page.goto('/staging/pets')
    await finishAnimations(page)
    await expect(page.getByText('This is taking longer than usual.')).toBeVisible()
    expect(await isModifiedRun(page)).toBe(false)
    site.interceptAssets(() => undefined)
    await page.reload()
    await expect(heading(page)).toHaveText('Pets')
  })

  test('a style sheet that a cache keeps with wrong content is not used, and is requested again by a reload', async ({
    page,
    site,
  }) => {
    site.interceptAssets((url, outgoing) => {
      if (!url.endsWith('.css')) return undefined
      outgoing.setHeader('content-type', 'text/css').setHeader('cache-control', CACHING.cacheForever)
      outgoing.end('body { display: none }')
      return 'answered'
    })
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes("'integrity' attribute"),
    )
    await page.goto('/staging/pets')
    await refused
    await expect(heading(page)).toHaveText('Pets')
    await expect(heading(page)).toBeVisible()
    expect(await page.evaluate(countLoadedSheets)).toBe(0)
    site.interceptAssets(() => undefined)
    await page.reload()
    await expect.poll(() => page.evaluate(countLoadedSheets)).toBe(1)
  })

  test('keys pressed before "Find a pet" is there go to the dialog, not to the form below, and Enter sends nothing', async ({
    page,
    petstore,
    site,
  }) => {
    site.headers = { 'cache-control': 'no-store' }
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

  test('the dialog says when "Find a pet" did not load, and other parts that load with it still work', async ({
    page,
    site,
  }) => {
    site.headers = { 'cache-control': 'no-store' }
    site.interceptAssets((url, outgoing) => {
      if (!/FindPet.*js$/.test(url)) return undefined
      outgoing.writeHead(404).end()
      return 'answered'
    })
    await page.goto('/staging/pets')
    await expect(page.getByText('No pets in Staging yet')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(findDialog(page).getByRole('alert')).toBeInViewport()
    await expect(alerts(page)).toContainText('Part of the app did not load.')
    await page.keyboard.press('Escape')
    await expect(findDialog(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  })
})
