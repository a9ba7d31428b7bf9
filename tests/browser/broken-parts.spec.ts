import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
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
  petForm,
  signIn,
  test,
} from './fixtures.ts'
import { DIST } from './static-site.ts'

const MISSING = 'Part of the app did not load'

const CHUNK = /PetCreatePage.*js$/

const FAILURES: readonly [what: string, respond: (outgoing: ServerResponse, url: string) => void][] = [
  ['is gone', (outgoing) => outgoing.writeHead(404).end()],
  [
    'is index.html instead of a script',
    (outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Pets</title>'),
  ],
  [
    'was modified',
    (outgoing, url) => {
      const code = readFileSync(join(DIST, url), 'utf8')
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(`window.__modified = true;\n${code}`)
    },
  ],
]

for (const [what, respond] of FAILURES) {
  test(`when a lazy chunk ${what}, the page says so, does not reload by itself, and typed text and the rest of the app stay`, async ({
    page,
    petstore,
    site,
  }) => {
    petstore.db.create({ name: 'Rex' })
    let loads = 0
    page.on('load', () => (loads += 1))
    site.interceptAssets((url, outgoing) => {
      if (!CHUNK.test(url)) return undefined
      respond(outgoing, url)
      return 'answered'
    })
    await signIn(page)
    await page.getByRole('searchbox').fill('re')
    await navLink(page, 'Add pet').click()
    await expect(alerts(page)).toContainText(MISSING)
    expect(await page.evaluate(() => '__modified' in window)).toBe(false)
    await navLink(page, 'Pets').click()
    await expect(namesOf(page)).toHaveText(['Rex'])
    await navLink(page, 'Add pet').click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alerts(page)).toContainText(MISSING)
    expect(loads).toBe(1)
    site.interceptAssets(() => undefined)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Add a pet')
    await expect(alerts(page)).toHaveCount(0)
  })
}

test.describe('scripts of the first page', () => {
  test.use({ expectsErrors: true })

  test('one with another content, cached for a year, is asked for again by a reload', async ({
    page,
    site,
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
    await finishAnimations(page)
    await expect(isLong).toBeVisible()
    expect(await page.evaluate(() => '__modified' in window)).toBe(false)
    site.interceptAssets(() => undefined)
    await page.reload()
    await expect(heading(page)).toHaveText('Sign in')
  })
})

/** Makes a function of the browser throw as long as its name is in `window.broken`, and with it the code that calls it. */
function breakBrowser(page: Page) {
  return page.addInitScript(() => {
    const broken = new Set<string>()
    Object.assign(window, { broken })
    for (const [target, name] of [
      [Intl.DateTimeFormat.prototype, 'format'],
      [History.prototype, 'replaceState'],
      [Navigator.prototype, 'userAgent'],
    ] as const) {
      const original = Object.getOwnPropertyDescriptor(target, name)
      Object.defineProperty(target, name, {
        configurable: true,
        get(this: object): unknown {
          if (broken.has(name)) throw new Error(`broken on purpose: ${name}`)
          return original?.get === undefined ? original?.value : original.get.call(this)
        },
      })
    }
  })
}

const setBroken = (page: Page, ...names: readonly ('format' | 'replaceState' | 'userAgent')[]) =>
  page.evaluate((all) => {
    const { broken } = window as unknown as { broken: Set<string> }
    broken.clear()
    for (const name of all) broken.add(name)
  }, names)

test.describe('uncaught errors of the app', () => {
  // The app logs errors that it did not foresee to the console.
  test.use({ expectsErrors: true })

  const WRONG = 'Something went wrong'

  test.beforeEach(async ({ page, petstore }) => {
    await breakBrowser(page)
    petstore.db.create({ name: 'Rex' })
    await signIn(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('a page that fails to render says so, offers details to copy, and recovers', async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // The policy of a deployment does not let the page read the clipboard.
    site.headers = { 'permissions-policy': 'clipboard-read=(self)' }
    await page.reload()
    await expect(namesOf(page)).toHaveText(['Rex'])
    await setBroken(page, 'format')
    await page.getByRole('link', { name: 'Rex' }).click()
    await expect(alerts(page)).toContainText(WRONG)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByText('Details').click()
    await expect(alerts(page)).toContainText('broken on purpose: format')
    await page.getByRole('button', { name: 'Copy the details' }).click()
    await expect(page.getByRole('button', { name: 'Copied the details' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('broken on purpose')
    expect(copied).toContain('Page: /staging/pets')
    expect(copied).not.toContain(KEY)

    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alerts(page)).toContainText(WRONG)
    await setBroken(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Rex')
    await expect(alerts(page)).toHaveCount(0)
  })

  test('one in a handler or a promise is reported, typed text stays, and those of extensions are ignored', async ({
    page,
  }) => {
    await page.evaluate(() => {
      const filename = 'chrome-extension://abc/content.js'
      window.dispatchEvent(new ErrorEvent('error', { error: new Error('x'), filename }))
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(alerts(page)).toHaveCount(0)
    // As Safari does after 100 calls within 30 seconds.
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
    await page.evaluate(() => void Promise.reject(new Error('broken on purpose')))
    await expect(alerts(page)).toContainText('your last action may not have worked')
  })

  test('when even the error page fails to render, a message and a button remain', async ({ page }) => {
    // The error details include the user agent.
    await setBroken(page, 'format', 'userAgent')
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

test('on a page translated by the browser, list, pet, form and import keep working', async ({
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
  for (const [filter, count] of [
    ['Available', 0],
    ['All', 2],
  ] as const) {
    await translate(page)
    await page.getByRole('radio', { name: filter }).check()
    await expect(namesOf(page)).toHaveCount(count)
  }
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
  await navLink(page, 'Add pet').click()
  await expect(heading(page)).toHaveText('Add a pet')
  await translate(page)
  petstore.dropConnection({ method: 'POST' }, 'after')
  await addPet(page, 'Rex', '1')
  await translate(page)
  await expect(page.getByRole('button', { name: /^This is it/ })).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: /^This is it/ }).click()
  await expect(justAdded(page)).toContainText('Added (ID')

  await navLink(page, 'Import').click()
  await translate(page)
  await page.getByLabel('Or paste rows').fill('name,categoryId\nBello,1\n,2\nLuna,3')
  await expect(page.getByRole('table', { name: 'Rows' })).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Add 2 pets' }).click()
  await expect(page.getByText(/\(checked/)).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('API key')).toBeVisible()
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

  test('that is said in the dialog, and what else is loaded with it still works', async ({ page, site }) => {
    site.headers = { 'cache-control': 'no-store' }
    await signIn(page)
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
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})
