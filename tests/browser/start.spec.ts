import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { testPets } from '#tests/support/test-pets.ts'
import { configFor, expect, finishAnimations, heading, namesOf, signIn, storeKey, test } from './fixtures.ts'
import { expectSame, readPage } from '#tests/support/page-snapshot.ts'
import { THOROUGH } from '#tests/support/thorough.ts'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import type { PetstoreService } from './petstore-service.ts'
import { DIST, type StaticSite } from './static-site.ts'

/**
 * Matches the script that runs the others. Only this one is held back: with everything that a page
 * preloads, no connection would be left for the next visit.
 */
const APP = /\/assets\/load-app-.*\.js$/

const prerenderedPage = (page: Page) => page.locator('[data-prerendered]')

// The page has the configuration, as `npm run deploy` writes it. Without it, the app does all the
// work.
test.beforeEach(({ petstore, production, site }) => site.configurePage(configFor(petstore, production)))

const snapshot = (page: Page) => page.evaluate(readPage)

/**
 * Opens the list with a stored key while the app does not load.
 *
 * @returns a function that lets it load
 */
async function openPrerendered(page: Page, petstore: PetstoreService, site: StaticSite, search = '') {
  await storeKey(page, petstore)
  const release = site.holdAssets(APP)
  await page.goto(`/staging/pets${search}`, { waitUntil: 'commit' })
  return release
}

/**
 * Lets the app load, and expects it to hydrate the prerendered page: it keeps the elements, and the
 * page looks as if the app had rendered all of it.
 *
 * @param untilLoaded waits until the app shows what the prerendered page does
 */
async function expectSameInApp(
  page: Page,
  site: StaticSite,
  release: () => void,
  untilLoaded: () => Promise<void>,
) {
  const before = await snapshot(page)
  const element = await page.locator('main > *').first().elementHandle()
  release()
  await expect(prerenderedPage(page)).toHaveCount(0)
  await untilLoaded()
  expectSame(await snapshot(page), before)
  expect(await element?.evaluate((node) => node.isConnected)).toBe(true)

  site.moveConfigToFile()
  await page.reload()
  await untilLoaded()
  expectSame(await snapshot(page), before)
}

/** Waits until the list is there. If the app is late, it requests the list again. */
async function untilListed(page: Page) {
  await expect(namesOf(page).first()).toBeVisible()
  await expect(page.locator('main [aria-busy]')).toHaveCount(0)
  await expect(page.locator('main time[datetime]')).toBeAttached()
}

/**
 * The headers without which a page that is visited again would load the app from the browser's
 * cache.
 */
const UNCACHED = { 'cache-control': 'no-store' }

for (const { what, search, request, width, height = 800, name = 'Staging' } of [
  { what: 'the list', search: '', request: 'limit=20', width: 1280 },
  {
    what: 'a filtered list of an environment with a long name on a phone',
    search: '?status=sold&limit=7',
    request: 'limit=7&status=sold',
    width: 390,
    name: 'Staging of the northern stores',
  },
  {
    what: 'as many rows as are prerendered',
    search: '?limit=20',
    request: 'limit=20',
    width: 768,
    height: 1500,
  },
]) {
  test(`${what} looks the same prerendered and in the app`, async ({ page, petstore, production, site }) => {
    const config = configFor(petstore, production)
    for (const environment of config.environments) if (environment.id === 'staging') environment.name = name
    site.configurePage(config)
    for (const pet of testPets()) petstore.db.create(pet)
    for (let more = 0; more < 100; more += 1) petstore.db.create({ name: `Pet ${more}` })
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        if (list.getEntries().length > 0) performance.mark('shift')
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const release = await openPrerendered(page, petstore, site, search)
    await expect(prerenderedPage(page).locator('time')).toBeAttached()
    await expectSameInApp(page, site, release, async () => {
      await untilListed(page)
      expect(await page.evaluate(() => performance.getEntriesByName('shift').length)).toBe(0)
    })
    expect(petstore.requestLines()[0]).toBe(`GET /pets?${request}`)
  })
}

