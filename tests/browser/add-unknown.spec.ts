import type { Page } from '@playwright/test'
import { alerts, expect, int64, namesOf, navLink, petForm, signIn, statusMessage, test } from './fixtures.ts'

const name = (page: Page) => petForm(page).name
const justAdded = (page: Page) => page.getByRole('list', { name: 'Just added' })
const checkForIt = (page: Page) => page.getByRole('button', { name: 'Check for it' }).click()

async function send(page: Page) {
  await name(page).fill('Rex')
  await page.getByRole('textbox', { name: 'Category ID' }).fill('9007199254740993')
  await page.getByRole('button', { name: 'Add pet' }).click()
}

async function expectUnknown(page: Page) {
  await expect(alerts(page)).toContainText('may have been added, but Staging did not confirm it')
  await expect(alerts(page)).toContainText('may have been added')
  await expect(page.getByRole('main')).not.toContainText(/fail|not added/i)
  await expect(name(page)).toHaveValue('Rex')
}

test.beforeEach(async ({ page }) => {
  await signIn(page, '/staging/pets/new')
})

for (const [what, status, done] of [
  ['a 500 after the service added the pet', 500, true],
  ['a 503 before the service added the pet', 503, false],
  ['a 408', 408, false],
] as const) {
  test(`${what} leaves the outcome unknown, and the app does not retry`, async ({ page, petstore }) => {
    const body = { code: 'internal_error', message: 'Something broke.', status }
    petstore.respond({ method: 'POST' }, { status, body, done })
    await send(page)
    await expectUnknown(page)
    await expect(alerts(page)).toContainText('Something broke.')
    await expect(alerts(page)).toContainText('internal_error')
    await expect(alerts(page)).toContainText(String(status))
    expect(petstore.posts()).toHaveLength(1)
    await checkForIt(page)
    await expect(page.getByRole('button', { name: done ? 'Yes, this is it' : 'Add it again' })).toBeVisible()
    expect(petstore.posts()).toHaveLength(1)
  })
}

test('a pet whose response was lost is found by the check and confirmed with "Yes, this is it"', async ({
  page,
  petstore,
}) => {
  // A matching pet that was listed before the POST is not offered.
  petstore.db.create({ name: 'Rex', categoryId: int64('9007199254740993'), status: undefined })
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await navLink(page, 'Add pet').click()
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await expectUnknown(page)
  await checkForIt(page)
  await expect(page.getByRole('button', { name: 'Yes, this is it' })).toHaveCount(1)
  await expect(statusMessage(page, 'ID 1002')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, this is it' }).click()

  await expect(statusMessage(page, 'Rex added (ID 1002)')).toBeVisible()
  await expect(justAdded(page).getByRole('link')).toHaveText(['Rex'])
  await expect(alerts(page)).toHaveCount(0)
  await expect(name(page)).toHaveValue('')
  expect(petstore.posts()).toHaveLength(1)
  expect(petstore.db.all()).toHaveLength(2)
})

test('a pet that never reached the service is not found by the check, and the user adds it again', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST' }, 'before')
  await send(page)
  await expectUnknown(page)
  await checkForIt(page)
  await expect(statusMessage(page, 'Not found in the full list')).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
  await page.getByRole('button', { name: 'Add it again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add it again' }).dblclick()
  await expect(statusMessage(page, 'Rex added (ID 1001)')).toBeVisible()
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"Rex","categoryId":9007199254740993}',
    '{"name":"Rex","categoryId":9007199254740993}',
  ])
  expect(petstore.db.all()).toHaveLength(1)
})

