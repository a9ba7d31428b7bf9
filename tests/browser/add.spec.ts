import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import {
  addPet,
  alerts,
  expect,
  heading,
  int64,
  navLink,
  petForm,
  signIn,
  statusMessage,
} from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const name = (page: Page) => petForm(page).name
const category = (page: Page) => petForm(page).category
const press = (page: Page) => petForm(page).add.click()
const justAdded = (page: Page) => page.getByRole('list', { name: 'Just added' })

async function expectEmptyForm(page: Page) {
  await expect(name(page)).toHaveValue('')
  await expect(category(page)).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Not set' })).toBeChecked()
}

test.beforeEach(async ({ page, petstore }) => {
  await signIn(page, '/staging/pets/new')
  petstore.clearReceived()
})

test('the form has the documented names and roles', async ({ page }) => {
  await expect(heading(page)).toHaveText('Add a pet')
  await expect(name(page)).toHaveAttribute('aria-required', 'true')
  await expect(category(page)).toHaveAttribute('aria-required', 'true')
  const status = page.getByRole('group', { name: 'Status' })
  for (const choice of ['Not set', 'Available', 'Pending', 'Sold']) {
    await expect(status.getByRole('radio', { name: choice })).toBeVisible()
  }
  await expectEmptyForm(page)
})

test('an added pet is announced with its ID and listed under "Just added"; the form is reset and "Name" has the focus @core', async ({
  page,
  petstore,
  baseURL,
}) => {
  await name(page).fill('Rex')
  await category(page).fill(' 12 ')
  await page.getByRole('radio', { name: 'Sold' }).check()
  await press(page)
  await expect(statusMessage(page, 'Rex added (ID 1001)')).toBeVisible()
  await expect(name(page)).toBeFocused()
  await expectEmptyForm(page)
  await expect(justAdded(page).getByRole('link')).toHaveText(['Rex'])
  await expect(justAdded(page).getByRole('listitem')).toContainText('1001')
  expect(petstore.posts().map(({ body }) => body)).toEqual(['{"name":"Rex","categoryId":12,"status":"sold"}'])

  await page.keyboard.type('Mochi')
  await category(page).fill('2')
  await category(page).press('Enter')
  await expect(statusMessage(page, 'Mochi added (ID 1002)')).toBeVisible()
  await expect(justAdded(page).getByRole('link')).toHaveText(['Mochi', 'Rex'])
  // A status that is not set is omitted from the body.
  expect(petstore.posts()[1]?.body).toBe('{"name":"Mochi","categoryId":2}')
  await justAdded(page).getByRole('link', { name: 'Rex' }).click()
  await expect(heading(page)).toHaveText('Rex')
  await expect(page).toHaveURL(`${baseURL}/staging/pets/1001`)
})

for (const [what, act] of [
  ['a double click', (page: Page) => petForm(page).add.dblclick()],
  ['Enter twice', (page: Page) => page.keyboard.press('Enter').then(() => page.keyboard.press('Enter'))],
] as const) {
  test(`${what} sends one POST`, async ({ page, petstore }) => {
    const release = petstore.hold({ method: 'POST' })
    await name(page).fill('Rex')
    await category(page).fill('1')
    await act(page)
    await expect(page.getByRole('button', { name: 'Adding…' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Adding…' }).click({ force: true })
    // Nor does leaving the page and coming back while the request is pending.
    await navLink(page, 'Pets').click()
    await navLink(page, 'Add pet').click()
    await category(page).press('Enter')
    release()
    await expect(statusMessage(page, 'Rex added')).toBeVisible()
    expect(petstore.posts()).toHaveLength(1)
    expect(petstore.db.all()).toHaveLength(1)
  })
}

test('a draft survives a reload and visiting another page, and is deleted once the pet is added', async ({
  page,
}) => {
  await name(page).fill('Rex')
  await category(page).fill('12x')
  await page.getByRole('radio', { name: 'Pending' }).check()
  const expectDraft = async () => {
    await expect(name(page)).toHaveValue('Rex')
    await expect(category(page)).toHaveValue('12x')
    await expect(page.getByRole('radio', { name: 'Pending' })).toBeChecked()
  }
  await page.reload()
  await expectDraft()
  await navLink(page, 'Pets').click()
  await expect(heading(page)).toHaveText('Pets')
  await page.goBack()
  await expectDraft()

  await category(page).fill('12')
  await press(page)
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  await page.reload()
  await expectEmptyForm(page)
})

test('the browser asks before unloading only while a POST is pending', async ({ page, petstore }) => {
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

  const release = petstore.hold({ method: 'POST' })
  await press(page)
  await expect.poll(petstore.posts).toHaveLength(1)
  await page.reload()
  expect(questions).toEqual(['beforeunload'])
  release()

  // The outcome of the aborted request is unknown, not failed.
  await expect(alerts(page)).toContainText('may have been added, but Staging did not confirm it')
  await page.reload()
  await expect(alerts(page)).toContainText('may have been added, but Staging did not confirm it')
  expect(questions).toEqual(['beforeunload'])
  await page.getByRole('button', { name: 'Check for it' }).click()
  await page.getByRole('button', { name: 'Yes, this is it' }).click()
  await expect(statusMessage(page, 'Rex added (ID 1001)')).toBeVisible()
  await expectEmptyForm(page)
  expect(petstore.posts()).toHaveLength(1)
})

test('a pet that matches an existing one can be added', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: undefined })
  await addPet(page, 'Rex', '1')
  await expect(statusMessage(page, 'Rex added (ID 1002)')).toBeVisible()
})

