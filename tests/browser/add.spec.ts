import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import {
  addPet,
  alerts,
  expect,
  heading,
  int64,
  namesOf,
  navLink,
  petForm,
  signIn,
  statusMessage,
} from './fixtures.ts'

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

test('validation errors appear at their fields, the first invalid field gets the focus, and nothing is sent', async ({
  page,
  petstore,
}) => {
  await press(page)
  await expect(name(page)).toHaveAccessibleDescription(/Enter a name/)
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(name(page)).toBeFocused()
  await expect(category(page)).toHaveAccessibleDescription(/Enter a category ID/)
  await expect(category(page)).toHaveAttribute('aria-invalid', 'true')

  await name(page).fill('   ')
  await press(page)
  await expect(name(page)).toHaveAccessibleDescription(/Enter a name/)
  await name(page).fill('Rex')
  const notWhole = /Choose a category or enter a whole number, such as 12/
  const outOfRange = /Category ID must be between -9223372036854775808 and 9223372036854775807/
  for (const [typed, message] of [
    ['birds', notWhole],
    ['1.5', notWhole],
    ['1e3', notWhole],
    ['0x10', notWhole],
    ['1,000', notWhole],
    ['9223372036854775808', outOfRange],
    ['-9223372036854775809', outOfRange],
  ] as const) {
    await category(page).fill(typed)
    await press(page)
    await expect(category(page), typed).toHaveAccessibleDescription(message)
    await expect(category(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(category(page)).toBeFocused()
    await expect(category(page)).toHaveValue(typed)
    await expect(name(page)).not.toHaveAttribute('aria-invalid')
  }
  expect(petstore.received).toEqual([])
})

test('an added pet is announced with its ID and listed under "Just added"; the form is reset and "Name" has the focus', async ({
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

test('an added pet appears in the list immediately', async ({ page }) => {
  await navLink(page, 'Pets').click()
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  await navLink(page, 'Add pet').click()
  await addPet(page, 'Rex', '1')
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveText(['Rex'])
})

test('a 64-bit category ID is sent with all digits', async ({ page, petstore }) => {
  for (const digits of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '-1']) {
    await addPet(page, `In ${digits}`, digits)
    await expect(statusMessage(page, `In ${digits} added`)).toBeVisible()
    expect(petstore.posts().at(-1)?.body).toBe(`{"name":"In ${digits}","categoryId":${digits}}`)
  }
})

test('a category can be entered by its configured label', async ({ page, petstore }) => {
  await addPet(page, 'Rex', 'dogs')
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  await name(page).fill('Mochi')
  await page.getByRole('button', { name: 'Cats' }).click()
  await press(page)
  await expect(statusMessage(page, 'Mochi added')).toBeVisible()
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"Rex","categoryId":1}',
    '{"name":"Mochi","categoryId":2}',
  ])
})

for (const [what, act] of [
  ['a double click', (page: Page) => page.getByRole('button', { name: 'Add pet' }).dblclick()],
  [
    'Enter twice',
    async (page: Page) => {
      await category(page).press('Enter')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'a click and Enter',
    async (page: Page) => {
      await press(page)
      await page.keyboard.press('Enter')
      await category(page).press('Enter')
    },
  ],
  [
    'two clicks and two Enters within one task',
    (page: Page) =>
      page.evaluate(() => {
        const button = document.querySelector<HTMLButtonElement>('form button[type="submit"]')
        for (let time = 0; time < 2; time++) {
          button?.click()
          button?.form?.requestSubmit()
        }
      }),
  ],
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

test('a rejection that names a field is shown at that field, and the form keeps its values', async ({
  page,
  petstore,
}) => {
  const body = { code: 'invalid_request', message: 'name is taken already.', status: 400 }
  petstore.respond({ method: 'POST' }, { status: 400, body })
  await addPet(page, 'Rex', '1')
  await expect(name(page)).toHaveAccessibleDescription(/name is taken already\..*invalid_request.*400/)
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(name(page)).toBeFocused()
  await expect(alerts(page)).toContainText('name is taken already.')
  await expect(category(page)).toHaveValue('1')
  await name(page).fill('Rex II')
  await press(page)
  await expect(statusMessage(page, 'Rex II added')).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
  await expect(name(page)).not.toHaveAttribute('aria-invalid')
  expect(petstore.posts()).toHaveLength(2)
})

for (const [status, body, texts] of [
  [
    400,
    { code: 'quota', message: 'The store is full.', status: 400 },
    ['The store is full.', 'quota', '400'],
  ],
  [403, { code: 'read_only', message: 'This key only reads.', status: 403 }, ['This key only reads.', '403']],
  [413, '<html>too large</html>', ['Staging rejected this request', '413']],
  [429, '', ['Staging is busy', '429']],
] as const) {
  test(`a ${status} that names no field is shown as an alert, and the form keeps its values`, async ({
    page,
    petstore,
  }) => {
    petstore.respond({ method: 'POST' }, { status, body })
    await addPet(page, 'Rex', '1')
    for (const text of texts) await expect(alerts(page)).toContainText(text)
    await expect(alerts(page)).not.toContainText('<html')
    await expect(name(page)).toHaveValue('Rex')
    await expect(category(page)).toHaveValue('1')
    expect(petstore.posts()).toHaveLength(1)
    await press(page)
    await expect(statusMessage(page, 'Rex added')).toBeVisible()
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
