import type { Page } from '@playwright/test'
import { alerts, expect, heading } from '#tests/browser/fixtures.ts'
import type { PetstoreService } from '#tests/browser/petstore-service.ts'
import type { StaticSite } from '#tests/browser/static-site.ts'

export type World = {
  readonly page: Page
  readonly petstore: PetstoreService
  /** Another service, to which nothing may ever go. */
  readonly elsewhere: PetstoreService
  readonly site: StaticSite
  /** The API is on another origin than the app, or on the same one below a path. */
  readonly isOtherOrigin: boolean
}

/** Where a fault strikes: what the person does there, and which request of theirs it hits. */
export type Place = 'sign in' | 'list' | 'refresh' | 'pet' | 'add' | 'start'

export const REX = { id: 7, name: 'Rex', categoryId: 1, status: 'available' }
const LISTED = [REX]

/** The requests of each place that faults are planned for. */
export const REQUEST: Record<Exclude<Place, 'start'>, { method: 'GET' | 'POST'; path: string }> = {
  'sign in': { method: 'GET', path: '/pets?limit=1' },
  list: { method: 'GET', path: '/pets?limit=20' },
  refresh: { method: 'GET', path: '/pets?limit=20' },
  pet: { method: 'GET', path: '/pets/7' },
  add: { method: 'POST', path: '/pets' },
}

export const form = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Name' }),
  category: page.getByRole('textbox', { name: 'Category ID' }),
  add: page.getByRole('button', { name: 'Add pet' }),
})

/** Goes to the place, lets `inject` plan the fault, and does what the fault strikes. */
export async function strike(place: Place, world: World, inject: () => void | Promise<void>): Promise<void> {
  const { page, petstore } = world
  switch (place) {
    case 'start':
      await inject()
      await page.goto('/staging/pets')
      return
    case 'sign in':
      await page.goto('/staging/pets')
      await page.getByRole('button', { name: 'Sign out' }).click()
      petstore.forgetReceived()
      await inject()
      await page.getByLabel('API key').fill(petstore.key)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      return
    case 'list':
      await page.goto('about:blank')
      petstore.forgetReceived()
      await inject()
      await page.goto('/staging/pets')
      return
    case 'refresh':
      petstore.answer(REQUEST.list, { status: 200, body: LISTED })
      await page.goto('/staging/pets')
      await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
      petstore.forgetReceived()
      await inject()
      await page.getByRole('button', { name: 'Refresh' }).click()
      return
    case 'pet':
      await page.goto('about:blank')
      petstore.forgetReceived()
      await inject()
      await page.goto('/staging/pets/7')
      return
    case 'add':
      await page.goto('/staging/pets/new')
      await form(page).name.fill('Rex')
      await form(page).category.fill('9007199254740993')
      petstore.forgetReceived()
      await inject()
      await form(page).add.click()
  }
}

/** What holds in every fault (faults.md, section 3: "Everywhere"). */
export async function expectSteady({ page, elsewhere }: World, place: Place): Promise<void> {
  expect(elsewhere.received).toEqual([])
  await expect(heading(page)).toHaveCount(1)
  const main = page.getByRole('main')
  // The folded details are for whoever looks into it: there a value may be called by its name.
  const text = main.locator('h1, h2, p, td, dd, li, label')
  await expect(
    text.filter({ hasText: /\bundefined\b|\bnull\b|\bNaN\b|\[object |<html|<!doctype/i }),
  ).toHaveCount(0)
  await expect(main.getByRole('button').or(main.getByRole('link')).first()).toBeEnabled()
  if (place !== 'start') await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** What must still be there after a failure at this place. */
export async function expectKept({ page, petstore }: World, place: Place): Promise<void> {
  if (place === 'add') {
    await expect(form(page).name).toHaveValue('Rex')
    await expect(form(page).category).toHaveValue('9007199254740993')
    const isUnknown = (await alerts(page).filter({ hasText: 'did not confirm' }).count()) > 0
    await expect(page.getByRole('main')).not.toContainText(
      isUnknown ? /\bfailed\b|not added/i : /\bfailed\b/i,
    )
  }
  if (place === 'refresh') {
    await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
    await expect(alerts(page).first()).toContainText(/You are seeing pets from \d/)
  }
  if (place === 'list') await expect(page.getByRole('main')).not.toContainText(/\b(0|No) pets/)
  if (place === 'sign in') await expect(page.getByLabel('API key')).toHaveValue(petstore.key)
}
