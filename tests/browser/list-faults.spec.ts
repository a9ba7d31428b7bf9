import type { Page } from '@playwright/test'
import { alerts, expect, namesOf, navLink, rowsOf, signIn, test } from './fixtures.ts'

const ERROR = { code: 'not_allowed', message: 'This key may not list pets.', status: 403 }

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

test(`a list that fails to load shows the service's message, and "Try again" loads it`, async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  petstore.respond({ path: '/pets?limit=20' }, { status: 403, body: ERROR })
  await signIn(page)
  await expect(alerts(page)).toContainText('This key may not list pets.')
  await expect(alerts(page)).toContainText('not_allowed')
  await expect(alerts(page)).toContainText('403')
  await expect(page.getByRole('main')).not.toContainText(/\b(0|No) pets/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(alerts(page)).toHaveCount(0)
})

test('a failed refresh keeps the rows and says when they were loaded', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])

  petstore.respond({}, { status: 403, body: ERROR })
  await refresh(page)
  await expect(alerts(page)).toContainText('This key may not list pets.')
  await expect(alerts(page)).toContainText(/You are seeing pets from \d/)
  await expect(namesOf(page)).toHaveText(['Rex'])

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alerts(page)).toHaveCount(0)
  await expect(namesOf(page)).toHaveText(['Rex'])
})

for (const [what, fault] of [
  ['answers 503', { status: 503, body: '<html>down</html>', headers: { 'content-type': 'text/html' } }],
  ['breaks the connection', undefined],
] as const) {
  test(`a GET to a service that ${what} is sent at most 4 times`, async ({ page, petstore }) => {
    await signIn(page, '/staging/pets/new')
    petstore.clearReceived()
    if (fault === undefined) petstore.dropConnection({ times: 9 }, 'before')
    else petstore.respond({ times: 9 }, fault)
    await navLink(page, 'Pets').click()
    await expect(alerts(page)).toContainText('Staging')
    await expect(alerts(page)).not.toContainText('<html')
    const tries = petstore.requestLines().length
    expect(tries).toBeGreaterThan(1)
    expect(tries).toBeLessThanOrEqual(4)
    await expect(page.getByRole('main')).not.toContainText(/\b(0|No) pets/)
  })
}

test('a service that recovers between retries causes no error message', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page, '/staging/pets/new')
  petstore.dropConnection({}, 'before')
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(alerts(page)).toHaveCount(0)
})

for (const [what, body, message] of [
  [
    "a captive portal's page",
    '<!doctype html><p>Accept the terms</p>',
    'The response did not come from Staging',
  ],
  [
    'a truncated list',
    '[{"id":1,"name":"Rex","categoryId":1},{"id":2,"na',
    'The response did not come from Staging',
  ],
  ['an empty body', '', 'The response did not come from Staging'],
  ['an object', '{"pets":[]}', 'Staging sent a response this app cannot read'],
  ['null', 'null', 'Staging sent a response this app cannot read'],
] as const) {
  test(`a 200 with ${what} instead of a list is not shown as an empty list`, async ({ page, petstore }) => {
    petstore.respond({ path: '/pets?limit=20' }, { status: 200, body })
    await signIn(page)
    await expect(alerts(page)).toContainText(message)
    await expect(page.getByRole('main')).not.toContainText(/\b(0|No) pets/)
    await expect(alerts(page)).not.toContainText('Accept the terms')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  })
}

test('invalid elements do not hide the valid ones, and are counted with their positions', async ({
  page,
  petstore,
}) => {
  petstore.respond(
    { path: '/pets?limit=20' },
    {
      status: 200,
      body: `[{"id":1,"name":"Rex","categoryId":1,"status":null,"extra":{"a":[1]}},
              null,
              {"id":"2","name":"text for an id","categoryId":1},
              {"id":3,"name":"Mochi","categoryId":9223372036854775807,"status":"napping"},
              {"id":3,"name":"Again","categoryId":2,"status":"sold"},
              {"id":1e400,"name":"too large","categoryId":2}]`,
    },
  )
  await signIn(page)
  await expect(alerts(page)).toContainText('3 of 6 pets are not shown')
  await expect(alerts(page)).toContainText('2, 3, 6')
  expect(await rowsOf(page)).toEqual([
    ['1', 'Rex', 'Dogs', 'Not set'],
    ['3', 'Mochi', '9223372036854775807', 'napping'],
    ['3', 'Again', 'Cats', 'Sold'],
  ])
})

test('offline, the page says so and keeps the rows; online again, it reloads the list', async ({
  page,
  petstore,
  context,
}) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
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

test('markup in names and messages is shown as text', async ({ page, petstore }) => {
  const name = '<img src=x onerror="document.title=`owned`"><b>&amp;</b>'
  petstore.db.create({ name })
  await signIn(page)
  await expect(namesOf(page)).toHaveText([name])
  petstore.respond({}, { status: 400, body: { code: '<i>c</i>', message: `<b>${name}</b>`, status: 400 } })
  await refresh(page)
  await expect(alerts(page)).toContainText(`<b>${name}</b>`)
  await expect(alerts(page)).toContainText('<i>c</i>')
  await expect(page).toHaveTitle('Pets · Staging · Petstore Admin')
  await expect(page.locator('main img')).toHaveCount(0)
})
