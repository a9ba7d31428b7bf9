import type { Page } from '@playwright/test'
import { alerts, expect, heading, justAdded, petForm } from '#tests/browser/fixtures.ts'
import type { PetstoreService } from '#tests/browser/petstore-service.ts'

export type Setup = {
  readonly page: Page
  readonly petstore: PetstoreService
  /** A second service, which must never receive a request. */
  readonly otherService: PetstoreService
}

/** What the user does; the fault hits the request that this sends. */
export type Action = 'sign in' | 'list' | 'refresh' | 'pet' | 'labels' | 'add'

export const REX = { id: 7, name: 'Rex', categoryId: 1, status: 'available' }

/** The request of each action that the fault is injected into. */
export const REQUEST: Record<Action, { method: 'GET' | 'POST'; path: string }> = {
  'sign in': { method: 'GET', path: '/pets?limit=1' },
  list: { method: 'GET', path: '/pets?limit=20' },
  refresh: { method: 'GET', path: '/pets?limit=20' },
  pet: { method: 'GET', path: '/pets/7' },
  labels: { method: 'GET', path: '/pets/7' },
  add: { method: 'POST', path: '/pets' },
}

/** Prepares the action, injects the fault, and performs the action. */
export async function runScenario(
  action: Action,
  { page, petstore }: Setup,
  injectFault: () => void | Promise<void>,
): Promise<void> {
  const inject = () => {
    petstore.clearReceived()
    return injectFault()
  }
  switch (action) {
    case 'sign in':
      await page.goto('/staging/pets')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await inject()
      await page.getByLabel('API key').fill(petstore.key)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      return
    case 'list':
      await page.goto('about:blank')
      await inject()
      await page.goto('/staging/pets')
      return
    case 'refresh':
      petstore.respond(REQUEST.list, { status: 200, body: [REX] })
      await page.goto('/staging/pets')
      await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
      await inject()
      await page.getByRole('button', { name: 'Refresh' }).click()
      return
    case 'pet':
      await page.goto('about:blank')
      await inject()
      await page.goto('/staging/pets/7')
      return
    case 'labels':
      await page.goto('about:blank')
      await inject()
      await page.goto('/staging/pets/labels?ids=7')
      return
    case 'add':
      await page.goto('/staging/pets/new')
      await petForm(page).name.fill('Rex')
      await petForm(page).category.fill('9007199254740993')
      await inject()
      await petForm(page).add.click()
  }
}

/** What holds for the page in every scenario. */
export async function expectIntactPage({ page, otherService }: Setup): Promise<void> {
  expect(otherService.received).toEqual([])
  await expect(heading(page)).toHaveCount(1)
  const main = page.getByRole('main')
  // Without the collapsed technical details, which may quote such values.
  const text = main.locator('h1, h2, p, td, dd, li, label')
  await expect(
    text.filter({ hasText: /\bundefined\b|\bnull\b|\bNaN\b|\[object |<html|<!doctype/i }),
  ).toHaveCount(0)
  await expect(main.getByRole('button').or(main.getByRole('link')).first()).toBeEnabled()
  await expect(page.getByRole('banner')).toBeVisible()
}

/** What the user typed or loaded is still there after the fault. */
export async function expectStatePreserved({ page, petstore }: Setup, action: Action): Promise<void> {
  if (action === 'add') {
    await expect(justAdded(page)).toContainText(['Rex'])
    const isUnknown = (await alerts(page).filter({ hasText: 'may have been added' }).count()) > 0
    await expect(page.getByRole('main')).not.toContainText(
      isUnknown ? /\bfailed\b|not added/i : /\bfailed\b/i,
    )
  }
  if (action === 'refresh') {
    await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
    await expect(alerts(page).first()).toContainText(/Showing \d/)
  }
  if (action === 'list') await expect(page.getByRole('main')).not.toContainText(/\b(0|No) pets/)
  if (action === 'sign in') await expect(page.getByLabel('API key')).toHaveValue(petstore.key)
}
