import type { Page } from '@playwright/test'
import {
  addPet,
  alerts,
  expect,
  heading,
  justAdded,
  KEY,
  namesOf,
  navLink,
  petForm,
  rowsOf,
  signIn,
  statusMessage,
  test,
} from '../fixtures.ts'
import { REX } from './fixtures.ts'

// Faults that are not on the wire, and input that is unusual but valid.

const main = (page: Page) => page.getByRole('main')
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

test('F-09 whatever the headers of the deprecated operation say, the pet is shown, with the documented date of removal', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  for (const [what, headers] of [
    ['missing', {}],
    ['as documented', { deprecation: '@1700000000', sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }],
    ['swapped', { deprecation: '@1999999999', sunset: 'Sat, 01 Jan 2000 00:00:00 GMT' }],
    ['invalid', { deprecation: 'maybe', sunset: 'soon' }],
    ['with another date', { sunset: 'Fri, 05 Dec 2036 00:00:00 GMT' }],
    ['with a link to a script', { link: '<javascript:alert(1)>; rel="sunset"' }],
  ] as const) {
    await test.step(what, async () => {
      petstore.respond({ path: '/pets/7' }, { status: 200, body: { ...REX, name: what }, headers })
      await page.goto('/staging/pets/7')
      await expect(heading(page)).toHaveText(what)
      await expect(page.getByRole('note', { name: 'Deprecated operation' })).toContainText('5 December 2030')
      await expect(main(page).locator('a[href^="javascript"]')).toHaveCount(0)
    })
  }
})

test('F-19 undocumented values are shown as received, and missing ones as "Not set"', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  const pets = [
    { id: 1, name: 'Unknown', categoryId: 1, status: 'on holiday' },
    { id: 2, name: 'Extra', categoryId: 1, status: 'sold', tags: [{ __proto__: 1 }], photo: null },
    { id: 3, name: 'Missing', categoryId: 1 },
    { id: 4, name: 'Nothing', categoryId: 1, status: null },
    { id: 5, name: '', categoryId: 1, status: '' },
    { id: 6, name: 'Negative', categoryId: -9, status: 'SOLD' },
  ]
  petstore.respond({ path: '/pets?limit=20' }, { status: 200, body: pets })
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveCount(6)
  expect((await rowsOf(page)).map((cells) => cells.slice(1))).toEqual([
    ['Unknown', 'Dogs', 'on holiday'],
    ['Extra', 'Dogs', 'Sold'],
    ['Missing', 'Dogs', 'Not set'],
    ['Nothing', 'Dogs', 'Not set'],
    ['(no name)', 'Dogs', '(empty)'],
    ['Negative', '-9', 'SOLD'],
  ])
  for (const pet of pets) {
    petstore.respond({ path: `/pets/${pet.id}` }, { status: 200, body: pet })
    await page.goto(`/staging/pets/${pet.id}`)
    await expect(heading(page)).toHaveText(pet.name === '' ? '(no name)' : pet.name)
    await expect(main(page)).not.toContainText(/undefined|null/)
  }
})

test('F-20 pets without an ID or a name are counted with their positions, and nothing links to them', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  petstore.respond(
    { path: '/pets?limit=20' },
    { status: 200, body: [REX, { name: 'No id', categoryId: 1 }, { id: 9, categoryId: 1 }] },
  )
  await page.goto('/staging/pets')
  await expect(alerts(page)).toContainText('2 of 3 pets are not shown')
  await expect(alerts(page)).toContainText('items 2, 3')
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(page.locator('a[href*="undefined"]')).toHaveCount(0)
})

const IDS = [
  '0',
  '-1',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '7',
  '10000000000000001',
  '-9007199254740993',
]

