import { expect, namesOf, signIn, statusMessage, test } from './fixtures.ts'

const list = (name: string, headers: Record<string, string>) => ({
  status: 200,
  body: [{ id: 1, name, categoryId: 1 }],
  headers,
})

const HEADERS_OF_KEPT_LISTS = [
  { 'cache-control': 'max-age=3600' },
  { 'last-modified': 'Wed, 01 Jan 2025 10:00:00 GMT' },
  { expires: 'Wed, 01 Jan 2031 10:00:00 GMT' },
]

for (const headers of HEADERS_OF_KEPT_LISTS) {
  test.describe(`a service that sends its lists with ${JSON.stringify(headers)}`, () => {
    test.beforeEach(({ petstore }) => {
      for (const name of ['Rex', 'Rex', 'Mia', 'Luna'])
        petstore.respond({ path: '/pets?limit=20' }, list(name, headers))
    })

    test('shows no list of one person to the next', async ({ page, context, petstore }) => {
      await signIn(page)
      await expect(namesOf(page)).toHaveText(['Rex'])
      await page.goto('/staging/pets')
      await expect(namesOf(page)).toHaveText(['Rex'])
      await page.getByRole('button', { name: 'Sign out' }).click()

      petstore.key = 'key-of-another-person'
      await signIn(page, '/staging/pets/new', { key: petstore.key, keepSignedIn: true })
      petstore.clearReceived()
      await page.goto('/staging/pets')
      await expect(namesOf(page)).toHaveText(['Mia'])
      const tab = await context.newPage()
      await tab.goto('/staging/pets')
      await expect(namesOf(tab)).toHaveText(['Luna'])
      expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=20'])
    })
  })
}

test('a list that was kept is not shown when the service has since stopped to let lists be kept', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  // The list is requested twice, because the first response may have come from the cache.
  petstore.respond({ path: '/pets?limit=20', times: 2 }, list('Old', { 'cache-control': 'max-age=3600' }))
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveText(['Old'])
  petstore.db.create({ name: 'Rex' })
  await page.goto('/staging/pets?limit=5')
  await expect(namesOf(page)).toHaveText(['Rex'])

  petstore.clearReceived()
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveText(['Rex'])
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
})

test('a redirect that the browser has kept is not shown as a response of the service', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  const headers = { location: 'https://login.example/', 'cache-control': 'max-age=3600' }
  petstore.respond({ path: '/pets?limit=5', times: 2 }, { status: 301, body: '', headers })
  await page.goto('/staging/pets?limit=5')
  await expect(page.getByRole('alert')).toContainText('redirected')
  await page.goto('/staging/pets?limit=5')
  await expect(namesOf(page)).toHaveText(['Rex'])
})

test('a list that was requested before costs no preflight if it may not be kept, but a refresh does', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  // Requests with the key that was just given bypass the cache.
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.clearReceived()
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveText(['Rex'])
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
  expect(petstore.preflights()).toEqual([])

  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(statusMessage(page.getByRole('main'), 'No changes')).toBeVisible()
  expect(petstore.preflights()).toEqual(['/pets?limit=20'])
})
