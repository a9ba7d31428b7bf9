import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, int64, namesOf, signIn } from './fixtures.ts'

const note = (page: Page) => page.getByRole('note', { name: 'Deprecated operation' })

/** Terms and descriptions of the description list, in their order. */
const facts = async (page: Page) => {
  const [terms, descriptions] = await Promise.all([
    page.getByRole('main').getByRole('term').allInnerTexts(),
    page.getByRole('main').getByRole('definition').allInnerTexts(),
  ])
  return terms.map((term, index) => [term, descriptions[index]?.replace(/\s+/g, ' ').trim()])
}

test('one pet shows its facts and the note with the date and a link to the list of its status', async ({
  page,
  petstore,
  baseURL,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('77'), status: 'pending' })
  await signIn(page, '/staging/pets/981')
  await expect(heading(page)).toHaveText('Rex')
  expect(await facts(page)).toEqual([
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

test('the link of the note has no filter where the pet has no status, or one that no filter knows', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('1'), name: 'Rex', status: undefined })
  petstore.db.create({ id: int64('2'), name: 'Mochi', status: 'napping' })
  await signIn(page, '/staging/pets/1')
  await expect(heading(page)).toHaveText('Rex')
  await expect(note(page).getByRole('link')).toHaveAttribute('href', '/staging/pets')
  expect((await facts(page)).at(-1)).toEqual(['Status', 'Not set'])
  await page.goto('/staging/pets/2')
  await expect(heading(page)).toHaveText('Mochi')
  await expect(note(page).getByRole('link')).toHaveAttribute('href', '/staging/pets')
  expect((await facts(page)).at(-1)).toEqual(['Status', 'napping'])
})

test('what the list knew is shown at once, while the pet is looked up', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', status: 'sold' })
  await signIn(page)
  const release = petstore.hold({ path: '/pets/981' })
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  expect((await facts(page)).at(-1)).toEqual(['Status', 'Sold'])
  release()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(heading(page)).toHaveText('Rex')
})

test('a pet that is looked up afresh is busy until it is there', async ({ page, petstore }) => {
  petstore.db.create({ id: int64('981'), name: 'Rex' })
  const release = petstore.hold({ path: '/pets/981' })
  await signIn(page, '/staging/pets/981')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1)
  release()
  await expect(heading(page)).toHaveText('Rex')
})

test('what has changed since the list was loaded is shown as the service has it now', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('981'), name: 'Rex', status: 'available' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  petstore.respond(
    { path: '/pets/981' },
    { status: 200, body: '{"id":981,"name":"Rex the Second","categoryId":2,"status":"sold"}' },
  )
  await page.getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex the Second')
  expect((await facts(page)).slice(2)).toEqual([
    ['Category', 'Cats 2'],
    ['Status', 'Sold'],
  ])
})

test('a pet that does not exist is said so, with a way to all pets', async ({ page, petstore, baseURL }) => {
  await signIn(page, '/staging/pets/981')
  await expect(alerts(page)).toContainText('There is no pet with ID 981 in Staging.')
  await expect(heading(page)).toHaveCount(1)
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets/981'])
  await page.getByRole('link', { name: 'Go to pets' }).click()
  await expect(page).toHaveURL(`${baseURL}/staging/pets`)
})

test('a 404 for a pet that the list has is no "there is no pet"', async ({ page, petstore }) => {
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
  test(`after a ${status} the pet is looked for in the list operation and shown`, async ({
    page,
    petstore,
  }) => {
    petstore.respond({ path: '/pets/981', times: 9 }, { status })
    petstore.db.create({ id: int64('981'), name: 'Rex', status: 'sold' })
    await signIn(page, '/staging/pets/981')
    await expect(heading(page)).toHaveText('Rex')
    expect((await facts(page))[0]).toEqual(['ID', '981'])
    await expect(note(page)).toContainText('5 December 2030')
    await expect(note(page).getByRole('link')).toHaveAttribute('href', '/staging/pets?status=sold')
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets/981', 'GET /pets?limit=100'])
  })

  test(`after a ${status} the words say where was looked, never that the pet does not exist`, async ({
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

test('a lookup that fails keeps what the list knew, says so, and can be tried again', async ({
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

test('a lookup that fails without anything known is an alert that can be tried again', async ({
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

test('ids of 64 bits stay exact and apart, from the list to the request to the page', async ({
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
    expect((await facts(page))[0]).toEqual(['ID', id])
    await expect.poll(petstore.requestLines).toContain(`GET /pets/${id}`)
    // And from the address alone.
    await page.reload()
    await expect(heading(page)).toHaveText(`Pet ${id}.`)
    await page.goBack()
    await expect(namesOf(page)).toHaveCount(ids.length)
  }
})
