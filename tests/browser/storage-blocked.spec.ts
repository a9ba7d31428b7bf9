import type { Page } from '@playwright/test'
import { addPet, expect, heading, namesOf, navLink, signIn, statusMessage, test } from './fixtures.ts'

/** Simulates blocked site data, with which even reading the property throws. */
function block(page: Page, names: readonly ('localStorage' | 'sessionStorage')[]) {
  return page.addInitScript((blocked) => {
    for (const name of blocked) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  }, names)
}

test('without any storage, the app works, and says how long the key lasts', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await block(page, ['localStorage', 'sessionStorage'])
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  await expect(statusMessage(page, 'Your browser blocks storage')).toBeVisible()
  await expect(namesOf(page)).toHaveText(['Rex'])

  await navLink(page, 'Add pet').click()
  await addPet(page, 'Mochi', '2')
  await expect(statusMessage(page, 'Mochi added')).toBeVisible()
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await page.reload()
  await expect(heading(page)).toHaveText('Sign in')
})

test('without localStorage, a key lasts as long as the tab even if the user wants to stay signed in, and the page says so', async ({
  page,
}) => {
  await block(page, ['localStorage'])
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  await expect(statusMessage(page, 'Your browser blocked saving the key')).toBeVisible()
  await page.reload()
  await expect(heading(page)).toHaveText('Pets')
})

test('without any storage, signing out still empties the other tabs', async ({ page, context, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await block(tab, ['localStorage', 'sessionStorage'])
    await signIn(tab)
    await expect(namesOf(tab)).toHaveText(['Rex'])
  }
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page.locator('body')).not.toContainText('Rex')
})