test('F-25 64-bit IDs stay exact and distinct', async ({ page, petstore }) => {
  await signIn(page, '/staging/pets/new')
  const notAnId = ['9223372036854775808', '1.5', '"12"', '1e400']
  const body = [...IDS, ...notAnId].map((id) => `{"id":${id},"name":"Pet","categoryId":${id}}`)
  petstore.respond({ path: '/pets?limit=20' }, { status: 200, body: `[${body.join(',')}]` })
  await page.goto('/staging/pets')
  await expect(alerts(page)).toContainText('4 of 14 pets are not shown')
  expect((await rowsOf(page)).map(([id]) => id?.trim())).toEqual(IDS)
  expect(await namesOf(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    IDS.map((id) => `/staging/pets/${id}`),
  )
  await page.goto('/staging/pets/9223372036854775807')
  await expect.poll(petstore.requestLines).toContain('GET /pets/9223372036854775807')

  await page.goto('/staging/pets/new')
  await addPet(page, 'Rex', '9223372036854775807')
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  expect(petstore.posts()[0]?.body).toBe('{"name":"Rex","categoryId":9223372036854775807}')
})

const cancel = async (page: Page) => {
  await page.clock.fastForward(3100)
  await expect(statusMessage(page, 'Staging is taking longer than usual to respond')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
}

test.describe('cancelled requests', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await signIn(page, '/staging/pets/new')
  })

  test('a cancelled list can be requested again', async ({ page, petstore }) => {
    petstore.db.create({ name: 'Rex' })
    petstore.hold({ path: '/pets?limit=20' })
    await navLink(page, 'Pets').click()
    await expect.poll(petstore.requestLines).toContain('GET /pets?limit=20')
    await cancel(page)
    await expect(alerts(page)).toContainText('Request cancelled before Staging responded')
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(alerts(page)).toHaveCount(0)
  })

  test('a cancelled filter shows no rows of the previous filter', async ({ page, petstore }) => {
    petstore.db.create({ name: 'Rex' })
    await navLink(page, 'Pets').click()
    await expect(namesOf(page)).toHaveText(['Rex'])
    petstore.hold({ path: '/pets?limit=20&status=sold' })
    await page.getByRole('radio', { name: 'Sold' }).check()
    await expect.poll(petstore.requestLines).toContain('GET /pets?limit=20&status=sold')
    await cancel(page)
    await expect(alerts(page)).toContainText('Request cancelled')
    await expect(namesOf(page)).toHaveCount(0)
    await page.getByRole('radio', { name: 'All' }).check()
    await expect(namesOf(page)).toHaveText(['Rex'])
  })

  test('a cancelled refresh keeps the rows', async ({ page, petstore }) => {
    petstore.db.create({ name: 'Rex' })
    await navLink(page, 'Pets').click()
    await expect(namesOf(page)).toHaveText(['Rex'])
    petstore.hold({ path: '/pets?limit=20' })
    await refresh(page)
    await cancel(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(page.locator('time')).toBeVisible()
  })

  test('a cancelled lookup of a pet can be retried', async ({ page, petstore }) => {
    petstore.hold({ path: '/pets/7' })
    await page.goto('/staging/pets/7')
    await expect.poll(petstore.requestLines).toContain('GET /pets/7')
    await cancel(page)
    await expect(alerts(page)).toContainText('Request cancelled')
    await expect(page.getByRole('main')).toBeFocused()
    petstore.respond({ path: '/pets/7' }, { status: 200, body: REX })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Rex')
  })

  test('cancelling the check of a key does not store it, and leaves it in the field', async ({
    page,
    petstore,
  }) => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    petstore.hold({ path: '/pets?limit=1' })
    await page.getByLabel('API key').fill(KEY)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await cancel(page)
    await expect(alerts(page)).toContainText('Request cancelled')
    await expect(page.getByLabel('API key')).toHaveValue(KEY)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(heading(page)).toHaveText('Add a pet')
  })

  test('a cancelled POST has an unknown outcome, and its late response changes nothing', async ({
    page,
    petstore,
  }) => {
    const release = petstore.hold({ method: 'POST' })
    await addPet(page, 'Rex', '1')
    await petstore.arrived(1)
    await page.clock.fastForward(3100)
    await expect(statusMessage(page, 'Cancelling does not undo it')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(alerts(page)).toContainText('Rex may have been added')
    release()
    await expect(page.getByRole('button', { name: 'This is it, ID 1001' })).toBeVisible()
    expect(petstore.posts()).toHaveLength(1)
  })
})