test.describe('with an Arabic locale', () => {
  const time = '٤:١٢ ص'
  test.use({ locale: 'ar-EG', timezoneId: 'Asia/Kolkata' })

  test('the prerendered list has the counts of the locale, and looks the same in the app, which adds the time', async ({
    page,
    petstore,
    site,
  }) => {
    await page.clock.setFixedTime('2026-11-21T22:42:05Z')
    for (const pet of testPets().slice(0, 20)) petstore.db.create(pet)
    const release = await openPrerendered(page, petstore, site, '?limit=21')
    await expect(prerenderedPage(page)).toContainText('All ٢٠ pets')
    await expectSameInApp(page, site, release, () => untilListed(page))
    await expect(page.getByRole('main').locator('time')).toHaveText(time)
  })
})

for (const [what, search, request, message] of [
  ['page', '', 'limit=20', /^Loading\s+pets…$/],
  ['page of a short list', '?status=sold&limit=7', 'limit=7&status=sold', 'Loading sold pets…'],
  ['page of a search in a long list', '?limit=100&q=Rex', 'limit=100', /^Loading\s+pets…$/],
] as const)
  test(`the prerendered loading ${what} looks the same in the app`, async ({ page, petstore, site }) => {
    const respond = petstore.hold({ path: `/pets?${request}`, times: 2 })
    const release = await openPrerendered(page, petstore, site, search)
    await expect(prerenderedPage(page).getByText('Staging', { exact: true })).toBeAttached()
    await expect(prerenderedPage(page).getByText(message)).toBeAttached()
    await expectSameInApp(page, site, release, () => expect(heading(page)).toHaveText('Pets'))
    respond()
    await expect(page.getByText(/^No .*pets/).first()).toBeVisible()
    // The second one is that of the app without a prerendered page.
    expect(petstore.requestLines()).toEqual([`GET /pets?${request}`, `GET /pets?${request}`])
  })

test('React hydrates a page whose order and theme the build cannot know, and shows them', async ({
  page,
  petstore,
  site,
}) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => window.localStorage.setItem('petstore-admin.theme', 'dark'))
  for (const pet of testPets()) petstore.db.create(pet)
  const release = await openPrerendered(page, petstore, site, '?sort=-name')
  await expect(prerenderedPage(page).getByText(/^Loading/)).toBeAttached()
  const element = await page.locator('main > *').first().elementHandle()
  release()
  await untilListed(page)
  const header = page.getByRole('columnheader', { name: 'Name' })
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
})

test('the list of the only environment, whose name does not say its kind, looks the same in the app', async ({
  page,
  petstore,
  production,
  site,
}) => {
  const { environments } = configFor(petstore, production)
  const only = environments.find(({ id }) => id === 'staging')
  site.configurePage({ environments: [{ ...only, name: 'Main store' }] })
  for (const pet of testPets()) petstore.db.create(pet)
  const release = await openPrerendered(page, petstore, site)
  await expect(prerenderedPage(page).locator('time')).toBeAttached()
  await expectSameInApp(page, site, release, () => untilListed(page))
})

test('untrusted names look the same prerendered and in the app', async ({
  page,
  petstore,
  production,
  site,
}) => {
  await storeKey(page, petstore)
  site.headers = UNCACHED
  // All rows are in the viewport.
  await page.setViewportSize({ width: 1280, height: 5000 })
  const names = UNTRUSTED_STRINGS.filter((text) => text.length < 1000).filter(
    (_text, index) => THOROUGH || index % 3 === 0,
  )
  for (let from = 0; from < names.length; from += 20) {
    const pets = names.slice(from, from + 20).map((name, index) => ({ id: index + 1, name, categoryId: 1 }))
    petstore.clearFaults()
    petstore.respond({ path: '/pets?limit=100', times: 3 }, { status: 200, body: pets })
    site.configurePage(configFor(petstore, production))
    const release = site.holdAssets(APP)
    await page.goto('/staging/pets?limit=100', { waitUntil: 'commit' })
    await expect(prerenderedPage(page).locator('time')).toBeAttached()
    await expectSameInApp(page, site, release, async () => {
      await expect(page.locator('main tbody tr')).toHaveCount(pets.length)
      await untilListed(page)
    })
  }
})

for (const [what, shows, keyFor, path = '/staging/pets'] of [
  ['without a key', 'Sign in', 'nothing'],
  ['with a key for another service', 'Sign in', 'another service'],
  ['with a key, on another page', 'Add a pet', 'this service', '/staging/pets/new'],
] as const) {
  test(`${what}, no request is sent and no list is prerendered`, async ({ page, petstore, production }) => {
    if (keyFor !== 'nothing') await storeKey(page, keyFor === 'this service' ? petstore : production)
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-prerendered]') !== null) performance.mark('rendered')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(path)
    await expect(heading(page)).toHaveText(shows)
    expect([...petstore.requestLines(), ...production.requestLines()]).toEqual([])
    expect(await page.evaluate(() => performance.getEntriesByName('rendered').length)).toBe(0)
  })
}

