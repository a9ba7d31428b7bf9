import type { Page } from '@playwright/test'
import { addPet, expect, justAdded, signIn, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const item = (page: Page, text: RegExp) => justAdded(page).filter({ hasText: text })

const addAgain = (page: Page) => page.getByRole('button', { name: 'Add it again' })

async function loseRex(page: Page, petstore: PetstoreService) {
  petstore.dropConnection({ method: 'POST' }, 'before')
  await addPet(page, 'Rex', '1')
  await expect(item(page, /Rex.*May have been added/s)).toHaveCount(1)
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await signIn(page, '/staging/pets/new', { keepSignedIn: true })
})

test('a second tab, and a later one, ask before a pet is sent again', async ({ page, petstore, context }) => {
  const second = await context.newPage()
  await second.goto('/staging/pets/new')
  await expect(second.getByText('Pets you add appear here.')).toBeVisible()
  await loseRex(page, petstore)
  await expect(item(second, /Rex.*May have been added/s)).toHaveCount(1)
  await addPet(second, ' rex', '1')
  await expect(item(second, /May already be added/)).toContainText(/Sent at \d\d:\d\d, not confirmed/i)
  await page.close()
  const third = await context.newPage()
  await third.goto('/staging/pets/new')
  await expect(item(third, /Rex.*May have been added/s)).toHaveCount(1)
  await addPet(third, 'Rex', '1')
  const held = item(third, /May already be added/).first()
  await expect(held).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
  await held.getByRole('button', { name: 'Add it anyway' }).click()
  await expect(item(third, /Added \(ID/)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(2)
})

test('a tab that is open shows what another tab has left, once that one is closed', async ({
  page,
  petstore,
  context,
}) => {
  // The key is refused, so that Mia waits, and her tab keeps her.
  petstore.respond({ method: 'POST' }, { status: 401 })
  await addPet(page, 'Mia', '1')
  await expect(item(page, /Mia/)).toHaveCount(1)
  const second = await context.newPage()
  await second.goto('/staging/pets/new')
  await expect(second.getByText('Pets you add appear here.')).toBeVisible()
  await page.close()
  await second.clock.runFor(5000)
  await expect(item(second, /Mia/)).toHaveCount(1)
})

test('two tabs that both say that a pet was not added send it once', async ({ page, petstore, context }) => {
  await loseRex(page, petstore)
  const second = await context.newPage()
  await second.goto('/staging/pets/new')
  // Both tabs have one clock, and requests that are under way when it jumps time out.
  for (const tab of [page, second]) await expect(justAdded(tab)).toContainText('not found yet')
  await page.clock.fastForward(61_000)
  for (const tab of [page, second]) await expect(addAgain(tab)).toBeVisible()
  // Both are pressed at once, because the press in one tab takes the button from the other.
  await Promise.all([page, second].map((tab) => addAgain(tab).dispatchEvent('click')))
  for (const tab of [page, second]) await expect(item(tab, /Added \(ID 1001\)/)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(2)
  expect(petstore.db.all()).toHaveLength(1)
})