test('the list of categories covers no field once a category is typed, and is used by mouse and by keys', async ({
  page,
  petstore,
}) => {
  await name(page).fill('Rex')
  await category(page).click()
  const options = page.getByRole('option')
  await expect(options).toHaveText(['Dogs (ID 1)', 'Cats (ID 2)'])
  const box = await page.getByRole('listbox', { name: 'Categories' }).boundingBox()
  const field = await category(page).boundingBox()
  expect(Math.abs((box?.width ?? 0) - (field?.width ?? 0))).toBeLessThan(1)
  await options.nth(1).click()
  await expect(category(page)).toHaveValue('Cats')
  await expect(category(page)).toBeFocused()

  await category(page).fill('1')
  await page.getByRole('radio', { name: 'Available' }).check()
  await category(page).fill('')
  await page.keyboard.type('do')
  await page.keyboard.press('Enter')
  await expect(category(page)).toHaveValue('Dogs')
  expect(petstore.posts()).toEqual([])
  await press(page)
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"Rex","categoryId":1,"status":"available"}',
  ])
})

test('a scanner adds one pet for each code, and none twice', async ({ page, petstore }) => {
  await page.getByRole('checkbox', { name: 'Keep category and status' }).check()
  await category(page).fill('2')
  const codes = ['978020137962401234567890123456', '978020137962401234567890123457']
  for (const code of codes) {
    await name(page).focus()
    // Two ends of the line, as CR and LF.
    await page.keyboard.type(`${code}\n\n`)
    await expect(statusMessage(page, `${code} added`)).toBeVisible()
    await expect(name(page)).toHaveValue('')
    await expect(name(page)).toBeFocused()
    await expect(name(page)).not.toHaveAttribute('aria-invalid')
  }
  expect(petstore.posts().map(({ body }) => body)).toEqual(
    codes.map((code) => `{"name":"${code}","categoryId":2}`),
  )
})

const CODES = ['978020137962401234567890123456', '400638133393112345678901234567'] as const

/** As a scanner types: 30 keys and the end of the line, CR and LF, within about 60 ms. */
const scan = (page: Page, code: string) =>
  Promise.all([...code.split(''), 'Enter', 'Enter'].map((key) => page.keyboard.press(key)))

const sentNames = (petstore: PetstoreService) =>
  petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

/** The category stays in the form, and the focus is in Name. */
async function startSerialEntry(page: Page) {
  await page.getByRole('checkbox', { name: 'Keep category and status' }).check()
  await category(page).fill('2')
  await name(page).focus()
}

test('what is typed in "Find a pet" stays there, and the next scan is a name that is sent once', async ({
  page,
  petstore,
}) => {
  await startSerialEntry(page)
  const release = petstore.hold({ method: 'POST' })
  await scan(page, CODES[0])
  await expect.poll(petstore.posts).toHaveLength(1)
  await page.keyboard.press('Control+K')
  const field = page.getByRole('combobox', { name: 'Name, category or ID' })
  await expect(field).toBeFocused()
  await page.keyboard.type('zzz')
  release()
  await expect(statusMessage(page, `${CODES[0]} added`)).toHaveCount(1)
  await expect(field).toHaveValue('zzz')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(name(page)).toBeFocused()
  await scan(page, CODES[1])
  await expect(statusMessage(page, `${CODES[1]} added`)).toBeVisible()
  expect(sentNames(petstore)).toEqual(CODES)
})

test('a scan goes nowhere while the help is open, and into Name once it is closed', async ({
  page,
  petstore,
}) => {
  await startSerialEntry(page)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(CODES[0])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await name(page).focus()
  await scan(page, CODES[1])
  await expect(statusMessage(page, `${CODES[1]} added`)).toBeVisible()
  expect(sentNames(petstore)).toEqual([CODES[1]])
})

for (const [what, close] of [
  [
    'signed in again',
    async (page: Page) => {
      await page.keyboard.type('new-key')
      await page.keyboard.press('Enter')
    },
  ],
  ['closed', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`a pet that was not added because the key had ended: ${what}, what is scanned next takes the place of its name`, async ({
    page,
    petstore,
  }) => {
    await startSerialEntry(page)
    const { key } = petstore
    petstore.key = 'new-key'
    await scan(page, CODES[0])
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog.getByLabel('API key')).toBeFocused()
    await close(page)
    await expect(dialog).toHaveCount(0)
    await expect(name(page)).toBeFocused()
    await expect(name(page)).toHaveValue(CODES[0])
    expect(petstore.posts()).toHaveLength(1)
    if (what === 'closed') petstore.key = key
    await scan(page, CODES[1])
    await expect.poll(() => sentNames(petstore)).toEqual(CODES)
  })
}
