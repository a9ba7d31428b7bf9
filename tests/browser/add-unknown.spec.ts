import type { Page } from '@playwright/test'
import { addPet, alerts, expect, int64, justAdded, navLink, signIn, statusMessage, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const thisIsIt = (page: Page, id: number) => page.getByRole('button', { name: `This is it, ID ${id}` })
const addAgain = (page: Page) => page.getByRole('button', { name: 'Add it again' })
const item = (page: Page, text: RegExp) => justAdded(page).filter({ hasText: text })

/** The connection breaks, and the service gets the request later: when the returned function is called. */
async function delayRex(page: Page, petstore: PetstoreService) {
  petstore.dropConnection({ method: 'POST' }, 'before')
  await addPet(page, 'Rex', '1')
  await expect(alerts(page)).toContainText('Rex may have been added')
  // Sold before it is looked for: its status says nothing.
  return () => petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await signIn(page, '/staging/pets/new', { keepSignedIn: true })
})

test('a lost pet is looked for by itself, again after a minute and at "Add it again"; "This is it" settles it', async ({
  page,
  petstore,
}) => {
  const arrive = await delayRex(page, petstore)
  await expect(page.getByRole('main')).not.toContainText(/fail|not added/i)
  await expect(justAdded(page)).toContainText(/Not found yet. Looking again at \d\d:\d\d/)
  await page.clock.fastForward(50_000)
  await expect(addAgain(page)).toHaveCount(0)
  await page.clock.fastForward(11_000)
  await expect(justAdded(page)).toContainText(/Rex was not added \(Staging checked at \d\d:\d\d\)/)
  arrive()
  await addAgain(page).click()
  await expect(justAdded(page)).toContainText('Found Rex in Staging: ID 1001 · Dogs · sold')
  await thisIsIt(page, 1001).click()
  await expect(statusMessage(page, 'Rex added (ID 1001)')).toHaveCount(1)
  await expect(alerts(page)).toHaveCount(0)
  expect(petstore.posts()).toHaveLength(1)
})

test('where a rejection follows proof that it was not added, it is a rejection', async ({
  page,
  petstore,
}) => {
  await delayRex(page, petstore)
  await expect(justAdded(page)).toContainText('Not found yet')
  await page.clock.fastForward(61_000)
  petstore.respond({ method: 'POST' }, { status: 400, body: { code: 'no', message: 'No Rex.', status: 400 } })
  await addAgain(page).click()
  await expect(alerts(page)).toContainText('No Rex.')
  await expect(justAdded(page)).toContainText('Not added')
})

test('a second tab, and a tab that is opened later, ask before the same pet is sent again', async ({
  page,
  petstore,
  context,
}) => {
  await delayRex(page, petstore)
  const second = await context.newPage()
  await second.goto('/staging/pets/new')
  await addPet(second, ' rex', '1')
  await expect(item(second, /May already be added/)).toContainText(/Sent at \d\d:\d\d, not confirmed/i)
  await page.close()
  const third = await context.newPage()
  await third.goto('/staging/pets/new')
  await expect(item(third, /Rex may have been added/)).toHaveCount(1)
  await addPet(third, 'Rex', '1')
  const held = item(third, /May already be added/).first()
  await expect(held).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
  await held.getByRole('button', { name: 'Add it anyway' }).click()
  await expect(item(third, /Added \(ID/)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(2)
})

test('two tabs that both say that it was not added send it once', async ({ page, petstore, context }) => {
  await delayRex(page, petstore)
  const second = await context.newPage()
  await second.clock.install()
  await second.goto('/staging/pets/new')
  await expect(justAdded(second)).toContainText('Not found yet')
  for (const tab of [page, second]) {
    await tab.clock.fastForward(61_000)
    await expect(addAgain(tab)).toBeVisible()
  }
  await Promise.all([page, second].map((tab) => addAgain(tab).click()))
  for (const tab of [page, second]) await expect(item(tab, /Added \(ID 1001\)/)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(2)
  expect(petstore.db.all()).toHaveLength(1)
})

test('a pet that is being added when its tab crashes is unknown in the next one, and nothing is sent by opening it', async ({
  page,
  petstore,
  context,
}) => {
  const release = petstore.hold({ method: 'POST' })
  await addPet(page, 'Rex', '1')
  await petstore.arrived(1)
  const next = await context.newPage()
  await next.goto('/staging/pets/new')
  await expect(justAdded(next)).toHaveCount(0)
  await page.close({ runBeforeUnload: false })
  await next.reload()
  await expect(item(next, /Rex may have been added. The app closed while/)).toHaveCount(1)
  release()
  await navLink(next, 'Pets').click()
  await navLink(next, 'Add pet').click()
  expect(petstore.posts()).toHaveLength(1)
})

test('a rejected pet is still there after a reload, after signing out, and after the next pet', async ({
  page,
  petstore,
}) => {
  petstore.respond({ method: 'POST' }, { status: 400, body: { code: 'no', message: 'No Rex.', status: 400 } })
  await addPet(page, 'Rex', '1')
  await expect(item(page, /Not added/)).toHaveCount(1)
  await addPet(page, 'Mia', '1')
  await expect(item(page, /Added \(ID 1001\)/)).toHaveCount(1)
  await page.reload()
  await expect(item(page, /Not added/)).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').fill(petstore.key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await item(page, /Not added/)
    .getByRole('button', { name: 'Fix' })
    .click()
  await page.getByLabel('Name').fill('Rexi')
  await page.getByLabel('Name').press('Enter')
  await expect(justAdded(page)).toHaveText([/Rexi.*Added \(ID 1002\)/s])
})

test('an answer with another name, and an ID that was given before, are said', async ({ page, petstore }) => {
  for (const [name, id] of [
    ['Mia', 7],
    ['Luna', 7],
  ] as const) {
    petstore.respond({ method: 'POST' }, { status: 201, body: { id, name, categoryId: 1 } })
  }
  await addPet(page, 'Rex', '1')
  await expect(item(page, /Rex/)).toContainText('Saved as “Mia”, category 1.')
  await addPet(page, 'Luna', '1')
  await expect(item(page, /Luna/)).toContainText('ID 7 was already given to Rex.')
})
