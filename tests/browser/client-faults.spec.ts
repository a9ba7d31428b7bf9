import type { Page } from '@playwright/test'
import {
  alerts,
  configFor,
  expect,
  heading,
  KEY,
  namesOf,
  navLink,
  openPage,
  statusMessage,
  test,
} from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

test.use({ isSignedIn: true })

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

test('while offline, the page says so and keeps the rows, and then it reloads', async ({
  page,
  petstore,
  context,
}) => {
  petstore.db.create({ name: 'Rex' })
  await openPage(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  await context.setOffline(true)
  await refresh(page)
  await expect(alerts(page)).toContainText('You are offline')
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.db.create({ name: 'Mochi' })
  await context.setOffline(false)
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi'])
  await expect(alerts(page)).toHaveCount(0)
})

test('F-36 signing out works immediately while all connections hang', async ({ page, petstore }) => {
  await openPage(page, '/staging/pets/new')
  petstore.writeRaw({ times: 20 }, () => undefined)
  // There are more requests than the browser opens connections to one host, so leaving a page must
  // abort its request.
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

test('F-42 a policy that blocks the service is named as the cause', async ({ browser, petstore, site }) => {
  // This is a separate context, because the browser logs to the console what the policy blocks.
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  site.headers = { 'content-security-policy': "connect-src 'self'" }
  await page.goto('/staging/pets')
  await expect(alerts(page)).toContainText('This site’s security policy blocks Staging')
  expect(petstore.received).toEqual([])
  await context.close()
})

/** Returns where the first row begins at each width of the window. */
async function topsOfFirstRow(page: Page) {
  const tops: Record<number, number | undefined> = {}
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    tops[width] = (await page.locator('main tbody tr').first().boundingBox())?.y
  }
  return tops
}

const message = (page: Page, text: string | RegExp) => statusMessage(page.getByRole('main'), text)

async function refreshWithoutResponse(page: Page, petstore: PetstoreService) {
  const release = petstore.hold()
  await refresh(page)
  await expect(message(page, 'Still waiting for')).toBeVisible()
  return release
}

test.describe('whatever is said about a list', () => {
  // The name of the service is as long as can be, and the list is cut, which is said, too.
  test.beforeEach(async ({ page, petstore, production, site }) => {
    const config = configFor(petstore, production)
    for (const environment of config.environments) environment.name = 'Long name '.repeat(10).trim()
    site.configure(config)
    for (let number = 1; number <= 100; number++) petstore.db.create({ name: 'Rex', status: 'pending' })
    await openPage(page, '/staging/pets?limit=100&status=pending')
    await expect(namesOf(page)).toHaveCount(100)
    await expect(message(page, 'First 100 pending pets.')).toBeVisible()
  })

  type Situation = {
    readonly title: string
    readonly cause: (page: Page, petstore: PetstoreService) => Promise<void>
  }

  const SITUATIONS: readonly Situation[] = [
    {
      title: 'the app is still waiting for a refresh',
      cause: async (page, petstore) => {
        await refreshWithoutResponse(page, petstore)
      },
    },
    {
      title: 'a refresh was cancelled',
      cause: async (page, petstore) => {
        const release = await refreshWithoutResponse(page, petstore)
        await page.getByRole('button', { name: 'Cancel' }).click()
        await expect(message(page, 'Refresh cancelled')).toBeVisible()
        release()
      },
    },
    {
      title: 'a refresh has changed nothing',
      cause: async (page) => {
        await refresh(page)
        await expect(message(page, 'No changes')).toBeVisible()
      },
    },
    {
      title: 'a refresh has failed, for a long reason',
      cause: async (page, petstore) => {
        const body = { code: 'odd', message: 'y'.repeat(200), status: 400 }
        petstore.respond({}, { status: 400, body })
        await refresh(page)
        await expect(alerts(page)).toBeInViewport()
      },
    },
    {
      title: 'a pet cannot be read',
      cause: async (page, petstore) => {
        const pets = Array.from({ length: 99 }, (_, id) => ({ id, name: 'Rex', categoryId: 1 }))
        petstore.respond({}, { status: 200, body: [null, ...pets] })
        await refresh(page)
        await expect(message(page, 'Showing 99 of 100 pending pets, 1 unreadable')).toBeVisible()
      },
    },
    {
      title: 'the pets were downloaded',
      cause: async (page) => {
        await page.getByRole('button', { name: 'Download CSV' }).click()
        await expect(message(page, 'Downloaded 100 pets.')).toBeVisible()
      },
    },
  ]

  for (const { title, cause } of SITUATIONS) {
    test(`no row moves when ${title}`, async ({ page, petstore }) => {
      const before = await topsOfFirstRow(page)
      await cause(page, petstore)
      expect(await topsOfFirstRow(page)).toEqual(before)
    })
  }

  test('another list no longer says that the app waits for the one before', async ({ page, petstore }) => {
    const release = petstore.hold({ times: 2 })
    await refresh(page)
    await expect(message(page, 'Still waiting for')).toBeVisible()
    await page.getByRole('radio', { name: 'Sold' }).check()
    await expect(message(page, 'Still waiting for')).toBeHidden()
    release()
    await expect(page.getByText(/^No sold pets/)).toBeVisible()
  })
})
