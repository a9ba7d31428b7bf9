import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seedPets } from '#src/mocks/seed.ts'
import { alerts, configFor, expect, heading, KEY, namesOf, signIn, test } from './fixtures.ts'
import { HOSTILE } from './untrusted-input/strings.ts'
import { DIST } from './static-site.ts'

/** Everything of the app but what stands in index.html. */
const APP = /\/assets\/.*\.js$/

const firstPage = (page: Page) => page.locator('.prerendered')

/** What a person sees at one moment: every tag and text, and where each thing lies; a time as its form alone. */
function looks(page: Page) {
  return page.evaluate(() => {
    const root = document.querySelector('.prerendered') ?? document.querySelector('#root')
    const nodes = [...(root?.querySelectorAll('*') ?? [])]
      // The menus are closed, and the app alone fills them.
      .filter((node) => node.closest('[popover]:not(:popover-open)') === null || node.checkVisibility())
    return nodes.map((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect()
      const attributes = [...node.attributes]
        // What a pointer that rests on the time is told is left to the app.
        .filter(({ name }) => node.tagName !== 'TIME' || (name !== 'title' && name !== 'datetime'))
        // Nobody can press or type before the app is there.
        .filter(({ name }) => name !== 'readonly' && name !== 'inert')
        // Ids are counted from the start of the page.
        .map(({ name, value }) => `${name}=${value.replace(/_[rR]_\w*_/, 'id')}`)
        .toSorted()
      const texts = [...node.childNodes].filter((child) => child instanceof Text).map(({ data }) => data)
      const { value, checked } = node as Partial<HTMLInputElement>
      const text = node.tagName === 'TIME' ? texts.join('').replaceAll(/\d/g, '0') : texts.join('')
      // Rows out of sight are not laid out.
      const isLaidOut = top < window.innerHeight && node.checkVisibility({ contentVisibilityAuto: true })
      return {
        what: [node.tagName, attributes, text, value, checked],
        box: isLaidOut ? [left, top, right, Math.min(bottom, window.innerHeight)] : [],
      }
    })
  })
}

type Looks = Awaited<ReturnType<typeof looks>>

/** To the pixel: parts of one depend on what was measured first. */
function expectSame(now: Looks, before: Looks) {
  expect(now.map(({ what }) => what)).toEqual(before.map(({ what }) => what))
  const moved = now.filter(({ box }, index) =>
    box.some((length, side) => Math.abs(length - (before[index]?.box[side] ?? Infinity)) > 0.1),
  )
  expect(moved).toEqual([])
}

async function keepKey(page: Page, petstore: { baseUrl: string }, key = KEY) {
  await page.addInitScript(([name, entry]) => sessionStorage.setItem(name, entry), [
    'petstore-admin.key.staging',
    JSON.stringify({ key, baseUrl: petstore.baseUrl, round: '' }),
  ] as const)
}

/** A page that has been here before would take the app from its cache. */
async function forgetCache(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

for (const { what, search, width, height = 800, name = 'Staging' } of [
  { what: 'the list', search: '', width: 1280 },
  {
    what: 'the list of an environment with a long name on a phone',
    search: '',
    width: 390,
    name: 'Staging of the northern stores',
  },
  { what: 'a filtered list of one size on a phone', search: '?status=sold&limit=7', width: 390 },
  // As high as the list: what is out of sight may be left to the app.
  { what: 'the longest list', search: '?limit=100', width: 768, height: 5000 },
]) {
  test(`${what} is there before the app, and stays as it is when the app comes`, async ({
    page,
    petstore,
    production,
    site,
  }) => {
    const config = configFor(petstore, production)
    for (const environment of config.environments) if (environment.id === 'staging') environment.name = name
    site.configure(config)
    for (const pet of seedPets()) petstore.db.create(pet)
    for (let more = 0; more < 100; more += 1) petstore.db.create({ name: `Pet ${more}` })
    await keepKey(page, petstore)
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const shifts = ((window as unknown as { shifts: number[] }).shifts = [])
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value as never)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const release = site.holdAssets(APP)
    await page.goto(`/staging/pets${search}`, { waitUntil: 'commit' })
    await expect(firstPage(page).locator('time')).toHaveText(/\d/)
    const before = await looks(page)
    release()
    await expect(firstPage(page)).toHaveCount(0)
    await expect(namesOf(page).first()).toBeVisible()
    // An app that comes late asks once more.
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    expectSame(await looks(page), before)
    expect(petstore.lines().slice(0, 1)).toEqual([`GET /pets?${new URLSearchParams(normal(search))}`])
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    // Where all of a long list is in sight, so is what stands below it.
    expect(height === 800 ? shifts : []).toEqual([])
  })
}