test('F-36 signing out works immediately while all connections hang', async ({ page, petstore }) => {
  await signIn(page, '/staging/pets/new')
  petstore.writeRaw({ times: 20 }, () => undefined)
  // More requests than the browser opens connections to one host; leaving a page must abort its request.
  for (const [filter, path] of [
    ['Available', '/pets?limit=20&status=available'],
    ['Pending', '/pets?limit=20&status=pending'],
    ['Sold', '/pets?limit=20&status=sold'],
    ['All', '/pets?limit=20'],
  ] as const) {
    if (filter === 'Available') await navLink(page, 'Pets').click()
    await page.getByRole('radio', { name: filter }).check()
    await expect.poll(petstore.requestLines).toContain(`GET ${path}`)
  }
  for (const id of [1, 2, 3, 4]) {
    await page.goto(`/staging/pets/${id}`)
    await expect.poll(petstore.requestLines).toContain(`GET /pets/${id}`)
  }
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  petstore.clearFaults()
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})

test.describe('offline', () => {
  test('F-37 an action taken offline is not sent later on its own', async ({ page, petstore, context }) => {
    await page.clock.install()
    await signIn(page, '/staging/pets/new')
    await context.setOffline(true)
    await addPet(page, 'Rex', '1')
    await expect(alerts(page)).toContainText('Rex may have been added')
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    await context.setOffline(false)
    await expect(justAdded(page)).toContainText('Not found yet')
    await page.clock.fastForward(61_000)
    await expect(justAdded(page)).toContainText('Rex was not added (Staging checked at')
    expect(petstore.posts()).toHaveLength(0)
    await page.getByRole('button', { name: 'Add it again' }).click()
    await expect(statusMessage(page, 'Rex added')).toBeVisible()
    expect(petstore.posts()).toHaveLength(1)
  })

  test('F-38 a connection that drops during a POST leaves its outcome unknown', async ({
    page,
    petstore,
    context,
  }) => {
    await signIn(page, '/staging/pets/new')
    petstore.dropConnection({ method: 'POST' }, 'after')
    const release = petstore.hold({ method: 'POST' })
    await context.setOffline(true)
    await addPet(page, 'Rex', '1')
    release()
    await expect(alerts(page)).toContainText('Rex may have been added')
    await context.setOffline(false)
    await expect(justAdded(page)).toContainText(/Not found yet|This is it/)
    expect(petstore.posts().length).toBeLessThanOrEqual(1)
  })

  test('F-39 navigator.onLine does not keep the app from sending requests', async ({ page, petstore }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
    petstore.db.create({ name: 'Rex' })
    await signIn(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
    await page.goto('/staging/pets/new')
    await addPet(page, 'Mochi', '1')
    await expect(statusMessage(page, 'Mochi added')).toBeVisible()
  })

  test('F-40 a flapping connection causes one request at a time, and moves neither focus nor rows', async ({
    page,
    petstore,
  }) => {
    petstore.db.create({ name: 'Rex' })
    await page.clock.install()
    await signIn(page)
    await expect(namesOf(page)).toHaveText(['Rex'])
    await page.getByRole('searchbox').focus()
    // Recently loaded data is not requested again.
    await page.clock.fastForward(5000)
    petstore.clearReceived()
    const release = petstore.hold({ path: '/pets?limit=20' })
    await page.evaluate(() => {
      for (let turn = 0; turn < 20; turn += 1) {
        window.dispatchEvent(new Event('offline'))
        window.dispatchEvent(new Event('online'))
      }
    })
    await expect.poll(petstore.requestLines).toEqual(['GET /pets?limit=20'])
    await expect(namesOf(page)).toHaveText(['Rex'])
    await expect(page.getByRole('searchbox')).toBeFocused()
    release()
    await expect(page.getByRole('region', { name: 'List' })).not.toHaveAttribute('aria-busy')
    expect(petstore.requestLines()).toHaveLength(1)
  })
})

test('F-42 a content security policy that blocks the service is named as the cause', async ({
  browser,
  petstore,
  site,
}) => {
  // A separate context, because the browser logs to the console what the policy blocks.
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await page.goto('/staging/pets')
  site.headers = { 'content-security-policy': "connect-src 'self'" }
  await page.reload()
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(alerts(page)).toContainText('This site’s security policy blocks Staging')
  expect(petstore.received).toEqual([])
  await context.close()
})

test('F-53 with an invalid stored key, the user has to sign in, and the key is not sent', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new', { keepSignedIn: true })
  const [name = '', stored = ''] = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([candidate]) => candidate.includes('.key.'))
      .flat(),
  )
  const put = (entry: string) =>
    page.evaluate(([entryName, value]) => localStorage.setItem(entryName, value), [name, entry] as const)
  const changed = (fields: object) => JSON.stringify({ ...(JSON.parse(stored) as object), ...fields })
  petstore.clearReceived()
  for (const [what, entry] of [
    ['empty', ''],
    ['not JSON', 'canary'],
    ['null', 'null'],
    ['with another shape', '{"token":"x"}'],
    ['with a line break', changed({ key: 'a\nb' })],
    ['with characters that no header can contain', changed({ key: 'schlüssel' })],
    ['of 1 MB', changed({ key: 'k'.repeat(2 ** 20) })],
    ['for another address', changed({ key: 'k', baseUrl: 'https://elsewhere.example.com/v1' })],
  ] as const) {
    await test.step(what, async () => {
      // With the entry as it was, the same reload is signed in.
      await put(stored)
      await page.reload()
      await expect(heading(page)).toHaveText('Add a pet')
      await put(entry)
      await page.reload()
      await expect(heading(page)).toHaveText('Sign in')
      expect(petstore.received).toEqual([])
    })
  }
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page)).toHaveText('Add a pet')
})

