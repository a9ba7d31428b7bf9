import { expect, namesOf, signIn, statusMessage, test } from './fixtures.ts'

/** A list that may be kept for ten minutes. */
const cacheable = (name: string) => ({
  status: 200,
  body: [{ id: 1, name, categoryId: 1 }],
  headers: { 'cache-control': 'max-age=600' },
})

test('a list that was asked for before costs no preflight; a refresh is not answered by a cache', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  // What was asked for with the key that was just given bypasses the cache.
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

test('a refresh shows what the service has, also where lists may be kept', async ({ page, petstore }) => {
  await signIn(page, '/staging/pets/new')
  for (const name of ['Rex', 'Mochi', 'Luna']) petstore.respond({ path: '/pets?limit=20' }, cacheable(name))
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.clearReceived()
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveText(['Rex'])
  expect(petstore.requestLines()).toEqual([])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(namesOf(page)).toHaveText(['Mochi'])
  // The cache has it now, and reloading the page asks the service, too.
  await page.reload()
  await expect(namesOf(page)).toHaveText(['Luna'])
})
