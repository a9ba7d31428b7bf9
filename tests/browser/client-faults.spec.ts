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

test('no row moves, whatever is said about a list', async ({ page, petstore, production, site }) => {
  const config = configFor(petstore, production)
  for (const environment of config.environments) environment.name = 'Long name '.repeat(10).trim()
  site.configure(config)
  for (let number = 1; number <= 100; number++) petstore.db.create({ name: 'Rex', status: 'pending' })
  await openPage(page, '/staging/pets?limit=100&status=pending')
  await expect(namesOf(page)).toHaveCount(100)
  const tops = async () => {
    const measured: Record<number, number | undefined> = {}
    for (const width of [1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      measured[width] = (await page.locator('main tbody tr').first().boundingBox())?.y
    }
    return measured
  }
  const said = (text: string | RegExp) => statusMessage(page.getByRole('main'), text)
  await expect(said('First 100 pending pets. Staging shows')).toBeVisible()
  const before = await tops()
  const release = petstore.hold()
  await refresh(page)
  await expect(said('Still waiting for')).toBeVisible()
  expect(await tops()).toEqual(before)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(said('Refresh cancelled')).toBeVisible()
  release()
  expect(await tops()).toEqual(before)
  await refresh(page)
  await expect(said('No changes')).toBeVisible()
  expect(await tops()).toEqual(before)
  petstore.respond({}, { status: 400, body: { code: 'odd', message: 'y'.repeat(200), status: 400 } })
  await refresh(page)
  await expect(alerts(page)).toBeInViewport()
  expect(await tops()).toEqual(before)
  const pets = Array.from({ length: 100 }, (_, id) => (id === 0 ? null : { id, name: 'Rex', categoryId: 1 }))
  petstore.respond({}, { status: 200, body: pets })
  await refresh(page)
  await expect(said('Showing 99 of 100 pending pets, 1 unreadable')).toBeVisible()
  expect(await tops()).toEqual(before)

  // The page is wide, because on a phone the filter is under "Options".
  await page.setViewportSize({ width: 1280, height: 800 })
  const respond = petstore.hold({ times: 2 })
  await refresh(page)
  await expect(said('Still waiting for')).toBeVisible()
  await page.getByRole('radio', { name: 'Sold' }).check()
  await expect(said('Still waiting for')).toBeHidden()
  respond()
  await expect(page.getByText(/^No sold pets/)).toBeVisible()
  await page.getByRole('radio', { name: 'All' }).check()
  await expect(namesOf(page)).toHaveCount(100)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(said('Downloaded 100 pets.')).toBeVisible()
  expect(await tops()).toEqual(before)
})