test('F-58 a configuration that does not load is reported after five seconds; until then the page is not blank', async ({
  page,
  site,
  petstore,
}) => {
  const release = site.holdConfig()
  await page.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(page.getByText('Starting Petstore Admin')).toBeVisible()
  await expect(heading(page)).toHaveText('There is a problem with this site’s configuration')
  await expect(page.getByRole('alert')).toContainText('The file could not be loaded')
  expect(petstore.received).toEqual([])
  release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Sign in')
})

test.describe('F-69 clocks and locales', () => {
  for (const [locale, timezoneId, now] of [
    // What the locale and the zone alone change is in locales.spec.ts.
    ['tr-TR', 'Pacific/Kiritimati', '2030-12-04T23:59:00Z'],
    ['ar-EG', 'America/Los_Angeles', '2099-12-31T23:59:59Z'],
    ['ja-JP', 'Asia/Tokyo', '1970-01-01T00:00:10Z'],
  ] as const) {
    test.describe(`${locale} in ${timezoneId} at ${now}`, () => {
      test.use({ locale, timezoneId })

      test('pets are listed, found and added as usual', async ({ page, petstore }) => {
        await page.clock.setFixedTime(now)
        petstore.db.create({ name: 'IRMAK', status: 'available' })
        await signIn(page)
        await expect(namesOf(page)).toHaveText(['IRMAK'])
        await page.getByRole('searchbox').fill('irmak')
        await expect(namesOf(page)).toHaveText(['IRMAK'])
        await page.getByRole('link', { name: 'IRMAK' }).click()
        await expect(heading(page)).toHaveText('IRMAK')
        await expect(page.getByRole('note', { name: 'Deprecated operation' })).toContainText(
          '5 December 2030',
        )
        await page.goto('/staging/pets/new')
        await petForm(page).name.fill('İ')
        await petForm(page).category.fill('12')
        await page.getByRole('radio', { name: 'Available' }).check()
        await petForm(page).add.click()
        await expect(statusMessage(page, 'İ added')).toBeVisible()
        expect(petstore.posts()[0]?.body).toBe('{"name":"İ","categoryId":12,"status":"available"}')
      })
    })
  }
})