test('a page without a list connects to its service while the app loads', async ({
  page,
  petstore,
  production,
  site,
}) => {
  const connected = () =>
    page
      .locator('link[rel=preconnect]')
      .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href, crossOrigin }) => [href, crossOrigin]))
  const open = async (path: string) => {
    const release = site.holdAssets(APP)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('noscript')).toBeAttached()
    const links = await connected()
    release()
    return links
  }

  await storeKey(page, petstore)
  expect(await open('/staging/overview')).toEqual([[petstore.baseUrl, 'anonymous']])
  expect(await open('/production/pets')).toEqual([[production.baseUrl, 'anonymous']])
  // The request of the list is under way.
  expect(await open('/staging/pets')).toEqual([])
  expect(await open('/elsewhere/pets')).toEqual([])
})

test('signing out in another tab while the app loads shows no pets', async ({
  page,
  petstore,
  site,
  context,
}) => {
  petstore.db.create({ name: 'Rex' })
  site.headers = UNCACHED
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  const other = await context.newPage()
  const release = site.holdAssets(APP)
  await other.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(prerenderedPage(other).getByText('Rex')).toBeAttached()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  release()
  await expect(heading(other)).toHaveText('Sign in')
  await expect(other.getByText('Rex')).toHaveCount(0)
})

