import type { Page } from '@playwright/test'
import type { Pet } from '#src/pets/pet.ts'
import { addPet, alerts, expect, int64, namesOf, navLink, signIn, statusMessage, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const START = '2026-11-22T09:42:00Z'
const LIST = 'GET /pets?limit=20'

const box = (page: Page) => page.getByRole('checkbox', { name: 'Check for changes every minute' })
const showChanges = (page: Page) => page.getByRole('button', { name: 'Show changes' })
const said = (page: Page, text: string | RegExp) => statusMessage(page.getByRole('main'), text)
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Pets' }).getByRole('row').filter({ hasText: name })
const aMinute = (page: Page) => page.clock.fastForward(60_000)

/** Ticks the box, and waits for the code. */
async function tick(page: Page): Promise<void> {
  await box(page).check()
  await expect(page.getByText('Checks every minute')).toBeVisible()
}

/** What the service has from now on. */
function replacePets(petstore: PetstoreService, pets: readonly (Partial<Pet> & { id: Pet['id'] })[]): void {
  petstore.db.clear()
  for (const pet of pets) petstore.db.create(pet)
}

const REX = { id: int64('9007199254740993'), name: 'Rex' }
const MOCHI = { id: int64('2'), name: 'Mochi' }
const LUNA = { id: int64('3'), name: 'Luna' }
const BISCUIT = { id: int64('4'), name: 'Biscuit' }
const KIWI = { id: int64('9007199254740992'), name: 'Kiwi' }

test.beforeEach(async ({ page, petstore }) => {
  await page.clock.install({ time: START })
  replacePets(petstore, [REX, MOCHI, LUNA])
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(3)
  await expect(box(page)).not.toBeChecked()
  petstore.clearReceived()
})

test('differences are offered, no row moves before they are shown, and then they are marked', async ({
  page,
  petstore,
}) => {
  await tick(page)
  await aMinute(page)
  await expect(page.getByText('Checked 10:43')).toBeVisible()
  expect(petstore.requestLines()).toEqual([LIST])
  await expect(showChanges(page)).toHaveCount(0)

  const top = async () => (await namesOf(page).first().boundingBox())?.y
  const before = await top()
  replacePets(petstore, [BISCUIT, { ...REX, name: 'Max' }, LUNA, KIWI])
  await page.getByRole('searchbox').focus()
  await aMinute(page)
  await expect(said(page, '2 new, 1 changed, 1 gone since 10:42')).toBeVisible()
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi', 'Luna'])
  expect(await top()).toBe(before)
  await expect(page.getByRole('searchbox')).toBeFocused()
  expect(petstore.requestLines()).toEqual([LIST, LIST])

  await showChanges(page).click()
  await expect(namesOf(page)).toHaveText(['Biscuit', 'Max', 'Luna', 'Kiwi'])
  await expect(row(page, 'Biscuit')).toContainText('New')
  await expect(row(page, 'Kiwi')).toContainText('New')
  await expect(row(page, 'Max')).toContainText('Changed')
  await expect(row(page, 'Luna')).not.toContainText(/New|Changed/)
  await expect(said(page, 'All 4 pets')).toBeVisible()
  await expect(showChanges(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  // They stay when one searches, and go with the next filter.
  await page.getByRole('searchbox').fill('k')
  await expect(row(page, 'Kiwi')).toContainText('New')
  await page.getByRole('radio', { name: 'Available' }).check()
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('searchbox').fill('')
  await expect(namesOf(page)).toHaveCount(4)
  await expect(row(page, 'Kiwi')).not.toContainText('New')
})

test('what is shown is what the service has when "Show changes" is pressed', async ({ page, petstore }) => {
  await tick(page)
  replacePets(petstore, [REX, MOCHI])
  await aMinute(page)
  await expect(said(page, '1 gone since 10:42')).toBeVisible()
  petstore.respond({}, { status: 400, body: { code: 'odd', message: 'limit is odd', status: 400 } })
  await showChanges(page).click()
  await expect(alerts(page)).toContainText('limit is odd')
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi', 'Luna'])

  replacePets(petstore, [REX, MOCHI, KIWI])
  await showChanges(page).click()
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi', 'Kiwi'])
  await expect(row(page, 'Kiwi')).toContainText('New')
  await expect(alerts(page)).toHaveCount(0)
})

test('a check that fails says nothing but when the last one worked', async ({ page, petstore }) => {
  await tick(page)
  await aMinute(page)
  await expect(page.getByText('Checked 10:43')).toBeVisible()
  petstore.respond({}, { status: 400, body: { code: 'odd', message: 'limit is odd', status: 400 } })
  await aMinute(page)
  await expect.poll(petstore.requestLines).toHaveLength(2)
  await expect(page.getByText('Checked 10:43')).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
  await aMinute(page)
  await expect(page.getByText('Checked 10:45')).toBeVisible()
})

test('it stops in a tab out of sight, and goes on at once when the tab is seen again', async ({
  page,
  petstore,
}) => {
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await tick(page)
  await see('hidden')
  for (let minute = 0; minute < 5; minute += 1) await aMinute(page)
  expect(petstore.requestLines()).toEqual([])
  await see('visible')
  await expect(page.getByText('Checked 10:47')).toBeVisible()
  expect(petstore.requestLines()).toEqual([LIST])
})

test('an older comparison is not offered for a list that was refreshed, filtered or added to', async ({
  page,
  petstore,
}) => {
  await tick(page)
  replacePets(petstore, [REX, MOCHI])
  await aMinute(page)
  await expect(showChanges(page)).toBeVisible()
  await page.getByRole('radio', { name: 'Available' }).check()
  await expect(said(page, 'All 2 available pets')).toBeVisible()
  await expect(showChanges(page)).toHaveCount(0)

  const release = petstore.hold({ path: '/pets?limit=20&status=available' })
  await aMinute(page)
  await expect.poll(() => petstore.requestLines().at(-1)).toContain('status=available')
  await page.getByRole('radio', { name: 'All' }).check()
  await expect(said(page, 'All 2 pets')).toBeVisible()
  release()
  await expect(showChanges(page)).toHaveCount(0)

  replacePets(petstore, [REX])
  await aMinute(page)
  await expect(showChanges(page)).toBeVisible()
  await navLink(page, 'Add pet').click()
  await addPet(page, 'Kiwi', '1')
  await expect(page.getByRole('list', { name: 'Just added' })).toBeVisible()
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveText(['Kiwi', 'Rex'])
  await expect(box(page)).toBeChecked()
  await expect(showChanges(page)).toHaveCount(0)
})
