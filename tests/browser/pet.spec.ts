import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, int64, namesOf, signIn } from './fixtures.ts'

const note = (page: Page) => page.getByRole('note', { name: 'Deprecated operation' })

/** The terms and descriptions of the description list, in order. */
const fields = async (page: Page) => {
  const [terms, descriptions] = await Promise.all([
    page.getByRole('main').getByRole('term').allInnerTexts(),
    page.getByRole('main').getByRole('definition').allInnerTexts(),
  ])
  return terms.map((term, index) => [term, descriptions[index]?.replace(/\s+/g, ' ').trim()])
}

test('the page of a pet shows its fields and the deprecation note with the date and a link to its status', async ({
  page,
  petstore,
  baseURL,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('77'), status: 'pending' })
  await signIn(page, '/staging/pets/981')
  await expect(heading(page)).toHaveText('Rex')
  expect(await fields(page)).toEqual([
    ['ID', '981'],
    ['Name', 'Rex'],
    ['Category', '77'],
    ['Status', 'Pending'],
  ])
  await expect(note(page)).toContainText('5 December 2030')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets/981'])
  await note(page).getByRole('link').click()
  await expect(page).toHaveURL(`${baseURL}/staging/pets?status=pending`)
  await expect(namesOf(page)).toHaveText(['Rex'])
})

test('the link of the note has no filter if the pet has no status or one without a filter', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('1'), name: 'Rex', status: undefined })
  petstore.db.create({ id: int64('2'), name: 'Mochi', status: 'napping' })
  await signIn(page, '/staging/pets/1')
  await expect(heading(page)).toHaveText('Rex')
  await expect(note(page).getByRole('link')).toHaveAttribute('href', '/staging/pets')
  expect((await fields(page)).at(-1)).toEqual(['Status', 'Not set'])
  await page.goto('/staging/pets/2')
  await expect(heading(page)).toHaveText('Mochi')
  await expect(note(page).getByRole('link')).toHaveAttribute('href', '/staging/pets')
  expect((await fields(page)).at(-1)).toEqual(['Status', 'napping'])
})

test('data from the list is shown immediately, while the pet is being loaded', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', status: 'sold' })
  await signIn(page)
  const release = petstore.hold({ path: '/pets/981' })
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  expect((await fields(page)).at(-1)).toEqual(['Status', 'Sold'])
  release()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(heading(page)).toHaveText('Rex')
})

test('a pet without data from the list is marked as busy until it is loaded', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  const release = petstore.hold({ path: '/pets/981' })
  await signIn(page, '/staging/pets/981')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  release()
  await expect(heading(page)).toHaveText('Rex')
})

test('changes since the list was loaded are shown', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', status: 'available' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.respond(
    { path: '/pets/981' },
    { status: 200, body: '{"id":981,"name":"Rex the Second","categoryId":2,"status":"sold"}' },
  )
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex the Second')
  expect((await fields(page)).slice(2)).toEqual([
    ['Category', 'Cats 2'],
    ['Status', 'Sold'],
  ])
})

test('a pet that does not exist is reported, with a link to all pets', async ({
  page,
  petstore,
  baseURL,
}) => {
  await signIn(page, '/staging/pets/981')
  await expect(alerts(page)).toContainText('There is no pet with ID 981 in Staging.')
  await expect(heading(page)).toHaveCount(1)
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets/981'])
  await page.getByRole('link', { name: 'Go to pets' }).click()
  await expect(page).toHaveURL(`${baseURL}/staging/pets`)
})

test('a 404 for a pet that the list contains is not reported as a missing pet', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.respond(
    { path: '/pets/981' },
    { status: 404, body: { code: 'x', message: 'No route.', status: 404 } },
  )
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(heading(page)).toHaveText('Rex')
  await expect(page.getByRole('main')).not.toContainText('There is no pet')
})

for (const status of [405, 410, 501]) {
  test(`after a ${status} the pet is found through the list operation`, async ({ page, petstore }) => {
    petstore.respond({ path: '/pets/981', times: 9 }, { status })
    petstore.db.create({ id: int64('981'), name: 'Rex', status: 'sold' })
    await signIn(page, '/staging/pets/981')
    await expect(heading(page)).toHaveText('Rex')
    expect((await fields(page))[0]).toEqual(['ID', '981'])
    await expect(note(page)).toContainText('5 December 2030')
    await expect(note(page).getByRole('link')).toHaveAttribute('href', '/staging/pets?status=sold')
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets/981', 'GET /pets?limit=100'])
  })

  test(`after a ${status} the page says which lists were searched, and never that the pet does not exist`, async ({
    page,
    petstore,
  }) => {
    petstore.respond({ path: '/pets/981', times: 9 }, { status })
    petstore.db.create({ id: int64('1'), name: 'Mochi', status: 'available' })
    await signIn(page, '/staging/pets/981')
    await expect(alerts(page)).toContainText('981')
    await expect(alerts(page)).toContainText('was not found in')
    await expect(alerts(page)).toContainText('all 1 pet, all 1 available pet')
    await expect(page.getByRole('main')).not.toContainText(/no such pet|there is no pet|does not exist/i)
    expect(petstore.requestLines().slice(2)).toEqual([
      'GET /pets?limit=100',
      'GET /pets?limit=100&status=available',
      'GET /pets?limit=100&status=pending',
      'GET /pets?limit=100&status=sold',
    ])
    petstore.db.create({ id: int64('981'), name: 'Rex' })
    await page.getByRole('button', { name: 'Search again' }).click()
    await expect(heading(page)).toHaveText('Rex')
  })
}

test('a failed lookup keeps the data from the list, shows the error and can be retried', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  await signIn(page)
  const body = { code: 'no', message: 'Not for this key.', status: 403 }
  petstore.respond({ path: '/pets/981' }, { status: 403, body })
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex')
  await expect(alerts(page)).toContainText('Not for this key.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alerts(page)).toHaveCount(0)
  await expect(heading(page)).toHaveText('Rex')
})

test('a failed lookup without data from the list is an alert and can be retried', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  petstore.respond({ path: '/pets/981' }, { status: 200, body: '{"id":981}' })
  await signIn(page, '/staging/pets/981')
  await expect(alerts(page)).toContainText('Staging sent a response this app cannot read')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Rex')
})

test('64-bit IDs stay exact and distinct in the list, the request and the page', async ({
  page,
  petstore,
  baseURL,
}) => {
  const ids = [
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '0',
    '-1',
  ]
  for (const id of ids) petstore.db.create({ id: int64(id), name: `Pet ${id}.` })
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(ids.length)
  for (const id of ids) {
    petstore.clearReceived()
    await page.getByRole('link', { name: `Pet ${id}.`, exact: true }).click()
    await expect(page).toHaveURL(`${baseURL}/staging/pets/${id}`)
    await expect(heading(page)).toHaveText(`Pet ${id}.`)
    expect((await fields(page))[0]).toEqual(['ID', id])
    await expect.poll(petstore.requestLines).toContain(`GET /pets/${id}`)
    // Also when opened by URL.
    await page.reload()
    await expect(heading(page)).toHaveText(`Pet ${id}.`)
    await page.goBack()
    await expect(namesOf(page)).toHaveCount(ids.length)
  }
})