function normal(search: string) {
  const given = new URLSearchParams(search)
  return {
    limit: given.get('limit') ?? '20',
    ...(given.has('status') && { status: given.get('status') ?? '' }),
  }
}

test('while the service has not answered, the page that loads is there before the app', async ({
  page,
  petstore,
  site,
}) => {
  await keepKey(page, petstore)
  const answer = petstore.hold({ path: '/pets?limit=20' })
  const release = site.holdAssets(APP)
  await page.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(firstPage(page).getByText('Staging', { exact: true })).toBeAttached()
  // Its head comes before the rest.
  await expect(firstPage(page).getByText('Loading pets…')).toBeAttached()
  const before = await looks(page)
  release()
  await expect(firstPage(page)).toHaveCount(0)
  await expect(heading(page)).toHaveText('Pets')
  expectSame(await looks(page), before)
  answer()
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  expect(petstore.lines()).toEqual(['GET /pets?limit=20'])
})

test('a slow device sees the rows in sight first, and has all in the end', async ({
  page,
  petstore,
  site,
}) => {
  for (let number = 1; number <= 100; number += 1) petstore.db.create({ name: `Pet ${number}` })
  await keepKey(page, petstore)
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    let times = 0
    performance.now = () => now() + 100 * ++times
  })
  const release = site.holdAssets(APP)
  await page.goto('/staging/pets?limit=100', { waitUntil: 'commit' })
  await expect(firstPage(page).locator('time')).toHaveText(/\d/)
  const drawn = firstPage(page).locator('tbody tr')
  const lowest = await drawn.evaluateAll((rows) => rows.at(-1)?.getBoundingClientRect().bottom)
  expect(lowest).toBeGreaterThanOrEqual(await page.evaluate(() => window.innerHeight))
  expect(await drawn.count()).toBeLessThan(20)
  release()
  await expect(namesOf(page)).toHaveCount(100)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(namesOf(page).last()).toHaveText('Pet 100')
  await expect(namesOf(page)).toHaveCount(100)
})

test('names that break programs look the same before the app and after', async ({ page, petstore, site }) => {
  await keepKey(page, petstore)
  await forgetCache(page)
  // All rows are in sight.
  await page.setViewportSize({ width: 1280, height: 5000 })
  const names = HOSTILE.filter((text) => text.length < 1000)
  for (let from = 0; from < names.length; from += 100) {
    const pets = names.slice(from, from + 100).map((name, index) => ({ id: index + 1, name, categoryId: 1 }))
    petstore.mend()
    petstore.answer({ path: '/pets?limit=100', times: 2 }, { status: 200, body: pets })
    const release = site.holdAssets(APP)
    await page.goto('/staging/pets?limit=100', { waitUntil: 'commit' })
    // A text that closes an isolate is left to the app, and the rows with it.
    const areDrawn = !pets.some(({ name }) => name.includes('\u2069'))
    if (areDrawn) await expect(firstPage(page).locator('time')).toHaveText(/\d/)
    const before = areDrawn ? await looks(page) : undefined
    release()
    await expect(firstPage(page)).toHaveCount(0)
    await expect(page.locator('main tbody tr')).toHaveCount(pets.length)
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    if (before !== undefined) expectSame(await looks(page), before)
  }
})

