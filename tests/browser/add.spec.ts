import type { Locator, Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { addPet, expect, justAdded, namesOf, navLink, openPage, petForm } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

test.use({ isSignedIn: true })

const name = (page: Page) => petForm(page).name
const category = (page: Page) => petForm(page).category

const sentNames = (petstore: PetstoreService) =>
  petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

test.beforeEach(async ({ page, petstore }) => {
  await openPage(page, '/staging/pets/new')
  petstore.clearReceived()
})

test('ten pets typed without a pause are added as ten pets, one by one', async ({ page, petstore }) => {
  const names = ['Rex', 'Mia', 'Hamster', 'Hamster', 'Bello', 'Luna', 'Max', 'Hamster', 'Kira', 'Zoe']
  const release = petstore.hold({ method: 'POST' })
  await name(page).focus()
  for (const one of names) {
    await page.keyboard.type(one)
    await page.keyboard.press('Tab')
    await page.keyboard.type('2\n')
  }
  await expect(justAdded(page)).toHaveText(names.toReversed().map((one) => new RegExp(one)))
  await expect.poll(() => sentNames(petstore)).toEqual(['Rex'])
  petstore.latency = 100
  release()
  await expect(justAdded(page).filter({ hasText: 'Added (ID' })).toHaveCount(10)
  expect(sentNames(petstore)).toEqual(names)
  expect(petstore.maxConcurrentPosts()).toBe(1)
  await expect(name(page)).toHaveValue('')
})

test('each pet that was added is a line of 40 px in one card, whose title line prints the labels of all', async ({
  page,
  petstore,
}) => {
  for (const one of ['Rex', 'Mia', 'A name that has no room in the line of a pet, however wide the page is'])
    await addPet(page, one, '2')
  await expect(justAdded(page).filter({ hasText: 'Added (ID' })).toHaveCount(3)
  for (const item of await justAdded(page).all()) expect((await item.boundingBox())?.height).toBe(40)
  const title = page.getByRole('heading', { name: 'Just added' })
  const link = page.getByRole('link', { name: 'Print 3 labels' })
  const [titleBox, linkBox] = [await title.boundingBox(), await link.boundingBox()]
  expect(Math.abs((titleBox?.y ?? 0) - (linkBox?.y ?? 0))).toBeLessThan(10)

  // A pet that is still looked for is no decision, so it has no colour, as one that was found has.
  petstore.dropConnection({ method: 'POST', body: /"Lost"/, times: 1 }, 'before')
  petstore.dropConnection({ method: 'POST', body: /"Found"/, times: 1 }, 'after')
  await addPet(page, 'Lost', '2')
  await expect(justAdded(page).first()).toContainText(/Still checking: .* You can carry on\./)
  await addPet(page, 'Found', '2')
  await expect(page.getByRole('button', { name: /This is it/ })).toBeVisible()
  const colours = await justAdded(page).evaluateAll((items) =>
    items.map((item) => getComputedStyle(item).backgroundColor),
  )
  const [found, ...others] = colours
  expect(new Set(others).size).toBe(1)
  expect(others).not.toContain(found)
})

test('similar pets are named below the button, so that nothing in the form moves', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await navLink(page, 'Add pet').click()
  const add = petForm(page).add
  const place = await add.boundingBox()
  await name(page).fill('rex')
  await category(page).fill('1')
  const note = page.getByRole('note', { name: 'Similar pets' })
  await expect(note).toContainText('Staging already has')
  expect(await add.boundingBox()).toEqual(place)
  expect((await note.boundingBox())?.y).toBeGreaterThan((place?.y ?? 0) + (place?.height ?? 0))
})

test('each code from a fast scanner, which ends lines twice, is one pet', async ({ page, petstore }) => {
  await page.getByRole('checkbox', { name: 'Keep category and status' }).check()
  await category(page).fill('2')
  await name(page).focus()
  const codes = ['978020137962401234567890123456', '400638133393112345678901234567']
  // Each code ends with CR and LF.
  for (const code of codes) await page.keyboard.type(`${code}\n\n`)
  await expect(justAdded(page).filter({ hasText: 'Added (ID' })).toHaveCount(2)
  expect(sentNames(petstore)).toEqual(codes)
  await expect(name(page)).not.toHaveAttribute('aria-invalid')
})

