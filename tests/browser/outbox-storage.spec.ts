import type { Page } from '@playwright/test'
import { addPet, expect, justAdded, signIn, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

// These tests show what happens to the real database of a browser: it is deleted, taken over, or
// full.

const item = (page: Page, text: RegExp) => justAdded(page).filter({ hasText: text })

async function loseRex(page: Page, petstore: PetstoreService): Promise<void> {
  petstore.dropConnection({ method: 'POST' }, 'before')
  await addPet(page, 'Rex', '1')
  await expect(item(page, /Rex.*May have been added/s)).toHaveCount(1)
}

/** Makes every write to the database of the page fail from now on, or work again. */
const setFull = (page: Page, isFull: boolean) =>
  page.evaluate((full) => Object.assign(window, { isDiskFull: full }), isFull)

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const put = Reflect.get(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = function (...args) {
      if ('isDiskFull' in window && window.isDiskFull === true)
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      return put.apply(this, args)
    }
  })
  await signIn(page, '/staging/pets/new', { keepSignedIn: true })
})

test('an unconfirmed pet outlives the deletion of the database, and this tab and the next ask about it', async ({
  page,
  petstore,
  context,
}) => {
  await loseRex(page, petstore)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('petstore-admin.outbox').addEventListener('success', resolve)
      }),
  )
  await addPet(page, 'Rex', '1')
  await expect(item(page, /May already be added/)).toHaveCount(1)
  const next = await context.newPage()
  await next.goto('/staging/pets/new')
  await expect(item(next, /Rex.*May have been added/s)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(1)
})

test('when a newer version takes over the database, the typed pet stays on the screen, and nothing more is sent', async ({
  page,
  petstore,
}) => {
  await addPet(page, 'Mia', '1')
  await expect(item(page, /Mia.*Added/)).toHaveCount(1)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open('petstore-admin.outbox', 99).addEventListener('success', resolve)
      }),
  )
  await addPet(page, 'Rex', '1')
  await expect(page.getByRole('alert')).toContainText('this tab sends nothing more')
  await expect(page.getByRole('alert')).not.toContainText('Nothing was sent')
  await expect(item(page, /Rex.*Waiting.*Not saved/s)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(1)
})

test('a disk that fails midway pauses sending until it can be written again, and the typed pet is there', async ({
  page,
  petstore,
}) => {
  await loseRex(page, petstore)
  await setFull(page, true)
  await addPet(page, 'Rex', '1')
  await expect(page.getByRole('alert').filter({ hasText: 'cannot save' })).toBeVisible()
  await expect(item(page, /Rex.*Waiting.*Not saved/s)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add without saving' })).toHaveCount(0)
  // The page may find out by itself that it can write again, and then the button goes.
  await page.getByRole('button', { name: 'Try again' }).evaluate((button: HTMLElement) => {
    Object.assign(window, { isDiskFull: false })
    button.click()
  })
  await expect(page.getByText('cannot save')).toHaveCount(0)
  await expect(item(page, /May already be added/)).toHaveCount(1)
  expect(petstore.posts()).toHaveLength(1)
})
