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
  rowsOf,
  signIn,
  statusMessage,
  test,
} from '../fixtures.ts'

// Faults that are not on the wire, and input that is unusual but valid.

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

async function cancel(page: Page, notice: string) {
  await page.clock.fastForward(3100)
  await expect(statusMessage(page, notice)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
}

test.describe('cancelled requests', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await signIn(page, '/staging/pets/new')
  })

  test('cancelling the check of a key does not store it, and leaves it in the field', async ({
    page,
    petstore,
  }) => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    petstore.hold({ path: '/pets?limit=1' })
    await page.getByLabel('API key').fill(KEY)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await cancel(page, 'Still waiting for Staging')
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
    await cancel(page, 'Cancelling does not undo it')
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

test('F-58 a configuration that does not load is reported after five seconds; until then the page is not blank', async ({
  page,
  site,
  petstore,
}) => {
  const release = site.holdAssets(/^\/config\.json$/)
  await page.goto('/staging/pets', { waitUntil: 'commit' })
  await expect(page.getByText('Starting Petstore Admin')).toBeVisible()
  await expect(heading(page)).toHaveText('There is a problem with this site’s configuration')
  await expect(page.getByRole('alert')).toContainText('The file could not be loaded')
  expect(petstore.received).toEqual([])
  release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Sign in')
})