test('the browser asks before unloading only while pets wait for their response', async ({
  page,
  petstore,
}) => {
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    void question.accept()
  })
  await name(page).fill('Rex')
  await category(page).fill('1')
  await page.reload()
  await expect(name(page)).toHaveValue('Rex')
  expect(questions).toEqual([])

  petstore.hold({ method: 'POST' })
  await petForm(page).add.click()
  await petstore.arrived(1)
  await addPet(page, 'Mia', '1')
  await expect(justAdded(page)).toHaveCount(2)
  await page.reload()
  expect(questions).toEqual(['beforeunload'])

  // The outcome of the aborted request is unknown, not failed. Opening the page does not send the
  // pets that waited.
  await expect(justAdded(page)).toHaveText([/Mia.*Waiting/s, /Rex.*May have been added/s])
  expect(petstore.posts()).toHaveLength(1)
  await page.getByRole('button', { name: 'This is it, ID 1001' }).click()
  await expect(justAdded(page).last()).toContainText('Added (ID 1001)')
  await page.getByRole('button', { name: 'Add 1 waiting' }).click()
  await expect(justAdded(page).first()).toContainText('Added (ID 1002)')
  expect(sentNames(petstore)).toEqual(['Rex', 'Mia'])
})

test('nothing in the form moves, whatever becomes of the pets that were entered', async ({
  page,
  petstore,
}) => {
  const place = () => petForm(page).add.boundingBox()
  const before = await place()
  petstore.respond(
    { method: 'POST' },
    { status: 400, body: { code: 'bad', message: 'Name is taken.', status: 400 } },
  )
  petstore.dropConnection({ method: 'POST' }, 'after')
  for (const one of ['Bella', 'Rex', 'Mia']) await addPet(page, one, '1')
  await expect(justAdded(page)).toHaveText([
    /Mia.*Added \(ID/s,
    /Rex.*May have been added.*In Staging: Rex/s,
    /Bella.*Not added.*Name is taken/s,
  ])
  expect(await place()).toEqual(before)
})

test('a key that is asked for beside the form covers no field that has the focus, and closes on Esc', async ({
  page,
  petstore,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const key = dialog.getByLabel('API key')
  const isCovered = async (field: Locator) => {
    const [below, above] = [await dialog.boundingBox(), await field.boundingBox()]
    return above !== null && below !== null && above.y + above.height > below.y
  }
  // On a phone, there is no room beside the form.
  await page.setViewportSize({ width: 320, height: 640 })
  petstore.key = 'another-key'
  const release = petstore.hold({ method: 'POST' })
  await name(page).focus()
  await page.keyboard.type('Rex\n2\nMi')
  await petstore.arrived(1)
  release()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('status').last()).toHaveText('Sign in again')
  await expect(name(page)).toBeFocused()
  expect(await isCovered(name(page))).toBe(false)

  await page.keyboard.press('Tab')
  await expect(category(page)).toBeFocused()
  expect(await isCovered(category(page))).toBe(false)
  await page.keyboard.type('2')
  await key.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(category(page)).toBeFocused()
  await page.keyboard.type('3')
  await expect(category(page)).toHaveValue('23')
  await expect(name(page)).toHaveValue('Mi')

  // Right after Enter, the form is empty, and the next letter is on its way.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.type('Zoe')
  await expect(name(page)).toHaveValue('Zoe')
})

test('the key that is being typed outlasts a change of the page, and pages with pets stay hidden until it is accepted', async ({
  page,
  petstore,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  petstore.db.create({ name: 'Mia' })
  petstore.key = 'another-key'
  await name(page).focus()
  await page.keyboard.type('Rex\n2\n')
  await dialog.getByLabel('API key').fill('another')
  await page.getByRole('link', { name: 'Pets', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('This page comes back once you have signed in.')
  await expect(page.getByRole('table', { name: 'Pets' })).toHaveCount(0)
  await expect(dialog.getByLabel('API key')).toHaveValue('another')
  await dialog.getByLabel('API key').fill('another-key')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Pets' })).toBeVisible()
})