for (const [what, when] of [
  ['was not added', 'before'],
  ['was added but is not in the truncated lists', 'after'],
] as const) {
  test(`when the lists are truncated, the check says that it cannot tell: the pet ${what}`, async ({
    page,
    petstore,
  }) => {
    petstore.dropConnection({ method: 'POST' }, when)
    await send(page)
    // The service returns a full list of other pets, whatever it stores.
    const others = Array.from({ length: 100 }, (_, index) => ({
      id: index + 1,
      name: 'Mochi',
      categoryId: 2,
    }))
    petstore.respond({ method: 'GET', times: 9 }, { status: 200, body: others })
    await checkForIt(page)
    await expect(statusMessage(page, 'at most 100 pets per list')).toBeVisible()
    await expect(statusMessage(page, 'could create a duplicate')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add it again' })).toBeVisible()
    expect(petstore.posts()).toHaveLength(1)
  })
}

test('lists loaded before the POST are no evidence: a cancelled check does not report the pet as missing', async ({
  page,
  petstore,
}) => {
  await page.goto('/staging/pets?limit=100')
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  for (const status of ['Available', 'Pending', 'Sold', 'All']) {
    await page.getByRole('radio', { name: status }).check()
  }
  await expect
    .poll(() => petstore.requestLines().filter((line) => line.includes('limit=100')))
    .toHaveLength(4)
  await navLink(page, 'Add pet').click()
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await expectUnknown(page)

  const release = petstore.hold({ method: 'GET', times: 9 })
  await checkForIt(page)
  await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
  await expect(statusMessage(page, 'Check cancelled')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/not found|not there/i)
  await expect(page.getByRole('button', { name: 'Add it again' })).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  release()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
})

test('the dialog that asks before adding a pet again updates while a check runs, and keeps the focus', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await expectUnknown(page)
  const release = petstore.hold({ method: 'GET' })
  await checkForIt(page)
  const addPet = page.getByRole('button', { name: 'Add pet' })
  await addPet.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add this pet again?' })
  await expect(dialog).toContainText('The check is not finished yet')
  await expect(dialog.getByRole('button', { name: 'Checking…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(addPet).toBeFocused()
  await page.keyboard.press('Enter')
  release()
  await expect(dialog).toContainText('Found a new matching pet:')
  await expect(dialog.getByRole('button', { name: 'Check again' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Yes, this is it' }).click()
  await expect(statusMessage(page, 'Rex added (ID 1001)')).toBeVisible()
  await expect(name(page)).toBeFocused()
  expect(petstore.posts()).toHaveLength(1)
})

test('an unknown pet that is sent again and rejected stays unknown, and cannot be checked before the response', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await expectUnknown(page)
  petstore.key = 'another'
  await page.getByRole('button', { name: 'Add pet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add this pet again?' })
  const release = petstore.hold({ method: 'POST' })
  await dialog.getByRole('button', { name: 'Add it again' }).click()
  await expect(page.getByRole('button', { name: 'Check for it' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Check for it' }).click({ force: true })
  release()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Not now' }).click()

  await expect(alerts(page)).toHaveCount(2)
  await expect(alerts(page).last()).toContainText(
    'not added this time because your key for Staging no longer works',
  )
  await page.getByRole('button', { name: 'Add pet' }).click()
  await expect(dialog).toBeVisible()
  expect(petstore.requestLines().filter((line) => line.includes('limit=100'))).toEqual([])
  expect(petstore.posts()).toHaveLength(2)
  expect(petstore.db.all()).toHaveLength(1)
})

test('"Leave it" removes the alert for good, but sending the same pet still asks first', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await page.getByRole('button', { name: 'Leave it' }).click()
  await expect(alerts(page)).toHaveCount(0)
  await expect(statusMessage(page, 'You left Rex unconfirmed')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await page.reload()
  await expect(name(page)).toHaveValue('Rex')
  await expect(alerts(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add pet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add this pet again?' })
  await expect(dialog).toContainText('You left Rex unconfirmed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(petstore.posts()).toHaveLength(1)
})

test('a pet is found in truncated lists if they contain it', async ({ page, petstore }) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await expectUnknown(page)
  const others = Array.from({ length: 99 }, (_, index) => ({ id: index + 1, name: 'Mochi', categoryId: 2 }))
  const [pet] = petstore.db.all()
  expect(pet).toMatchObject({ name: 'Rex' })
  petstore.respond(
    { method: 'GET', times: 9 },
    {
      status: 200,
      body: `[{"id":${pet?.id},"name":"Rex","categoryId":9007199254740993},${JSON.stringify(others).slice(1)}`,
    },
  )
  await checkForIt(page)
  await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test('a failed check shows the error and can be retried', async ({ page, petstore }) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  petstore.respond({ method: 'GET' }, { status: 403, body: { code: 'no', message: 'Not now.', status: 403 } })
  await checkForIt(page)
  await expect(statusMessage(page, 'Not now.')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test('an unknown pet stays unknown after a reload and after visiting another page', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await send(page)
  await expectUnknown(page)
  await page.reload()
  await expectUnknown(page)
  await navLink(page, 'Pets').click()
  await navLink(page, 'Add pet').click()
  await expectUnknown(page)
  expect(petstore.posts()).toHaveLength(1)
})

for (const [what, answer] of [
  ['an empty body', { status: 201, body: '' }],
  ['a truncated body', { status: 201, body: '{"id":1001,"na' }],
  ['a page of HTML', { status: 200, body: '<!doctype html><p>Welcome</p>' }],
  ['a body without an ID', { status: 201, body: '{"name":"Rex","categoryId":1}' }],
] as const) {
  test(`a ${answer.status} with ${what} counts as added without an ID`, async ({ page, petstore }) => {
    petstore.respond({ method: 'POST' }, { ...answer, done: true })
    await send(page)
    await expect(statusMessage(page, 'Rex added')).toBeVisible()
    await expect(statusMessage(page, 'Rex added')).toContainText('ID')
    await expect(justAdded(page).getByRole('listitem')).toContainText('Rex')
    await expect(justAdded(page).getByRole('link', { name: 'Rex' })).toHaveCount(0)
    await expect(name(page)).toHaveValue('')
    await expect(name(page)).toBeFocused()
    await expect(alerts(page)).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/fail/i)
    expect(petstore.posts()).toHaveLength(1)
  })
}

test('a response that CORS makes unreadable leaves the outcome unknown', async ({ page, petstore }) => {
  petstore.respond(
    { method: 'POST' },
    {
      status: 201,
      body: '{}',
      done: true,
      headers: { 'access-control-allow-origin': 'https://other.example' },
    },
  )
  await send(page)
  await expectUnknown(page)
  expect(petstore.posts()).toHaveLength(1)
})