for (const { what, prepare, path = '/staging/pets', shows, isKeyOfAnother = false } of [
  { what: 'without a key', shows: 'Sign in', prepare: undefined },
  {
    what: 'with a key for another service',
    shows: 'Sign in',
    prepare: 'http://localhost:9/v1',
    isKeyOfAnother: true,
  },
  { what: 'with a key, on another page', shows: 'Add a pet', prepare: 'own', path: '/staging/pets/new' },
]) {
  test(`${what} nothing is asked, and no list is drawn`, async ({ page, petstore, production }) => {
    if (prepare !== undefined) await keepKey(page, prepare === 'own' ? petstore : { baseUrl: prepare })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('.prerendered') !== null) performance.mark('drawn')
        if (document.querySelector('.prerendered tbody') !== null) performance.mark('pets drawn')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(path)
    await expect(heading(page)).toHaveText(shows)
    await expect(firstPage(page)).toHaveCount(0)
    expect([...petstore.lines(), ...production.lines()]).toEqual([])
    const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))
    // Whose key it is, is not known before the configuration is.
    expect(new Set(marks)).toEqual(new Set(isKeyOfAnother ? ['drawn'] : []))
  })
}

test('a configuration that cannot be used sends nothing, key or not', async ({
  page,
  petstore,
  production,
  site,
}) => {
  await keepKey(page, petstore)
  const { environments } = configFor(petstore, production)
  site.configure({ environments: [...environments, { id: 'third' }] })
  await page.goto('/staging/pets')
  await expect(alerts(page)).toContainText('environments[2].name')
  await expect(firstPage(page)).toHaveCount(0)
  expect([...petstore.lines(), ...production.lines()]).toEqual([])
})

test('a key that has ended shows no pets, and asks for a new one', async ({ page, petstore }) => {
  await keepKey(page, petstore, 'an-old-key')
  await page.goto('/staging/pets')
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  expect(petstore.lines()).toEqual(['GET /pets?limit=20'])
})

test('who signs out in another tab while the app is on its way sees no pets', async ({
  page,
  petstore,
  site,
  context,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page, '/staging/pets', { kept: true })
  const other = await context.newPage()
  await forgetCache(other)
  const release = site.holdAssets(APP)
  await other.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(firstPage(other).getByText('Rex')).toBeAttached()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  release()
  await expect(heading(other)).toHaveText('Sign in')
  await expect(other.getByText('Rex')).toHaveCount(0)
})

test('the keyboard finds the skip link before the app, and stays on it when the app comes', async ({
  page,
  petstore,
  site,
}) => {
  await keepKey(page, petstore)
  const release = site.holdAssets(APP)
  await page.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(firstPage(page)).toBeAttached()
  const link = page.getByRole('link', { name: 'Skip to main content' })
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('')
  release()
  await expect(firstPage(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('what is typed as soon as there is a field reaches the app', async ({ page, petstore, site }) => {
  petstore.db.create({ name: 'Rex' })
  petstore.db.create({ name: 'Mochi' })
  await keepKey(page, petstore)
  const release = site.holdAssets(APP)
  await page.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(firstPage(page).getByText('Mochi')).toBeAttached()
  const typed = page.getByRole('searchbox', { name: 'Search these pets' }).fill('Rex')
  release()
  await typed
  await expect(namesOf(page)).toHaveText(['Rex'])
})

test('an app that does not come says so over the page that waits for it', async ({
  page,
  petstore,
  site,
}) => {
  petstore.db.create({ name: 'Rex' })
  await keepKey(page, petstore)
  site.holdAssets(APP)
  await page.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(firstPage(page).getByText('Rex')).toBeAttached()
  // Nothing on it is there for a pointer or the keyboard.
  await expect(firstPage(page).locator('header[inert], main[inert]')).toHaveCount(2)
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reload the page' })).toBeInViewport()
})

test('the pages in index.html have the looks of the app’s own', () => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const css = readdirSync(join(DIST, 'assets'))
    .filter((name) => /^index-.*\.css$/.test(name))
    .map((name) => readFileSync(join(DIST, 'assets', name), 'utf8'))
    .join('')
  const classes = new Set(
    [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  // The router's own, which nothing is said about.
  classes.delete('active')
  expect(classes.size).toBeGreaterThan(20)
  expect([...classes].filter((name) => !css.includes(`.${name}`))).toEqual([])
})
