import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, KEY, namesOf, openPage, petForm } from './fixtures.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

/** Returns the facts about each field in which one types, or chooses from a list. */
const fieldsOf = (page: Page) =>
  page
    .locator('input:not([type=radio], [type=checkbox], [type=file], [aria-hidden]), textarea, select')
    .evaluateAll((fields: (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[]) =>
      fields.map((field) => ({
        name: field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent.trim() ?? '',
        isBigEnough: Number.parseFloat(getComputedStyle(field).fontSize) >= 16,
        isCorrected:
          field.tagName !== 'SELECT' && (field.spellcheck || field.getAttribute('autocorrect') !== 'off'),
      })),
    )

const expectFields = async (page: Page, ...names: readonly string[]) => {
  const fields = names.map((name) => ({
    name: expect.stringContaining(name) as unknown,
    isBigEnough: true,
    isCorrected: false,
  }))
  await expect.poll(() => fieldsOf(page)).toEqual(fields)
}

/**
 * Signs in, and waits for the list. "Sign out" is in a menu, so it does not tell whether one is
 * signed in.
 */
async function signInByHand(page: Page) {
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('no browser zooms in on a field, or corrects what is typed there', async ({ page, petstore }) => {
  const { id } = petstore.db.create({ name: 'Rex' })
  await page.goto('/staging/pets')
  await expectFields(page, 'API key')
  await signInByHand(page)
  await expect(namesOf(page)).toHaveCount(1)
  await expectFields(page, 'Search these pets', 'Sort by', 'Page size')
  await page.getByRole('button', { name: 'Find a pet' }).click()
  await expectFields(page, 'Search these pets', 'Sort by', 'Page size', 'Name, category or ID')
  await openPage(page, '/staging/pets/new')
  await expect(petForm(page).name).toBeVisible()
  await expectFields(page, 'Name', 'Category ID')
  await openPage(page, '/staging/pets/import')
  await expectFields(page, 'Or paste rows')
  await openPage(page, `/staging/pets/labels?ids=${id}`)
  await expectFields(page, 'Sheet', 'Start at label', 'Move right (mm)', 'Move down (mm)')
})

test('after signing in, the list is at its top', async ({ page, petstore }) => {
  for (let number = 1; number <= 50; number += 1) petstore.db.create({ name: `Pet ${number}` })
  // The height is as small as the keyboard of a phone leaves it.
  await page.setViewportSize({ width: 390, height: 220 })
  await page.goto('/staging/pets?limit=50')
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).scrollIntoViewIfNeeded()
  await expect.poll(scrolled).toBeGreaterThan(20)
  await signInByHand(page)
  await expect(namesOf(page)).toHaveCount(50)
  await expect(heading(page)).toBeInViewport()
  expect(await scrolled()).toBe(0)
})