test('the skip link is focusable in the prerendered page, and keeps the focus when the app takes over', async ({
  page,
  petstore,
  site,
}) => {
  const release = await openPrerendered(page, petstore, site)
  await expect(prerenderedPage(page)).toBeAttached()
  const link = page.getByRole('link', { name: 'Skip to main content' })
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  release()
  await expect(prerenderedPage(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

/**
 * Opens the list.
 *
 * @returns a function that lets the app load, and waits for it
 */
async function openEarly(page: Page, petstore: PetstoreService, site: StaticSite) {
  const release = await openPrerendered(page, petstore, site)
  await expect(prerenderedPage(page).getByText('Mochi')).toBeVisible()
  return async () => {
    release()
    await expect(prerenderedPage(page)).toHaveCount(0)
  }
}

test.describe('before the app is there', () => {
  test.beforeEach(({ petstore }) => {
    petstore.db.create({ name: 'Rex', status: 'sold' })
    petstore.db.create({ name: 'Mochi', status: 'available' })
  })

  test('text in the search box stays and searches, with the focus and the cursor in it', async ({
    page,
    petstore,
    site,
  }) => {
    const loadApp = await openEarly(page, petstore, site)
    const search = page.getByRole('searchbox', { name: 'Search these pets' })
    await search.pressSequentially('Rx')
    await page.keyboard.press('ArrowLeft')
    await loadApp()
    await page.keyboard.type('e')
    await expect(search).toHaveValue('Rex')
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(page).toHaveURL(/\?q=Rex$/)
  })

  test('the last of the filters that were pressed is applied, with one request', async ({
    page,
    petstore,
    site,
  }) => {
    const loadApp = await openEarly(page, petstore, site)
    for (const name of ['Pending', 'Sold']) await page.getByRole('radio', { name }).locator('..').click()
    await expect(page.getByRole('radio', { name: 'Sold' })).toBeChecked()
    await loadApp()
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(page.getByRole('radio', { name: 'Sold' })).toBeChecked()
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=20&status=sold'])
  })

  test('a link in a row leads to its pet', async ({ page, petstore, site }) => {
    const release = await openPrerendered(page, petstore, site)
    await prerenderedPage(page).getByRole('link', { name: 'Rex' }).click()
    release()
    await expect(page).toHaveURL(/\/staging\/pets\/1001$/)
    await expect(heading(page)).toHaveText('Rex')
  })

  test('a press anywhere on a row opens its pet', async ({ page, petstore, site }) => {
    const loadApp = await openEarly(page, petstore, site)
    await prerenderedPage(page).getByText('Available', { exact: true }).last().click()
    await loadApp()
    await expect(heading(page)).toHaveText('Mochi')
  })

  test('the last of the buttons that were pressed is pressed once, by mouse or by keyboard', async ({
    page,
    petstore,
    site,
  }) => {
    const loadApp = await openEarly(page, petstore, site)
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('button', { name: 'Refresh' }).focus()
    for (let time = 0; time < 3; time += 1) await page.keyboard.press('Enter')
    await loadApp()
    await expect(page.getByRole('main').getByText('No changes')).toBeVisible()
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=20'])
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('the skip link leads to the main part, and stays out of the address', async ({
    page,
    petstore,
    site,
  }) => {
    const loadApp = await openEarly(page, petstore, site)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('')
    await loadApp()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('signing out is final, whatever is pressed after it', async ({ page, petstore, site }) => {
    const loadApp = await openEarly(page, petstore, site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Pets' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await prerenderedPage(page).getByRole('link', { name: 'Rex' }).click()
    await loadApp()
    await expect(heading(page)).toHaveText('Sign in')
  })

  test('a click on nothing does not cancel an earlier press', async ({ page, petstore, site }) => {
    const loadApp = await openEarly(page, petstore, site)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Pets' }).click()
    await loadApp()
    await expect(page.getByRole('main').getByText('No changes')).toBeVisible()
  })

  for (const name of ['Rex', 'Import'])
    test(`the focus stays on the second pet, which is named ${name}`, async ({ page, petstore, site }) => {
      const { id } = petstore.db.create({ name })
      const loadApp = await openEarly(page, petstore, site)
      await page.getByRole('table', { name: 'Pets' }).getByRole('link', { name }).last().focus()
      await loadApp()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/pets/${id}$`))
    })

  test('selecting a text in a row opens no pet', async ({ page, petstore, site }) => {
    const loadApp = await openEarly(page, petstore, site)
    await page.getByRole('cell', { name: 'Sold' }).selectText()
    await page.getByRole('cell', { name: 'Sold' }).dispatchEvent('click')
    await loadApp()
    await expect(heading(page)).toHaveText('Pets')
    await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
  })

  test('what was done on a page that a translation has changed is repeated in the app, which renders the page anew', async ({
    page,
    petstore,
    site,
  }) => {
    const loadApp = await openEarly(page, petstore, site)
    await page.getByRole('heading', { name: 'Pets' }).evaluate((element) => {
      const translated = document.createElement('span')
      translated.textContent = 'Tiere'
      element.replaceChildren(translated)
    })
    await page.getByRole('radio', { name: 'Sold' }).locator('..').click()
    const search = page.getByRole('searchbox', { name: 'Search these pets' })
    await search.pressSequentially('Rx')
    await page.keyboard.press('ArrowLeft')
    await loadApp()
    await page.keyboard.type('e')
    await expect(search).toHaveValue('Rex')
    await expect(heading(page)).toHaveText('Pets')
    await expect(page).toHaveURL(/\?status=sold&q=Rex$/)
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('checking for changes every minute is switched on', async ({ page, petstore, site }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.clock.install()
    const loadApp = await openEarly(page, petstore, site)
    const checkbox = page.getByRole('checkbox', { name: 'Check for changes every minute' })
    await checkbox.check()
    await loadApp()
    await expect(checkbox).toBeChecked()
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
    await page.clock.runFor(61_000)
    await expect.poll(() => petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=20'])
  })

  test('a page size and an order are applied', async ({ page, petstore, site }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const loadApp = await openEarly(page, petstore, site)
    await page.getByRole('spinbutton', { name: 'Page size' }).fill('1')
    await page.getByRole('button', { name: 'Name' }).click()
    await loadApp()
    await expect(page).toHaveURL(/\?limit=1&sort=name$/)
    await expect(namesOf(page)).toHaveText(['Rex'])
  })
})

test('an app that does not load is reported over the prerendered page', async ({ page, petstore, site }) => {
  petstore.db.create({ name: 'Rex' })
  await openPrerendered(page, petstore, site)
  await expect(prerenderedPage(page).getByText('Rex')).toBeAttached()
  await expect(page.getByText('This is taking longer than usual.')).toBeHidden()
  await finishAnimations(page)
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reload the page' })).toBeInViewport()
})

test('the prerendered pages use only class names of the style sheet in index.html', () => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const css = /<style[^>]*>([^]*?)<\/style>/.exec(html)?.[1] ?? ''
  const classes = new Set(
    [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  // The router sets this class, which has no styles.
  classes.delete('active')
  expect(classes.size).toBeGreaterThan(20)
  expect([...classes].filter((name) => !css.includes(`.${name}`))).toEqual([])
})
